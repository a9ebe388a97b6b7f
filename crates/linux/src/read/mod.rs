//! One file for each kernel file: bytes in, numbers out.
//!
//! The parsers take text and never fail as a whole: a field that a kernel lacks is `None`, a line that makes no sense
//! is passed over. [`KernelFile`] and [`TaskFiles`] do the reading, with descriptors that stay open.

mod buffer;
mod cgroup_tree;
mod error;
pub(crate) mod fields;
mod kernel_file;
pub(crate) mod keyed;
mod numeric_dir;
pub(crate) mod per_cpu;
pub(crate) mod proc_cpuinfo;
pub(crate) mod proc_diskstats;
pub(crate) mod proc_loadavg;
pub(crate) mod proc_meminfo;
pub(crate) mod proc_mountinfo;
pub(crate) mod proc_net_dev;
pub(crate) mod proc_net_snmp;
pub(crate) mod proc_net_snmp6;
pub(crate) mod proc_net_sockstat;
pub(crate) mod proc_pid_io;
pub(crate) mod proc_pid_stat;
pub(crate) mod proc_pid_status;
pub(crate) mod proc_pressure;
pub(crate) mod proc_schedstat;
pub(crate) mod proc_stat;
pub(crate) mod proc_swaps;
pub(crate) mod proc_vmstat;
mod root;
pub(crate) mod sensors;
mod sys_cpu;
pub(crate) mod sys_node;
mod task_files;
#[cfg(test)]
mod tests;

pub(crate) use buffer::Buffer;
pub(crate) use cgroup_tree::{Cgroup, CgroupTree};
pub(crate) use error::{ReadError, ReadKind};
pub(crate) use kernel_file::KernelFile;
pub(crate) use numeric_dir::NumericDir;
pub(crate) use per_cpu::PerCpuSums;
pub(crate) use root::Root;
pub(crate) use sys_cpu::{CpuFiles, Depth};
pub(crate) use task_files::{Task, TaskFile, TaskFiles};
