//! What Interrupts and Softirqs share: each row of a table by processor as an instance, `_Total` last.

use perfhive_winperf::{InstanceName, ObjectWriter};

use super::fingerprint::Fingerprint;
use crate::instance_name::write_name;
use crate::read::per_cpu::rows;
use crate::read::{ReadError, ReadKind};

/// Room that is kept.
#[derive(Default)]
pub(super) struct InterruptRows {
    line: Vec<u8>,
    name: String,
}

impl InterruptRows {
    /// Writes the rows of a table, each with its sum as the one value that the object has.
    pub(super) fn write(
        &mut self,
        text: &[u8],
        path: &str,
        position: usize,
        out: &mut ObjectWriter<'_>,
    ) -> Result<(), ReadError> {
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
                .set(position, row.sum);
            if row.is_by_cpu {
                total = total.wrapping_add(row.sum);
                members.add(&self.line);
            }
        }
        if out.n_instances() == 0 {
            return Err(ReadError {
                path: path.to_owned(),
                kind: ReadKind::Malformed,
            });
        }
        let name = InstanceName {
            unique_id: members.unique_id(),
            ..InstanceName::named("_Total")
        };
        out.instance(&name).set(position, total);
        Ok(())
    }
}
