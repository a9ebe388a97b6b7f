//! Pressure (20240): time lost to waiting for processors, memory, devices and interrupts.

use perfhive_catalog::{ObjectTable, pressure as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use crate::kernel::Kernel;
use crate::read::proc_pressure::{self, Stall};
use crate::read::{KernelFile, ReadError, ReadKind, Root};

/// A file for each resource.
pub(super) struct Pressure {
    resources: [(&'static str, KernelFile); 4],
}

/// Hundredths of a percent in the whole.
const WHOLE: u64 = 10_000;

const US_TO_100NS: u64 = 10;

/// The positions of one kind of stall: its time, and the three means with their bases.
struct Positions {
    time: usize,
    avg: [(usize, usize); 3],
}

const SOME: Positions = Positions {
    time: at::SOME_STALL_TIME,
    avg: [
        (at::SOME_STALL_AVG10, at::SOME_STALL_AVG10_BASE),
        (at::SOME_STALL_AVG60, at::SOME_STALL_AVG60_BASE),
        (at::SOME_STALL_AVG300, at::SOME_STALL_AVG300_BASE),
    ],
};

const FULL: Positions = Positions {
    time: at::FULL_STALL_TIME,
    avg: [
        (at::FULL_STALL_AVG10, at::FULL_STALL_AVG10_BASE),
        (at::FULL_STALL_AVG60, at::FULL_STALL_AVG60_BASE),
        (at::FULL_STALL_AVG300, at::FULL_STALL_AVG300_BASE),
    ],
};

impl Default for Pressure {
    fn default() -> Self {
        Self {
            resources: ["cpu", "memory", "io", "irq"]
                .map(|name| (name, KernelFile::new(format!("proc/pressure/{name}")))),
        }
    }
}

impl Object for Pressure {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has("proc/pressure")
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        _wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        for (name, file) in &mut self.resources {
            // Each resource is a choice of whoever built the kernel.
            if !file.is_there(&kernel.root) {
                continue;
            }
            let pressure = match file.read(&kernel.root) {
                Ok(text) => proc_pressure::parse(text),
                Err(error) => {
                    notes.push(error.to_string());
                    continue;
                }
            };
            let mut values = out.instance(&InstanceName::named(name));
            let mut set = |at: &Positions, stall: Stall| {
                let time = stall.total_us.map(|it| it.saturating_mul(US_TO_100NS));
                values.set_known(at.time, time);
                for ((avg, base), value) in at.avg.iter().zip(stall.avg_hundredths) {
                    if let Some(value) = value {
                        values.set(*avg, value);
                        values.set(*base, WHOLE);
                    }
                }
            };
            if let Some(stall) = pressure.some {
                set(&SOME, stall);
            }
            // That all tasks of a machine wait for a processor cannot be; kernels since 5.13 print a 0 all the same.
            if let Some(stall) = pressure.full.filter(|_| *name != "cpu") {
                set(&FULL, stall);
            }
        }
        if out.n_instances() == 0 && notes.is_empty() {
            return Err(ReadError {
                path: "proc/pressure".into(),
                kind: ReadKind::Missing,
            });
        }
        Ok(())
    }
}
