//! What Interrupts and Softirqs are: each row of a table by processor as an instance, `_Total` last.

use perfhive_catalog::ObjectTable;
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fingerprint::Fingerprint;
use crate::instance_name::write_name;
use crate::kernel::{Kernel, OnceFile};
use crate::read::per_cpu::rows;
use crate::read::{ReadError, ReadKind, Root};

/// An object made of the rows of one file, whose sums are the one value that it has.
pub(super) struct InterruptRows {
    table: &'static ObjectTable,
    path: &'static str,
    file: fn(&mut Kernel) -> (&mut OnceFile, &Root),
    /// Position of the counter.
    position: usize,
    line: Vec<u8>,
    name: String,
}

impl InterruptRows {
    pub(super) fn new(
        table: &'static ObjectTable,
        path: &'static str,
        file: fn(&mut Kernel) -> (&mut OnceFile, &Root),
        position: usize,
    ) -> Self {
        Self {
            table,
            path,
            file,
            position,
            line: Vec::new(),
            name: String::new(),
        }
    }
}

impl Object for InterruptRows {
    fn table(&self) -> &'static ObjectTable {
        self.table
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has(self.path)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        _wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let sample = kernel.sample();
        let (file, root) = (self.file)(kernel);
        let text = file.text(root, sample)?;
        let mut total = 0u64;
        let mut members = Fingerprint::default();
        for row in rows(text) {
            self.line.clear();
            self.line.extend_from_slice(row.label);
            if !row.what.is_empty() {
                self.line.push(b' ');
                self.line.extend_from_slice(row.what);
            }
            write_name(&mut self.name, &self.line);
            out.instance(&InstanceName::named(&self.name))
                .set(self.position, row.sum);
            if row.is_by_cpu {
                total = total.wrapping_add(row.sum);
                members.add(&self.line);
            }
        }
        if out.n_instances() == 0 {
            return Err(ReadError {
                path: self.path.to_owned(),
                kind: ReadKind::Malformed,
            });
        }
        let name = members.named("_Total");
        out.instance(&name).set(self.position, total);
        Ok(())
    }
}
