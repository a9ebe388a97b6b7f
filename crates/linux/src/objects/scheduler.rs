//! Scheduler (20380): how long threads waited for a processor.

use std::fmt::Write as _;

use perfhive_catalog::{ObjectTable, scheduler as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fingerprint::Fingerprint;
use crate::kernel::Kernel;
use crate::read::proc_schedstat::{self, SchedStats};
use crate::read::{KernelFile, ReadError, ReadKind, Root};

const PATH: &str = "proc/schedstat";

const NS_PER_100NS: u64 = 100;

/// The file, and room that is kept.
pub(super) struct Scheduler {
    file: KernelFile,
    name: String,
}

impl Default for Scheduler {
    fn default() -> Self {
        Self {
            file: KernelFile::new(PATH),
            name: String::new(),
        }
    }
}

impl Object for Scheduler {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has(PATH)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        _wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let text = self.file.read(&kernel.root)?;
        let mut total = SchedStats::default();
        let mut members = Fingerprint::default();
        let mut n_cpus = 0;
        for (cpu, stats) in proc_schedstat::cpus(text) {
            self.name.clear();
            let _ = write!(self.name, "{cpu}");
            stats.write(1, &InstanceName::named(&self.name), out);
            total.add(&stats);
            members.add(&cpu.to_le_bytes());
            n_cpus += 1;
        }
        if n_cpus == 0 {
            return Err(ReadError {
                path: PATH.into(),
                kind: ReadKind::Malformed,
            });
        }
        let name = members.named("_Total");
        total.write(n_cpus, &name, out);
        Ok(())
    }
}

impl SchedStats {
    fn add(&mut self, other: &Self) {
        self.running_ns = self.running_ns.saturating_add(other.running_ns);
        self.waiting_ns = self.waiting_ns.saturating_add(other.waiting_ns);
        self.n_timeslices = self.n_timeslices.saturating_add(other.n_timeslices);
    }

    /// Writes the values of `n_cpus` processors added up: the share as their mean, all else as the sum.
    fn write(&self, n_cpus: u64, name: &InstanceName<'_>, out: &mut ObjectWriter<'_>) {
        let waiting_100ns = self.waiting_ns / NS_PER_100NS;
        let mut values = out.instance(name);
        values.set(at::BUSY_TIME, self.running_ns / NS_PER_100NS / n_cpus);
        values.set(at::RUN_QUEUE_LENGTH, waiting_100ns);
        values.set(at::TIMESLICES, self.n_timeslices);
        // AVERAGE_TIMER counts in ticks of PerfFreq, which the hive sets to 100 ns.
        values.set(at::RUN_QUEUE_WAIT, waiting_100ns);
        values.set(at::RUN_QUEUE_WAIT_BASE, self.n_timeslices);
    }
}
