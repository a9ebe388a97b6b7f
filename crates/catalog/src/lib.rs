//! Names and help: what the indexes in a block mean.
//!
//! The objects that perfhive itself has are tables, generated from `objects/*.toml`; the name lists that any source
//! sends are parsed to a [`NameTable`]. An index once given to a name stays its own. This crate must never do I/O.
#![forbid(unsafe_code)]

mod error;
mod generated;
mod name_table;
mod table;

pub use error::{Error, ErrorKind};
pub use generated::{
    block_queue, cgroup, filesystem_inodes, icmp, icmpv6, interrupts, ipv4, ipv6, logical_disk,
    memory, network_interface, numa_node, paging_file, physical_disk, power_and_thermal, pressure,
    process, processor, processor_information, scheduler, socket_summary, softirqs, system, tcpv4,
    thread, udpv4, udpv6,
};
pub use name_table::NameTable;
pub use table::{CounterText, Localized, ObjectTable, all};
