//! Files of processes and threads, with descriptors that stay open.
//!
//! Reading on a kept descriptor costs half of opening anew. A kept descriptor belongs to one process for ever: once that
//! ends it gives ESRCH, whoever has its id then, so that two processes are never mixed up. There is room for so many
//! descriptors as the process may have, less what others need; the rest is opened at each read.

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

    /// The text of a task's file now.
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
                // The task has ended. Another one may have its id by now.
                Err(_) => drop(self.kept.remove(&key)),
            }
        }
        self.open_and_read(root, key).map_err(|errno| match errno {
            // A directory of a task is missing when the task has gone, not because of the kernel.
            Errno::NOENT if file != TaskFile::Io => ReadKind::Vanished,
            other => other.into(),
        })?;
        Ok(self.buffer.text())
    }

    fn open_and_read(&mut self, root: &Root, key: (Task, TaskFile)) -> Result<(), Errno> {
        let (Task { pid, tid }, file) = key;
        self.path.clear();
        // Writing to a String cannot fail.
        let _ = match tid {
            None => write!(self.path, "proc/{pid}/{}", file.name()),
            Some(tid) => write!(self.path, "proc/{pid}/task/{tid}/{}", file.name()),
        };
        let descriptor = root.open_file(&self.path)?;
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
