//! The files of the machine that runs the tests are understood. A file that it lacks is passed over with a word.

use std::path::Path;

use crate::read::{
    KernelFile, NumericDir, PerCpuSums, ReadKind, Root, Task, TaskFile, TaskFiles, proc_diskstats,
    proc_loadavg, proc_meminfo, proc_net_dev, proc_pid_io, proc_pid_stat, proc_pid_status,
    proc_stat, proc_vmstat,
};

/// Reads a file twice, the second time on the kept descriptor, and gives the second text.
fn text_of(path: &str) -> Option<Vec<u8>> {
    let root = Root::open(Path::new("/")).unwrap();
    let mut file = KernelFile::new(path);
    match file.read(&root) {
        Ok(_) => Some(file.read(&root).unwrap().to_vec()),
        Err(error) => {
            println!("skipped: {error}");
            None
        }
    }
}

/// Check `/proc/stat` and `/proc/loadavg`.
#[test]
fn processors() {
    if let Some(text) = text_of("proc/stat") {
        assert!(proc_stat::cpus(&text).any(|(_, ticks)| ticks.idle > 0));
        assert!(proc_stat::ctxt(&text) > Some(0));
        assert!(proc_stat::procs_running(&text) > Some(0));
    }
    if let Some(text) = text_of("proc/loadavg") {
        assert!(proc_loadavg::threads(&text) > Some(0));
    }
}

/// Check that both tables have a column for a processor that `/proc/stat` has.
#[test]
fn tables_by_processor() {
    let stat = text_of("proc/stat").unwrap_or_default();
    let Some((cpu, _)) = proc_stat::cpus(&stat).next() else {
        return;
    };
    for path in ["proc/interrupts", "proc/softirqs"] {
        if let Some(text) = text_of(path) {
            let mut sums = PerCpuSums::default();
            sums.parse(&text);
            assert!(sums.of_cpu(cpu) > Some(0), "{path}");
        }
    }
}

/// Check `/proc/meminfo` and `/proc/vmstat`.
#[test]
fn memory() {
    if let Some(text) = text_of("proc/meminfo") {
        let [total, free] = ["MemTotal", "MemFree"].map(|key| proc_meminfo::bytes(&text, key));
        assert!(total > free && free > Some(0));
    }
    if let Some(text) = text_of("proc/vmstat") {
        assert!(proc_vmstat::value(&text, "pgfault") > Some(0));
    }
}

/// Check that every line of both files is one device or interface.
#[test]
fn devices() {
    let n_lines = |text: &[u8]| text.iter().filter(|it| **it == b'\n').count();
    if let Some(text) = text_of("proc/diskstats") {
        assert_eq!(proc_diskstats::devices(&text).count(), n_lines(&text));
    }
    if let Some(text) = text_of("proc/net/dev") {
        let n_heads = 2;
        assert_eq!(
            proc_net_dev::interfaces(&text).count() + n_heads,
            n_lines(&text)
        );
    }
}

/// Check the files of this very process and of its threads.
#[test]
fn own_process() {
    let root = Root::open(Path::new("/")).unwrap();
    let pid = std::process::id();
    let (mut tasks, mut tids) = (TaskFiles::new(), Vec::new());
    let Ok(dir) = root.open_dir(&format!("proc/{pid}/task")) else {
        println!("skipped: no /proc");
        return;
    };
    NumericDir::default().list(&dir, &mut tids).unwrap();
    assert!(tids.contains(&pid) && tids.is_sorted());

    let process = Task { pid, tid: None };
    let main_thread = Task {
        tid: Some(pid),
        ..process
    };
    for task in [process, main_thread] {
        let text = tasks.read(&root, task, TaskFile::Stat).unwrap();
        let stat = proc_pid_stat::parse(text).unwrap();
        assert!(
            stat.rss > 0 && stat.vsize > 0 && stat.starttime > 0,
            "{stat:?}"
        );
        let text = tasks.read(&root, task, TaskFile::Status).unwrap();
        let status = proc_pid_status::parse(text);
        assert!(status.voluntary_ctxt_switches.is_some(), "{status:?}");
    }
    match tasks.read(&root, process, TaskFile::Io) {
        Ok(text) => assert!(proc_pid_io::parse(text).unwrap().syscr > 0),
        Err(kind) => assert!(
            matches!(kind, ReadKind::Missing | ReadKind::Denied),
            "{kind}"
        ),
    }
}
