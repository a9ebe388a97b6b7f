//! Thread (232): one instance a thread, children of the processes of the same block.

use std::fmt::Write as _;

use perfhive_catalog::{ObjectTable, process, thread as at};
use perfhive_winperf::{InstanceName, ObjectWriter, ParentInstance, Wanted};

use super::Object;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::{ReadError, ReadKind, Task, TaskFile, proc_pid_stat, proc_pid_status};

/// Room that is kept for the next sample.
#[derive(Default)]
pub(super) struct Thread {
    tids: Vec<u32>,
    path: String,
    name: String,
}

impl Object for Thread {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let needs_status = super::wants(&at::OBJECT, wanted, &[at::CONTEXT_SWITCHES]);
        for position in 0..kernel.process_positions.len() {
            let pid = kernel.process_positions[position];
            if pid == 0 || !self.list(kernel, pid) {
                continue;
            }
            let parent = ParentInstance {
                object_index: process::OBJECT.definition.name_index,
                position: u32::try_from(position).unwrap_or(u32::MAX),
            };
            for i in 0..self.tids.len() {
                let task = Task {
                    pid,
                    tid: Some(self.tids[i]),
                };
                self.write(kernel, task, parent, needs_status, out);
            }
        }
        Ok(())
    }
}

impl Thread {
    /// The threads of a process; `false` when it has ended.
    fn list(&mut self, kernel: &mut Kernel, pid: u32) -> bool {
        self.path.clear();
        let _ = write!(self.path, "proc/{pid}/task");
        let dir = kernel.root.open_dir(&self.path);
        dir.is_ok_and(|dir| kernel.task_dirs.list(&dir, &mut self.tids).is_ok())
    }

    fn write(
        &mut self,
        kernel: &mut Kernel,
        task: Task,
        parent: ParentInstance,
        needs_status: bool,
        out: &mut ObjectWriter<'_>,
    ) {
        let Ok(text) = kernel.tasks.read(&kernel.root, task, TaskFile::Stat) else {
            return;
        };
        let Some(stat) = proc_pid_stat::parse(text) else {
            return;
        };
        write_name(&mut self.name, stat.comm);
        let (user, privileged) = (stat.utime, stat.stime);
        let (state, start) = (windows_state(stat.state), stat.starttime);
        let switches =
            match needs_status.then(|| kernel.tasks.read(&kernel.root, task, TaskFile::Status)) {
                Some(Ok(text)) => {
                    let status = proc_pid_status::parse(text);
                    let both = status
                        .voluntary_ctxt_switches
                        .zip(status.nonvoluntary_ctxt_switches);
                    both.map(|(voluntary, forced)| voluntary.wrapping_add(forced))
                }
                Some(Err(ReadKind::Vanished)) => return,
                _ => None,
            };
        let tid = task.tid.unwrap_or(task.pid);
        let name = InstanceName {
            parent: Some(parent),
            unique_id: tid.cast_signed(),
            name: Some(&self.name),
        };
        let mut values = out.instance(&name);
        values.set(
            at::PROCESSOR_TIME,
            kernel.ticks_to_100ns(user.saturating_add(privileged)),
        );
        values.set(at::USER_TIME, kernel.ticks_to_100ns(user));
        values.set(at::PRIVILEGED_TIME, kernel.ticks_to_100ns(privileged));
        values.set_known(at::CONTEXT_SWITCHES, switches);
        values.set(at::ELAPSED_TIME, kernel.file_time_of_ticks(start));
        values.set(at::THREAD_STATE, state);
        values.set(at::ID_PROCESS, task.pid.into());
        values.set(at::ID_THREAD, tid.into());
    }
}

/// The kernel's letter as Windows numbers thread states.
fn windows_state(state: u8) -> u64 {
    match state {
        b'R' => 2,
        b'Z' | b'X' | b'x' => 4,
        b'S' | b'D' | b'I' | b'T' | b't' | b'P' | b'W' | b'K' => 5,
        _ => 7,
    }
}
