//! What Processor and Processor Information say of a processor in the same words.

use perfhive_catalog::{ObjectTable, processor as at};
use perfhive_winperf::{CounterValues, Wanted};

use crate::kernel::{Kernel, OnceFile};
use crate::read::proc_stat::CpuTicks;
use crate::read::{PerCpuSums, Root};

/// The raw values of one processor, or of several added up; `None` is absent.
#[derive(Clone, Copy)]
pub(super) struct ProcessorValues {
    ticks: CpuTicks,
    interrupts: Option<u64>,
    softirqs: Option<u64>,
}

/// The counts that are told in tables by processor.
#[derive(Default)]
pub(super) struct CountTables {
    interrupts: CountTable,
    softirqs: CountTable,
}

#[derive(Default)]
struct CountTable {
    sums: PerCpuSums,
    is_known: bool,
}

impl CountTables {
    /// Reads the tables that are wanted of an object.
    pub(super) fn read(
        &mut self,
        kernel: &mut Kernel,
        table: &ObjectTable,
        wanted: &Wanted,
        notes: &mut Vec<String>,
    ) {
        let sample = kernel.sample();
        for (counts, file, position) in [
            (&mut self.interrupts, &mut kernel.interrupts, at::INTERRUPTS),
            (&mut self.softirqs, &mut kernel.softirqs, at::DPCS_QUEUED),
        ] {
            counts.is_known = super::wants(table, wanted, &[position])
                && counts.add_up(file, &kernel.root, sample, notes);
        }
    }

    /// The values of a processor.
    pub(super) fn of_cpu(&self, cpu: u32, ticks: CpuTicks) -> ProcessorValues {
        ProcessorValues {
            ticks,
            interrupts: self.interrupts.of_cpu(cpu),
            softirqs: self.softirqs.of_cpu(cpu),
        }
    }
}

impl CountTable {
    /// `false`, with a note, when the table cannot be read.
    fn add_up(
        &mut self,
        file: &mut OnceFile,
        root: &Root,
        sample: u64,
        notes: &mut Vec<String>,
    ) -> bool {
        match file.text(root, sample) {
            Ok(text) => self.sums.parse(text),
            Err(error) => {
                notes.push(error.to_string());
                return false;
            }
        }
        true
    }

    fn of_cpu(&self, cpu: u32) -> Option<u64> {
        self.sums.of_cpu(cpu).filter(|_| self.is_known)
    }
}

impl ProcessorValues {
    /// Of no processor.
    pub(super) fn none() -> Self {
        Self {
            ticks: CpuTicks::default(),
            interrupts: Some(0),
            softirqs: Some(0),
        }
    }

    /// A sum with a part missing is missing.
    pub(super) fn add(&mut self, other: &Self) {
        self.ticks.user = self.ticks.user.saturating_add(other.ticks.user);
        self.ticks.nice = self.ticks.nice.saturating_add(other.ticks.nice);
        self.ticks.system = self.ticks.system.saturating_add(other.ticks.system);
        self.ticks.idle = self.ticks.idle.saturating_add(other.ticks.idle);
        self.ticks.iowait = self.ticks.iowait.saturating_add(other.ticks.iowait);
        self.ticks.irq = self.ticks.irq.saturating_add(other.ticks.irq);
        self.ticks.softirq = self.ticks.softirq.saturating_add(other.ticks.softirq);
        let sum = |a: Option<u64>, b: Option<u64>| Some(a?.wrapping_add(b?));
        self.interrupts = sum(self.interrupts, other.interrupts);
        self.softirqs = sum(self.softirqs, other.softirqs);
    }

    /// Sets the values of `n_cpus` processors added up: times as their mean, counts as their sum. The counters stand at
    /// the same positions in both objects.
    pub(super) fn write(&self, kernel: &Kernel, n_cpus: u64, values: &mut CounterValues<'_>) {
        let t = &self.ticks;
        let mean = |ticks| kernel.ticks_to_100ns(ticks) / n_cpus;
        let idle = mean(t.idle_all());
        values.set(at::PROCESSOR_TIME, idle);
        values.set(at::USER_TIME, mean(t.user.saturating_add(t.nice)));
        values.set(
            at::PRIVILEGED_TIME,
            mean(t.system.saturating_add(t.irq).saturating_add(t.softirq)),
        );
        values.set_known(at::INTERRUPTS, self.interrupts);
        values.set(at::DPC_TIME, mean(t.softirq));
        values.set(at::INTERRUPT_TIME, mean(t.irq));
        values.set_known(at::DPCS_QUEUED, self.softirqs);
        values.set(at::IDLE_TIME, idle);
    }
}
