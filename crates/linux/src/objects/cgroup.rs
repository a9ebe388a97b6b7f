//! Cgroup (20270): what groups of processes use, version 2. The root is `_Total`: each cgroup holds what is below it.

use perfhive_catalog::{ObjectTable, cgroup as at};
use perfhive_winperf::{CounterValues, InstanceName, ObjectWriter, Wanted};

use super::Object;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::proc_pressure;
use crate::read::{Buffer, Cgroup as Dir, CgroupTree, ReadError, Root, fields, keyed};

/// Room that is kept.
pub(super) struct Cgroup {
    tree: CgroupTree,
    buffer: Buffer,
    name: String,
}

/// A file of a cgroup, the counters that come from it, and how.
struct Source {
    file: &'static str,
    positions: &'static [usize],
    set: fn(&[u8], bool, &mut CounterValues<'_>),
}

const US_TO_100NS: u64 = 10;

const SOURCES: &[Source] = &[
    Source {
        file: "cpu.stat",
        positions: &[
            at::PROCESSOR_TIME,
            at::USER_TIME,
            at::PRIVILEGED_TIME,
            at::QUOTA_PERIODS,
            at::THROTTLED_PERIODS,
            at::THROTTLED_TIME,
        ],
        set: |text, _, values| {
            let time = |key| Some(keyed::flat(text, key)?.saturating_mul(US_TO_100NS));
            values.set_known(at::PROCESSOR_TIME, time("usage_usec"));
            values.set_known(at::USER_TIME, time("user_usec"));
            values.set_known(at::PRIVILEGED_TIME, time("system_usec"));
            values.set_known(at::QUOTA_PERIODS, keyed::flat(text, "nr_periods"));
            values.set_known(at::THROTTLED_PERIODS, keyed::flat(text, "nr_throttled"));
            values.set_known(at::THROTTLED_TIME, time("throttled_usec"));
        },
    },
    Source {
        file: "memory.current",
        positions: &[at::MEMORY_BYTES],
        set: |text, _, values| {
            values.set_known(at::MEMORY_BYTES, fields::number(text.trim_ascii()));
        },
    },
    Source {
        file: "memory.stat",
        positions: &[at::ANONYMOUS_BYTES, at::FILE_CACHE_BYTES],
        set: |text, _, values| {
            values.set_known(at::ANONYMOUS_BYTES, keyed::flat(text, "anon"));
            values.set_known(at::FILE_CACHE_BYTES, keyed::flat(text, "file"));
        },
    },
    Source {
        file: "memory.events",
        positions: &[at::OOM_KILLS],
        set: |text, _, values| values.set_known(at::OOM_KILLS, keyed::flat(text, "oom_kill")),
    },
    Source {
        file: "io.stat",
        positions: &[
            at::DISK_READS,
            at::DISK_WRITES,
            at::DISK_READ_BYTES,
            at::DISK_WRITE_BYTES,
        ],
        set: |text, _, values| {
            values.set_known(at::DISK_READS, keyed::nested_sum(text, "rios"));
            values.set_known(at::DISK_WRITES, keyed::nested_sum(text, "wios"));
            values.set_known(at::DISK_READ_BYTES, keyed::nested_sum(text, "rbytes"));
            values.set_known(at::DISK_WRITE_BYTES, keyed::nested_sum(text, "wbytes"));
        },
    },
    Source {
        file: "pids.current",
        positions: &[at::THREAD_COUNT],
        set: |text, _, values| {
            values.set_known(at::THREAD_COUNT, fields::number(text.trim_ascii()));
        },
    },
    Source {
        file: "cpu.pressure",
        positions: &[at::CPU_SOME_STALL_TIME, at::CPU_FULL_STALL_TIME],
        set: |text, is_machine, values| {
            let [some, full] = stalls(text);
            values.set_known(at::CPU_SOME_STALL_TIME, some);
            // That all tasks of a machine wait for a processor cannot be; the 0 there says nothing.
            values.set_known(at::CPU_FULL_STALL_TIME, full.filter(|_| !is_machine));
        },
    },
    Source {
        file: "memory.pressure",
        positions: &[at::MEMORY_SOME_STALL_TIME, at::MEMORY_FULL_STALL_TIME],
        set: |text, _, values| {
            let [some, full] = stalls(text);
            values.set_known(at::MEMORY_SOME_STALL_TIME, some);
            values.set_known(at::MEMORY_FULL_STALL_TIME, full);
        },
    },
    Source {
        file: "io.pressure",
        positions: &[at::IO_SOME_STALL_TIME, at::IO_FULL_STALL_TIME],
        set: |text, _, values| {
            let [some, full] = stalls(text);
            values.set_known(at::IO_SOME_STALL_TIME, some);
            values.set_known(at::IO_FULL_STALL_TIME, full);
        },
    },
];

fn stalls(text: &[u8]) -> [Option<u64>; 2] {
    let pressure = proc_pressure::parse(text);
    [pressure.some, pressure.full].map(|it| Some(it?.total_us?.saturating_mul(US_TO_100NS)))
}

impl Default for Cgroup {
    fn default() -> Self {
        Self {
            tree: CgroupTree::new(),
            buffer: Buffer::default(),
            name: String::new(),
        }
    }
}

impl Object for Cgroup {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        CgroupTree::is_mounted(root)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        self.tree.begin(&kernel.root)?;
        while let Some(cgroup) = self.tree.next() {
            if cgroup.path.is_empty() {
                self.name.clear();
                self.name.push_str("_Total");
            } else {
                write_name(&mut self.name, cgroup.path);
            }
            let name = InstanceName {
                unique_id: unique_id(cgroup.inode),
                ..InstanceName::named(&self.name)
            };
            let mut values = out.instance(&name);
            write(&cgroup, wanted, &mut self.buffer, &mut values);
        }
        Ok(())
    }
}

/// Sets what the wanted files tell. A file that the cgroup does not have is a controller that is not switched on.
fn write(cgroup: &Dir<'_>, wanted: &Wanted, buffer: &mut Buffer, values: &mut CounterValues<'_>) {
    let is_machine = cgroup.is_machine();
    for source in SOURCES {
        if super::wants(&at::OBJECT, wanted, source.positions)
            && let Ok(text) = cgroup.read(source.file, buffer)
        {
            (source.set)(text, is_machine, values);
        }
    }
}

/// The kernel numbers the cgroups that there are in 31 bits; what it keeps above them tells how often the numbers were
/// used up.
fn unique_id(inode: u64) -> i32 {
    i32::try_from(inode & 0x7FFF_FFFF).unwrap_or(0)
}
