//! System (2): the machine as a whole.

use perfhive_catalog::{ObjectTable, system as at};
use perfhive_winperf::{ObjectWriter, Wanted};

use super::Object;
use crate::kernel::Kernel;
use crate::read::{ReadError, proc_loadavg, proc_stat};

pub(super) struct System;

impl Object for System {
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
        let is_wanted = |position| super::wants(&at::OBJECT, wanted, &[position]);
        let sample = kernel.sample();
        let boot = kernel.boot();
        let mut values = out.single();
        values.set(at::SYSTEM_UP_TIME, boot);
        if is_wanted(at::CONTEXT_SWITCHES) || is_wanted(at::PROCESSOR_QUEUE_LENGTH) {
            match kernel.stat.text(&kernel.root, sample) {
                Ok(stat) => {
                    values.set_known(at::CONTEXT_SWITCHES, proc_stat::ctxt(stat));
                    let n_cpus = u64::try_from(proc_stat::cpus(stat).count()).unwrap_or(0);
                    let ready = proc_stat::procs_running(stat).map(|it| it.saturating_sub(n_cpus));
                    values.set_known(at::PROCESSOR_QUEUE_LENGTH, ready);
                }
                Err(error) => notes.push(error.to_string()),
            }
        }
        if is_wanted(at::THREADS) {
            match kernel.loadavg.text(&kernel.root, sample) {
                Ok(loadavg) => values.set_known(at::THREADS, proc_loadavg::threads(loadavg)),
                Err(error) => notes.push(error.to_string()),
            }
        }
        if is_wanted(at::PROCESSES) {
            match kernel.pids() {
                Ok(pids) => values.set_known(at::PROCESSES, u64::try_from(pids.len()).ok()),
                Err(error) => notes.push(error.to_string()),
            }
        }
        Ok(())
    }
}
