//! One file for each object: from kernel fields to raw values.

mod block_queue;
mod cgroup;
mod clock_values;
mod disk_values;
mod ended;
mod filesystem_inodes;
mod fingerprint;
mod fraction;
mod icmp;
mod icmpv6;
mod idle_values;
mod interrupt_rows;
mod interrupts;
mod ipv4;
mod ipv6;
mod logical_disk;
mod memory;
mod network_interface;
mod numa_node;
mod paging_file;
mod physical_disk;
mod power_and_thermal;
mod pressure;
mod process;
mod processor;
mod processor_information;
mod processor_values;
mod protocol;
mod scheduler;
mod seen;
mod socket_summary;
mod softirqs;
mod stores;
mod system;
mod tcpv4;
mod thread;
mod udpv4;
mod udpv6;

use perfhive_catalog::ObjectTable;
use perfhive_winperf::{ObjectWriter, Wanted};

use crate::kernel::Kernel;
use crate::read::{ReadError, Root};

/// An object of the kernel, with what it keeps from sample to sample.
pub(crate) trait Object: Send {
    /// Its definition.
    fn table(&self) -> &'static ObjectTable;

    /// Whether the machine has what the object is made of. One that has not is left out of `Global`.
    fn is_there(&self, _root: &Root) -> bool {
        true
    }

    /// Writes its values as they are now. What single values lack is told to `notes`; an error costs the object.
    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError>;
}

/// All objects but those of [`of_filesystems`], parents before their children.
pub(crate) fn all() -> Vec<Box<dyn Object>> {
    vec![
        Box::new(system::System),
        Box::new(memory::Memory),
        Box::new(processor::Processor::default()),
        Box::new(processor_information::ProcessorInformation::default()),
        Box::new(process::Process::default()),
        Box::new(thread::Thread::default()),
        Box::new(physical_disk::PhysicalDisk::default()),
        Box::new(paging_file::PagingFile::default()),
        Box::new(network_interface::NetworkInterface::default()),
        Box::new(pressure::Pressure::default()),
        Box::new(ipv4::PROTOCOL),
        Box::new(ipv6::PROTOCOL),
        Box::new(icmp::PROTOCOL),
        Box::new(icmpv6::PROTOCOL),
        Box::new(tcpv4::PROTOCOL),
        Box::new(udpv4::PROTOCOL),
        Box::new(udpv6::PROTOCOL),
        Box::new(cgroup::Cgroup::default()),
        Box::new(interrupts::object()),
        Box::new(softirqs::object()),
        Box::new(scheduler::Scheduler::default()),
        Box::new(socket_summary::SocketSummary::default()),
        Box::new(numa_node::NumaNode::default()),
        Box::new(block_queue::BlockQueue::default()),
        Box::new(power_and_thermal::PowerAndThermal::default()),
    ]
}

/// The objects that ask filesystems, any of which may hang: they are not to hold up the others.
pub(crate) fn of_filesystems() -> Vec<Box<dyn Object>> {
    vec![
        Box::new(logical_disk::LogicalDisk::default()),
        Box::new(filesystem_inodes::FilesystemInodes::default()),
    ]
}

/// Whether any counter at these positions is wanted.
fn wants(table: &ObjectTable, wanted: &Wanted, positions: &[usize]) -> bool {
    positions
        .iter()
        .any(|it| wanted.contains(table.counters[*it].name_index))
}
