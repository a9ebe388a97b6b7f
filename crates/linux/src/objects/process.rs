//! Process (230): one instance a process, Idle first, `_Total` last.

use perfhive_catalog::{ObjectTable, process as at};
use perfhive_winperf::{CounterValues, InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::ended::Ended;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::proc_pid_status::Status;
use crate::read::{
    ReadError, ReadKind, Task, TaskFile, proc_pid_io, proc_pid_stat, proc_pid_status, proc_stat,
};

const FROM_STATUS: &[usize] = &[
    at::VIRTUAL_BYTES_PEAK,
    at::WORKING_SET_PEAK,
    at::PRIVATE_BYTES,
    at::WORKING_SET_PRIVATE,
];

const FROM_IO: &[usize] = &[
    at::IO_READ_OPERATIONS,
    at::IO_WRITE_OPERATIONS,
    at::IO_DATA_OPERATIONS,
    at::IO_READ_BYTES,
    at::IO_WRITE_BYTES,
    at::IO_DATA_BYTES,
];

/// Counters that no sum makes sense of.
const NOT_IN_TOTAL: &[usize] = &[at::ELAPSED_TIME, at::ID_PROCESS, at::CREATING_PROCESS_ID];

/// Counters of a process, the mask of absent values left out.
pub(super) const N_COUNTERS: usize = at::OBJECT.texts.len();

/// Values by the position of their counter; `None` is absent.
pub(super) type Values = [Option<u64>; N_COUNTERS];

/// What is kept for the next sample.
#[derive(Default)]
pub(super) struct Process {
    pids: Vec<u32>,
    name: String,
    ended: Ended,
}

impl Object for Process {
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
        let needs = Needs {
            status: super::wants(&at::OBJECT, wanted, FROM_STATUS),
            io: super::wants(&at::OBJECT, wanted, FROM_IO),
            handles: super::wants(&at::OBJECT, wanted, &[at::HANDLE_COUNT]),
        };
        self.pids.clear();
        self.pids.extend_from_slice(kernel.pids()?);
        kernel.process_positions.clear();
        kernel.tasks.begin_sample();
        let mut total = Total::default();
        write_idle(kernel, &mut total, out);
        let mut denied = Denied::default();
        for &pid in &self.pids {
            if let Some(values) = read_process(kernel, pid, needs, &mut self.name, &mut denied) {
                let name = InstanceName {
                    unique_id: pid.cast_signed(),
                    ..InstanceName::named(&self.name)
                };
                write_values(&values, out.instance(&name));
                total.add(&values);
                self.ended.saw(pid, &values);
                kernel.process_positions.push(pid);
            }
        }
        self.ended.end_sample();
        write_terminated(&self.ended, &mut total, out);
        write_values(&total.0, out.instance(&InstanceName::named("_Total")));
        denied.tell(notes);
        Ok(())
    }
}

/// How many processes did not let their files be read.
#[derive(Default)]
struct Denied {
    io: u32,
    handles: u32,
}

impl Denied {
    fn tell(&self, notes: &mut Vec<String>) {
        for (n, file) in [(self.io, "io"), (self.handles, "fd")] {
            if n > 0 {
                notes.push(format!(
                    "/proc/PID/{file} of {n} processes: permission denied"
                ));
            }
        }
    }
}

/// Which files of a process are to be read beside `stat`.
#[derive(Clone, Copy)]
struct Needs {
    status: bool,
    io: bool,
    handles: bool,
}

/// Idle stands for the processors when they have nothing to run, as on Windows: id 0, a thread each.
fn write_idle(kernel: &mut Kernel, total: &mut Total, out: &mut ObjectWriter<'_>) {
    let sample = kernel.sample();
    let Ok(stat) = kernel.stat.text(&kernel.root, sample) else {
        return;
    };
    let (n_cpus, idle) = proc_stat::cpus(stat).fold((0, 0u64), |(n, idle), (_, ticks)| {
        (n + 1, idle.saturating_add(ticks.idle_all()))
    });
    let idle = Some(kernel.ticks_to_100ns(idle));
    let mut values = [Some(0); N_COUNTERS];
    values[at::PROCESSOR_TIME] = idle;
    values[at::PRIVILEGED_TIME] = idle;
    values[at::THREAD_COUNT] = Some(n_cpus);
    values[at::ELAPSED_TIME] = Some(kernel.boot());
    let name = InstanceName {
        unique_id: 0,
        ..InstanceName::named("Idle")
    };
    write_values(&values, out.instance(&name));
    total.add(&values);
    kernel.process_positions.push(0);
}

/// What processes had counted that have ended; they have no levels any more.
fn write_terminated(ended: &Ended, total: &mut Total, out: &mut ObjectWriter<'_>) {
    let mut values: Values = ended.counted.map(Some);
    NOT_IN_TOTAL.iter().for_each(|it| values[*it] = None);
    write_values(&values, out.instance(&InstanceName::named("terminated")));
    total.add(&values);
}

/// The values of one process; `None` when it ended meanwhile.
fn read_process(
    kernel: &mut Kernel,
    pid: u32,
    needs: Needs,
    name: &mut String,
    denied: &mut Denied,
) -> Option<Values> {
    let task = Task { pid, tid: None };
    let text = kernel.tasks.read(&kernel.root, task, TaskFile::Stat).ok()?;
    let stat = proc_pid_stat::parse(text)?;
    write_name(name, stat.comm);
    let mut values: Values = [None; N_COUNTERS];
    let (user, privileged, start) = (stat.utime, stat.stime, stat.starttime);
    values[at::VIRTUAL_BYTES] = Some(stat.vsize);
    values[at::PAGE_FAULTS] = Some(stat.minflt.wrapping_add(stat.majflt));
    values[at::WORKING_SET] = stat.rss.checked_mul(kernel.page_bytes);
    values[at::THREAD_COUNT] = Some(stat.num_threads);
    values[at::ID_PROCESS] = Some(pid.into());
    values[at::CREATING_PROCESS_ID] = Some(stat.ppid);
    values[at::USER_TIME] = Some(kernel.ticks_to_100ns(user));
    values[at::PRIVILEGED_TIME] = Some(kernel.ticks_to_100ns(privileged));
    values[at::PROCESSOR_TIME] = Some(kernel.ticks_to_100ns(user.saturating_add(privileged)));
    values[at::ELAPSED_TIME] = Some(kernel.file_time_of_ticks(start));
    let is_kernel_thread = values[at::VIRTUAL_BYTES] == Some(0);
    if needs.status {
        match kernel.tasks.read(&kernel.root, task, TaskFile::Status) {
            Ok(text) => set_status(&mut values, &proc_pid_status::parse(text), is_kernel_thread),
            Err(ReadKind::Vanished) => return None,
            Err(_) => {}
        }
    }
    if needs.io {
        match kernel.tasks.read(&kernel.root, task, TaskFile::Io) {
            Ok(text) => set_io(&mut values, text),
            Err(ReadKind::Vanished) => return None,
            Err(ReadKind::Denied) => denied.io += 1,
            Err(_) => {}
        }
    }
    if needs.handles {
        match kernel.n_descriptors(pid) {
            Ok(n) => values[at::HANDLE_COUNT] = Some(n),
            Err(ReadKind::Vanished) => return None,
            Err(ReadKind::Denied) => denied.handles += 1,
            Err(_) => {}
        }
    }
    Some(values)
}

fn set_status(values: &mut Values, status: &Status, is_kernel_thread: bool) {
    // A kernel thread has no lines of memory, since it has none of its own: that is known, and is 0.
    let own = |bytes: Option<u64>| if is_kernel_thread { Some(0) } else { bytes };
    values[at::VIRTUAL_BYTES_PEAK] = own(status.vm_peak_bytes);
    values[at::WORKING_SET_PEAK] = own(status.vm_hwm_bytes);
    let private = own(status.rss_anon_bytes);
    values[at::WORKING_SET_PRIVATE] = private;
    values[at::PRIVATE_BYTES] = private
        .zip(own(status.vm_swap_bytes))
        .and_then(|(anon, swap)| anon.checked_add(swap));
}

fn set_io(values: &mut Values, text: &[u8]) {
    let Some(io) = proc_pid_io::parse(text) else {
        return;
    };
    values[at::IO_READ_OPERATIONS] = Some(io.syscr);
    values[at::IO_WRITE_OPERATIONS] = Some(io.syscw);
    values[at::IO_DATA_OPERATIONS] = io.syscr.checked_add(io.syscw);
    values[at::IO_READ_BYTES] = Some(io.rchar);
    values[at::IO_WRITE_BYTES] = Some(io.wchar);
    values[at::IO_DATA_BYTES] = io.rchar.checked_add(io.wchar);
}

/// The sum of all instances, and of what ended ones had counted. A sum with a part missing is missing.
struct Total(Values);

impl Default for Total {
    fn default() -> Self {
        let mut values = [Some(0); N_COUNTERS];
        NOT_IN_TOTAL.iter().for_each(|it| values[*it] = None);
        Self(values)
    }
}

impl Total {
    fn add(&mut self, values: &Values) {
        for (sum, value) in self.0.iter_mut().zip(values) {
            *sum = sum.zip(*value).map(|(sum, value)| sum.wrapping_add(value));
        }
    }
}

fn write_values(values: &Values, mut to: CounterValues<'_>) {
    for (position, value) in values.iter().enumerate() {
        to.set_known(position, *value);
    }
}
