//! Processor (238): what each processor spends its time on.

use std::fmt::Write as _;

use perfhive_catalog::{ObjectTable, processor as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fingerprint::Fingerprint;
use super::processor_values::{CountTables, ProcessorValues};
use crate::kernel::Kernel;
use crate::read::proc_stat::{self, CpuTicks};
use crate::read::{ReadError, ReadKind};

#[derive(Default)]
pub(super) struct Processor {
    cpus: Vec<(u32, CpuTicks)>,
    counts: CountTables,
    name: String,
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
        self.counts.read(kernel, &at::OBJECT, wanted, notes);
        let mut total = ProcessorValues::none();
        let mut members = Fingerprint::default();
        for &(cpu, ticks) in &self.cpus {
            let values = self.counts.of_cpu(cpu, ticks);
            total.add(&values);
            members.add(&cpu.to_le_bytes());
            self.name.clear();
            let _ = write!(self.name, "{cpu}");
            let mut to = out.instance(&InstanceName::named(&self.name));
            values.write(kernel, 1, &mut to);
        }
        let n_cpus = u64::try_from(self.cpus.len()).unwrap_or(1);
        let name = members.named("_Total");
        total.write(kernel, n_cpus, &mut out.instance(&name));
        Ok(())
    }
}
