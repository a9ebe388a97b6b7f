//! Socket Summary (20400): sockets by protocol, and the memory that they hold.

use perfhive_catalog::{ObjectTable, socket_summary as at};
use perfhive_winperf::{ObjectWriter, Wanted};

use super::Object;
use crate::kernel::Kernel;
use crate::read::proc_net_sockstat::value;
use crate::read::{KernelFile, ReadError, Root};

const PATH: &str = "proc/net/sockstat";

/// A file for each version of IP.
pub(super) struct SocketSummary {
    sockstat: KernelFile,
    sockstat6: KernelFile,
}

/// What the first file counts, as it stands there.
const IPV4: &[(usize, &str, &str)] = &[
    (at::SOCKETS_USED, "sockets", "used"),
    (at::TCP_IN_USE, "TCP", "inuse"),
    (at::TCP_ORPHANED, "TCP", "orphan"),
    (at::TCP_TIME_WAIT, "TCP", "tw"),
    (at::TCP_ALLOCATED, "TCP", "alloc"),
    (at::UDP_IN_USE, "UDP", "inuse"),
    (at::RAW_IN_USE, "RAW", "inuse"),
    (at::FRAGMENT_QUEUES, "FRAG", "inuse"),
    (at::FRAGMENT_MEMORY_BYTES, "FRAG", "memory"),
];

/// What it counts in pages.
const IPV4_PAGES: &[(usize, &str, &str)] = &[
    (at::TCP_MEMORY_BYTES, "TCP", "mem"),
    (at::UDP_MEMORY_BYTES, "UDP", "mem"),
];

const IPV6: &[(usize, &str, &str)] = &[
    (at::TCP6_IN_USE, "TCP6", "inuse"),
    (at::UDP6_IN_USE, "UDP6", "inuse"),
    (at::RAW6_IN_USE, "RAW6", "inuse"),
];

impl Default for SocketSummary {
    fn default() -> Self {
        Self {
            sockstat: KernelFile::new(PATH),
            sockstat6: KernelFile::new("proc/net/sockstat6"),
        }
    }
}

impl Object for SocketSummary {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has(PATH)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let is_wanted = |counters: &[(usize, &str, &str)]| {
            counters
                .iter()
                .any(|(position, ..)| super::wants(&at::OBJECT, wanted, &[*position]))
        };
        let mut values = out.single();
        if is_wanted(IPV4) || is_wanted(IPV4_PAGES) {
            let text = self.sockstat.read(&kernel.root)?;
            for (position, protocol, key) in IPV4 {
                values.set_known(*position, value(text, protocol, key));
            }
            for (position, protocol, key) in IPV4_PAGES {
                let pages = value(text, protocol, key);
                let bytes = pages.and_then(|it| it.checked_mul(kernel.page_bytes));
                values.set_known(*position, bytes);
            }
        }
        // A kernel without IPv6 has no such file.
        if is_wanted(IPV6) && self.sockstat6.is_there(&kernel.root) {
            match self.sockstat6.read(&kernel.root) {
                Ok(text) => {
                    for (position, protocol, key) in IPV6 {
                        values.set_known(*position, value(text, protocol, key));
                    }
                }
                Err(error) => notes.push(error.to_string()),
            }
        }
        Ok(())
    }
}
