//! Paging File (700): how full each swap area is, `_Total` last.

use perfhive_catalog::{ObjectTable, paging_file as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fraction::fraction_of_dwords;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::{KernelFile, ReadError, Root, proc_swaps};

const PATH: &str = "proc/swaps";

pub(super) struct PagingFile {
    swaps: KernelFile,
    name: String,
}

impl Default for PagingFile {
    fn default() -> Self {
        Self {
            swaps: KernelFile::new(PATH),
            name: String::new(),
        }
    }
}

impl Object for PagingFile {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has(PATH)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        _wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let (mut all_used, mut all_size) = (0u64, 0u64);
        for swap in proc_swaps::areas(self.swaps.read(&kernel.root)?) {
            let name = swap
                .filename
                .strip_prefix(b"/dev/")
                .or(swap.filename.strip_prefix(b"/"));
            write_name(&mut self.name, name.unwrap_or(swap.filename));
            write(swap.used_kib, swap.size_kib, &self.name, out);
            all_used = all_used.saturating_add(swap.used_kib);
            all_size = all_size.saturating_add(swap.size_kib);
        }
        write(all_used, all_size, "_Total", out);
        Ok(())
    }
}

/// A share of nothing is no value.
fn write(used_kib: u64, size_kib: u64, name: &str, out: &mut ObjectWriter<'_>) {
    let mut values = out.instance(&InstanceName::named(name));
    if size_kib > 0 {
        let (part, whole) = fraction_of_dwords(used_kib, size_kib);
        values.set(at::USAGE, part);
        values.set(at::USAGE_BASE, whole);
    }
}
