//! Softirqs (20360): how often the kernel ran its deferred work, of each kind.

use perfhive_catalog::{ObjectTable, softirqs as at};
use perfhive_winperf::{ObjectWriter, Wanted};

use super::Object;
use super::interrupt_rows::InterruptRows;
use crate::kernel::Kernel;
use crate::read::{ReadError, Root};

#[derive(Default)]
pub(super) struct Softirqs {
    rows: InterruptRows,
}

const PATH: &str = "proc/softirqs";

impl Object for Softirqs {
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
        let sample = kernel.sample();
        let text = kernel.softirqs.text(&kernel.root, sample)?;
        self.rows.write(text, PATH, at::SOFTIRQS, out)
    }
}
