//! Filesystem Inodes (20200): how many files each mounted filesystem can still take, `_Total` last.
//!
//! It asks filesystems as LogicalDisk does, and so belongs to the same provider.

use perfhive_catalog::{ObjectTable, filesystem_inodes as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fingerprint::Fingerprint;
use super::fraction::fraction_of_dwords;
use super::stores::Stores;
use crate::kernel::Kernel;
use crate::read::{ReadError, Root};

/// The mounts.
#[derive(Default)]
pub(super) struct FilesystemInodes {
    stores: Stores,
}

#[derive(Clone, Copy, Default)]
struct Inodes {
    total: u64,
    free: u64,
}

impl Object for FilesystemInodes {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        Stores::are_there(root)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        _wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let root = &kernel.root;
        // A sum with a part missing is missing; a filesystem without a limit is no part of it.
        let mut total = Some(Inodes::default());
        let mut members = Fingerprint::default();
        self.stores.visit(root, |store| {
            let inodes = store.ask(root, notes).map(|it| Inodes {
                total: it.f_files,
                free: it.f_ffree,
            });
            write(inodes, &InstanceName::named(store.name), out);
            total = total.zip(inodes).map(|(sum, it)| sum.and(it));
            members.add(store.path);
        })?;
        let name = members.named("_Total");
        write(total, &name, out);
        Ok(())
    }
}

impl Inodes {
    fn and(self, other: Self) -> Self {
        Self {
            total: self.total.saturating_add(other.total),
            free: self.free.saturating_add(other.free),
        }
    }
}

/// No inodes at all is how a filesystem says that it sets no limit.
fn write(inodes: Option<Inodes>, name: &InstanceName<'_>, out: &mut ObjectWriter<'_>) {
    let mut to = out.instance(name);
    if let Some(Inodes { total, free }) = inodes.filter(|it| it.total > 0) {
        let used = total.saturating_sub(free);
        let (part, whole) = fraction_of_dwords(used, total);
        to.set(at::INODES_USED, part);
        to.set(at::INODES_USED_BASE, whole);
        to.set(at::USED_INODES, used);
        to.set(at::FREE_INODES, free);
        to.set(at::TOTAL_INODES, total);
    }
}
