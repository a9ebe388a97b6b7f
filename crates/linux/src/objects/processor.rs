//! Processor (238): what each processor spends its time on.

use std::fmt::Write as _;

use perfhive_catalog::{ObjectTable, processor as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fingerprint::Fingerprint;
use crate::kernel::{Kernel, OnceFile};
use crate::read::proc_stat::{self, CpuTicks};
use crate::read::{PerCpuSums, ReadError, ReadKind, Root};

#[derive(Default)]
pub(super) struct Processor {
    cpus: Vec<(u32, CpuTicks)>,
    interrupts: PerCpuSums,
    softirqs: PerCpuSums,
    name: String,
}

/// The raw values of one processor, or of all; `None` is absent.
#[derive(Clone, Copy, Default)]
struct Values {
    ticks: CpuTicks,
    interrupts: Option<u64>,
    softirqs: Option<u64>,
}

impl Object for Processor {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let sample = kernel.sample();
        let stat = kernel.stat.text(&kernel.root, sample)?;
        self.cpus.clear();
        self.cpus.extend(proc_stat::cpus(stat));
        if self.cpus.is_empty() {
            return Err(ReadError {
                path: "proc/stat".into(),
                kind: ReadKind::Malformed,
            });
        }
        let is_wanted = |position| super::wants(&at::OBJECT, wanted, &[position]);
        let root = &kernel.root;
        let has_interrupts = is_wanted(at::INTERRUPTS)
            && add_up(
                &mut self.interrupts,
                &mut kernel.interrupts,
                root,
                sample,
                notes,
            );
        let has_softirqs = is_wanted(at::DPCS_QUEUED)
            && add_up(
                &mut self.softirqs,
                &mut kernel.softirqs,
                root,
                sample,
                notes,
            );

        let mut total = Values {
            interrupts: has_interrupts.then_some(0),
            softirqs: has_softirqs.then_some(0),
            ..Values::default()
        };
        let mut members = Fingerprint::default();
        for &(cpu, ticks) in &self.cpus {
            let values = Values {
                ticks,
                interrupts: self.interrupts.of_cpu(cpu).filter(|_| has_interrupts),
                softirqs: self.softirqs.of_cpu(cpu).filter(|_| has_softirqs),
            };
            total.add(&values);
            members.add(&cpu.to_le_bytes());
            self.name.clear();
            let _ = write!(self.name, "{cpu}");
            values.write(kernel, 1, &InstanceName::named(&self.name), out);
        }
        let n_cpus = u64::try_from(self.cpus.len()).unwrap_or(1);
        let name = InstanceName {
            unique_id: members.unique_id(),
            ..InstanceName::named("_Total")
        };
        total.write(kernel, n_cpus, &name, out);
        Ok(())
    }
}

/// Adds up a table by processor; `false`, with a note, when it cannot be read.
fn add_up(
    sums: &mut PerCpuSums,
    file: &mut OnceFile,
    root: &Root,
    sample: u64,
    notes: &mut Vec<String>,
) -> bool {
    match file.text(root, sample) {
        Ok(text) => sums.parse(text),
        Err(error) => {
            notes.push(error.to_string());
            return false;
        }
    }
    true
}

impl Values {
    fn add(&mut self, other: &Self) {
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

    /// Writes the values of `n_cpus` processors added up: times as their mean, counts as their sum.
    fn write(
        &self,
        kernel: &Kernel,
        n_cpus: u64,
        name: &InstanceName<'_>,
        out: &mut ObjectWriter<'_>,
    ) {
        let t = &self.ticks;
        let mean = |ticks| kernel.ticks_to_100ns(ticks) / n_cpus;
        let idle = mean(t.idle_all());
        let mut values = out.instance(name);
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
