//! What the objects of the network protocols share: each counter is a count of the kernel, or the sum of some.

use perfhive_catalog::ObjectTable;
use perfhive_winperf::{ObjectWriter, Wanted};

use super::Object;
use crate::kernel::Kernel;
use crate::read::{ReadError, ReadKind, Root, proc_net_snmp, proc_net_snmp6};

/// A protocol: its object, where its counts stand, and which make up each counter.
pub(super) struct Protocol {
    pub(super) table: &'static ObjectTable,
    pub(super) counts: CountsOf,
    /// Position of a counter, and the names of the counts that it is the sum of.
    pub(super) sums: &'static [(usize, &'static [&'static str])],
}

/// The protocol in the kernel's words.
#[derive(Clone, Copy)]
pub(super) enum CountsOf {
    /// A pair of lines of `/proc/net/snmp`.
    Snmp(&'static str),
    /// The lines of `/proc/net/snmp6` that begin so.
    Snmp6(&'static str),
}

impl Object for Protocol {
    fn table(&self) -> &'static ObjectTable {
        self.table
    }

    fn is_there(&self, root: &Root) -> bool {
        match self.counts {
            CountsOf::Snmp(_) => root.has("proc/net/snmp"),
            CountsOf::Snmp6(_) => root.has("proc/net/snmp6"),
        }
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let sample = kernel.sample();
        match self.counts {
            CountsOf::Snmp(protocol) => {
                let text = kernel.net_snmp.text(&kernel.root, sample)?;
                let missing = || ReadError {
                    path: format!("proc/net/snmp, {protocol}"),
                    kind: ReadKind::Missing,
                };
                let counts = proc_net_snmp::counts(text, protocol).ok_or_else(missing)?;
                self.write(wanted, out, |name| counts.value(name));
            }
            CountsOf::Snmp6(protocol) => {
                let text = kernel.net_snmp6.text(&kernel.root, sample)?;
                self.write(wanted, out, |name| {
                    proc_net_snmp6::value(text, protocol, name)
                });
            }
        }
        Ok(())
    }
}

impl Protocol {
    fn write(
        &self,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        value: impl Fn(&str) -> Option<u64>,
    ) {
        let mut values = out.single();
        for (position, names) in self.sums {
            if !super::wants(self.table, wanted, &[*position]) {
                continue;
            }
            let sum = names
                .iter()
                .try_fold(0u64, |sum, name| Some(sum.wrapping_add(value(name)?)));
            values.set_known(*position, sum);
        }
    }
}
