//! Files of processes and threads, with descriptors that stay open.
//!
//! Reading on a kept descriptor costs half of opening anew. A kept descriptor belongs to one process for ever: once that
//! ends it gives ESRCH, whoever has its id then, so that the files of two processes must never be taken for those of
//! one. There is room for so many descriptors as this process may have, less what others need; the rest is opened at
//! each read.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::os::fd::OwnedFd;

use rustix::io::Errno;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

use super::{Buffer, ReadKind, Root};

/// A process, or one of its threads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Task {
    pub(crate) pid: u32,
    /// The thread; `None` for the process as a whole.
    pub(crate) tid: Option<u32>,
}

/// Which file of a task.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TaskFile {
    Stat,
    Status,
    Io,
}

impl TaskFile {
    fn name(self) -> &'static str {
        match self {
            Self::Stat => "stat",
            Self::Status => "status",
            Self::Io => "io",
        }
    }
}

#[derive(Debug)]
struct Kept {
    descriptor: OwnedFd,
    last_used: u64,
}

/// All descriptors that are kept, and the text that was read last.
#[derive(Debug)]
pub(crate) struct TaskFiles {
    kept: HashMap<(Task, TaskFile), Kept>,
    most_kept: usize,
    sample: u64,
    path: String,
    buffer: Buffer,
}

impl TaskFiles {
    pub(crate) fn new() -> Self {
        Self {
            kept: HashMap::new(),
            most_kept: most_descriptors(),
            sample: 0,
            path: String::new(),
            buffer: Buffer::default(),
        }
    }

    /// Begins a sample; descriptors that the one before did not use are closed.
    pub(crate) fn begin_sample(&mut self) {
        let last = self.sample;
        self.kept.retain(|_, kept| kept.last_used == last);
        self.sample += 1;
    }

    /// The text of a task's file now. In each sample `stat` comes first: it says whose the other files have to be.
    pub(crate) fn read(
        &mut self,
        root: &Root,
        task: Task,
        file: TaskFile,
    ) -> Result<&[u8], ReadKind> {
        let key = (task, file);
        if let Some(kept) = self.kept.get_mut(&key) {
            kept.last_used = self.sample;
            match self.buffer.read_piece(&kept.descriptor) {
                Ok(()) => return Ok(self.buffer.text()),
                Err(errno) => self.forget(task, errno, file)?,
            }
        }
        match self.open_and_read(root, key) {
            Ok(()) => Ok(self.buffer.text()),
            Err(Errno::NOENT) if file == TaskFile::Io && self.is_there(root, task) => {
                Err(ReadKind::Missing)
            }
            // Every kernel has the other files: it is the task that is missing.
            Err(Errno::NOENT) => Err(ReadKind::Vanished),
            Err(errno) => Err(errno.into()),
        }
    }

    /// Closes the files of a task one of which failed. When the task ended after its `stat` was read, what has its id
    /// now is another task, and opening the file anew would mix the two.
    fn forget(&mut self, task: Task, errno: Errno, file: TaskFile) -> Result<(), ReadKind> {
        for file in [TaskFile::Stat, TaskFile::Status, TaskFile::Io] {
            self.kept.remove(&(task, file));
        }
        if errno == Errno::SRCH && file != TaskFile::Stat {
            return Err(ReadKind::Vanished);
        }
        Ok(())
    }

    fn open_and_read(&mut self, root: &Root, key: (Task, TaskFile)) -> Result<(), Errno> {
        self.write_path(key.0, key.1);
        let descriptor = match root.open_file(&self.path) {
            Err(Errno::MFILE | Errno::NFILE) => {
                self.give_back_half();
                root.open_file(&self.path)?
            }
            result => result?,
        };
        self.buffer.read_piece(&descriptor)?;
        if self.kept.len() < self.most_kept {
            self.kept.insert(
                key,
                Kept {
                    descriptor,
                    last_used: self.sample,
                },
            );
        }
        Ok(())
    }

    fn write_path(&mut self, task: Task, file: TaskFile) {
        let Task { pid, tid } = task;
        self.path.clear();
        // Writing to a String cannot fail.
        let _ = match tid {
            None => write!(self.path, "proc/{pid}/{}", file.name()),
            Some(tid) => write!(self.path, "proc/{pid}/task/{tid}/{}", file.name()),
        };
    }

    fn is_there(&mut self, root: &Root, task: Task) -> bool {
        self.write_path(task, TaskFile::Stat);
        root.open_file(&self.path).is_ok()
    }

    /// There are fewer descriptors than the limit promised, since others hold more than a quarter: from now on half
    /// of those kept so far have to do.
    fn give_back_half(&mut self) {
        self.most_kept = self.kept.len() / 2;
        let mut n_left = self.most_kept;
        self.kept.retain(|_, _| {
            let stays = n_left > 0;
            n_left = n_left.saturating_sub(1);
            stays
        });
    }
}

/// Three quarters of the descriptors that this process may have, its soft limit raised as far as it may be.
fn most_descriptors() -> usize {
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let raised = Rlimit {
        current: maximum,
        maximum,
    };
    let limit = if setrlimit(Resource::Nofile, raised).is_ok() {
        maximum
    } else {
        current
    };
    usize::try_from(limit.unwrap_or(1 << 20)).unwrap_or(usize::MAX) / 4 * 3
}

#[cfg(test)]
mod tests {
    use std::path::Path;
    use std::process::{Child, Command};

    use super::*;
    use crate::read::proc_pid_stat;

    fn small() -> Root {
        let tree = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/small");
        Root::open(&tree).unwrap()
    }

    fn process(pid: u32) -> Task {
        Task { pid, tid: None }
    }

    fn utime(tasks: &mut TaskFiles, root: &Root, task: Task) -> Option<u64> {
        let text = tasks.read(root, task, TaskFile::Stat).ok()?;
        proc_pid_stat::parse(text).map(|it| it.utime)
    }

    /// A process that ends when it is told to; `None` where there is no `/proc`.
    fn sleeper() -> Option<Child> {
        let child = Command::new("sleep").arg("60").spawn().ok()?;
        if Path::new(&format!("/proc/{}/stat", child.id())).exists() {
            return Some(child);
        }
        println!("skipped: no /proc");
        end(child);
        None
    }

    fn end(mut child: Child) {
        child.kill().unwrap();
        child.wait().unwrap();
    }

    /// Check that a process and its threads have files of their own.
    #[test]
    fn processes_and_threads() {
        let (mut tasks, root) = (TaskFiles::new(), small());
        let thread = |tid| Task {
            pid: 100,
            tid: Some(tid),
        };
        let [whole, main, other] =
            [process(100), thread(100), thread(101)].map(|task| utime(&mut tasks, &root, task));
        assert_eq!((whole, main, other), (Some(500), Some(400), Some(100)));
        assert_eq!(tasks.kept.len(), 3);
        assert_eq!(
            tasks.read(&root, process(101), TaskFile::Stat),
            Err(ReadKind::Vanished)
        );
        assert_eq!(
            tasks.read(&root, thread(100), TaskFile::Io),
            Err(ReadKind::Missing)
        );
    }

    /// Check that tasks beyond the limit are read as well, on descriptors that are not kept.
    #[test]
    fn more_tasks_than_descriptors() {
        let root = small();
        let mut tasks = TaskFiles {
            most_kept: 1,
            ..TaskFiles::new()
        };
        for _ in 0..2 {
            let utimes = [100, 200, 300].map(|pid| utime(&mut tasks, &root, process(pid)));
            assert_eq!(utimes, [Some(500), Some(1000), Some(1500)]);
            assert_eq!(tasks.kept.len(), 1);
        }
    }

    /// Check that descriptors are given back when there are none left to open a file with. The limit is that of a
    /// whole process: this test runs itself once more, alone in one of its own.
    #[test]
    fn no_descriptor_left() {
        const ALONE: &str = "PERFHIVE_TEST_ALONE";
        if std::env::var_os(ALONE).is_none() {
            let (_crate, module) = module_path!().split_once("::").unwrap();
            let test = Command::new(std::env::current_exe().unwrap())
                .args(["--exact", &format!("{module}::no_descriptor_left")])
                .env(ALONE, "")
                .output()
                .unwrap();
            let said = String::from_utf8_lossy(&test.stdout);
            assert!(test.status.success() && said.contains("1 passed"), "{said}");
            return;
        }
        let limit = Some(64);
        let low = Rlimit {
            current: limit,
            maximum: limit,
        };
        setrlimit(Resource::Nofile, low).unwrap();
        let (mut tasks, root) = (TaskFiles::new(), small());
        assert_eq!(tasks.most_kept, 48);
        for pid in [100, 200] {
            utime(&mut tasks, &root, process(pid)).unwrap();
        }
        let others = std::iter::from_fn(|| root.open_file("proc/stat").ok()).collect::<Vec<_>>();
        assert!(!others.is_empty());
        for _ in 0..2 {
            let utimes = [300, 200, 100].map(|pid| utime(&mut tasks, &root, process(pid)));
            assert_eq!(utimes, [Some(1500), Some(1000), Some(500)]);
            assert_eq!(tasks.kept.len(), 1);
        }
    }

    /// Check that the descriptors of tasks which a sample did not ask for are closed at the next.
    #[test]
    fn unused_descriptors() {
        let (mut tasks, root) = (TaskFiles::new(), small());
        let mut n_kept = Vec::new();
        for pids in [&[100, 200][..], &[200], &[]] {
            tasks.begin_sample();
            n_kept.push(tasks.kept.len());
            for pid in pids {
                utime(&mut tasks, &root, process(*pid)).unwrap();
            }
        }
        tasks.begin_sample();
        n_kept.push(tasks.kept.len());
        assert_eq!(n_kept, [0, 2, 1, 0]);
    }

    /// Check that a process which has ended is gone, and its descriptor with it.
    #[test]
    fn ended_process() {
        let Some(child) = sleeper() else { return };
        let (mut tasks, root) = (TaskFiles::new(), Root::open(Path::new("/")).unwrap());
        let task = process(child.id());
        assert!(utime(&mut tasks, &root, task).is_some());
        assert!(utime(&mut tasks, &root, task).is_some(), "on the kept one");
        end(child);
        assert_eq!(
            tasks.read(&root, task, TaskFile::Stat),
            Err(ReadKind::Vanished)
        );
        assert!(tasks.kept.is_empty());
    }

    /// Check that a process which ended after its `stat` was read is gone, and its `io` is not what a kernel lacks.
    #[test]
    fn ended_between_two_files() {
        let Some(child) = sleeper() else { return };
        let (mut tasks, root) = (TaskFiles::new(), Root::open(Path::new("/")).unwrap());
        let (task, own) = (process(child.id()), process(std::process::id()));
        for task in [task, own] {
            for file in [TaskFile::Stat, TaskFile::Status] {
                tasks.read(&root, task, file).unwrap();
            }
        }
        end(child);
        // As if the id were in use again: by this very process.
        let kept = tasks.kept.remove(&(task, TaskFile::Status)).unwrap();
        tasks.kept.insert((own, TaskFile::Status), kept);
        let status = tasks.read(&root, own, TaskFile::Status);
        assert_eq!(status, Err(ReadKind::Vanished));
        assert!(tasks.kept.keys().all(|(it, _)| *it != own));
        let io = tasks.read(&root, task, TaskFile::Io);
        assert_eq!(io, Err(ReadKind::Vanished));
    }

    /// Check that a descriptor of an ended process never answers for another that has its id by now.
    #[test]
    fn id_used_again() {
        let Some(child) = sleeper() else { return };
        let (mut tasks, root) = (TaskFiles::new(), Root::open(Path::new("/")).unwrap());
        let (old, new) = (process(child.id()), process(std::process::id()));
        utime(&mut tasks, &root, old).unwrap();
        end(child);
        let kept = tasks.kept.remove(&(old, TaskFile::Stat)).unwrap();
        tasks.kept.insert((new, TaskFile::Stat), kept);
        let text = tasks.read(&root, new, TaskFile::Stat).unwrap();
        assert!(text.starts_with(format!("{} (", new.pid).as_bytes()));
    }
}
