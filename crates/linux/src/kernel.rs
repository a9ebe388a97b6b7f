//! The kernel files that several objects share, each read at most once a sample.

use std::fmt::Write as _;
use std::os::fd::OwnedFd;
use std::path::Path;

use perfhive_winperf::FileTime;
use rustix::io::Errno;

use crate::boot_clock::BootClock;
use crate::read::{KernelFile, NumericDir, ReadError, ReadKind, Root, TaskFiles};

/// What the objects read from, and the time of the sample.
pub(crate) struct Kernel {
    pub(crate) root: Root,
    pub(crate) stat: OnceFile,
    pub(crate) loadavg: OnceFile,
    pub(crate) meminfo: OnceFile,
    pub(crate) vmstat: OnceFile,
    pub(crate) diskstats: OnceFile,
    pub(crate) net_dev: OnceFile,
    pub(crate) net_snmp: OnceFile,
    pub(crate) net_snmp6: OnceFile,
    pub(crate) interrupts: OnceFile,
    pub(crate) softirqs: OnceFile,
    pub(crate) tasks: TaskFiles,
    pub(crate) task_dirs: NumericDir,
    /// The process at each position of the Process object of this sample: the parents of its threads.
    pub(crate) process_positions: Vec<u32>,
    descriptors: Descriptors,
    /// Whether `proc` is the kernel's: in a test's tree directories have other sizes.
    is_proc: bool,
    pids: Pids,
    clock: Box<dyn BootClock>,
    /// FILETIME of the moment of boot, from one look at the wall clock.
    boot: FileTime,
    sample: u64,
    /// Ticks a second of the times under `/proc`.
    user_hz: u64,
    pub(crate) page_bytes: u64,
}

/// A file that is read when it is first asked for in a sample.
pub(crate) struct OnceFile {
    file: KernelFile,
    sample: u64,
    failed: Option<ReadError>,
}

/// Room to count descriptors in.
#[derive(Default)]
struct Descriptors {
    path: String,
    ids: Vec<u32>,
}

struct Pids {
    dir: Option<OwnedFd>,
    ids: Vec<u32>,
    sample: u64,
}

impl Kernel {
    pub(crate) fn open(root: &Path, mut clock: Box<dyn BootClock>) -> Result<Self, Errno> {
        let since_boot = clock.since_boot_100ns();
        let boot = FileTime(clock.wall().0 - since_boot);
        let root = Root::open(root)?;
        Ok(Self {
            is_proc: root.is_kernels_proc(),
            descriptors: Descriptors::default(),
            root,
            stat: OnceFile::new("proc/stat"),
            loadavg: OnceFile::new("proc/loadavg"),
            meminfo: OnceFile::new("proc/meminfo"),
            vmstat: OnceFile::new("proc/vmstat"),
            diskstats: OnceFile::new("proc/diskstats"),
            net_dev: OnceFile::new("proc/net/dev"),
            net_snmp: OnceFile::new("proc/net/snmp"),
            net_snmp6: OnceFile::new("proc/net/snmp6"),
            interrupts: OnceFile::new("proc/interrupts"),
            softirqs: OnceFile::new("proc/softirqs"),
            tasks: TaskFiles::new(),
            task_dirs: NumericDir::default(),
            process_positions: Vec::new(),
            pids: Pids {
                dir: None,
                ids: Vec::new(),
                sample: 0,
            },
            clock,
            boot,
            sample: 0,
            user_hz: rustix::param::clock_ticks_per_second().max(1),
            page_bytes: u64::try_from(rustix::param::page_size()).unwrap_or(4096),
        })
    }

    /// From here on every file is read anew.
    pub(crate) fn begin_sample(&mut self) {
        self.sample += 1;
    }

    /// Which sample this is: for [`OnceFile::text`].
    pub(crate) fn sample(&self) -> u64 {
        self.sample
    }

    /// Times of `/proc` in 100 ns.
    pub(crate) fn ticks_to_100ns(&self, ticks: u64) -> u64 {
        let per_second = FileTime::PER_SECOND.unsigned_abs();
        ticks.saturating_mul(per_second / self.user_hz)
    }

    /// FILETIME of a moment told in ticks since boot.
    pub(crate) fn file_time_of_ticks(&self, ticks: u64) -> u64 {
        self.boot().saturating_add(self.ticks_to_100ns(ticks))
    }

    /// FILETIME of boot.
    pub(crate) fn boot(&self) -> u64 {
        u64::try_from(self.boot.0).unwrap_or(0)
    }

    /// Now, on the clock of [`Self::file_time_of_ticks`].
    pub(crate) fn now(&mut self) -> FileTime {
        FileTime(self.boot.0.saturating_add(self.clock.since_boot_100ns()))
    }

    /// The processes there are, in order of their ids.
    pub(crate) fn pids(&mut self) -> Result<&[u32], ReadError> {
        if self.pids.sample != self.sample {
            self.list_pids().map_err(|errno| ReadError {
                path: "proc".into(),
                kind: errno.into(),
            })?;
            self.pids.sample = self.sample;
        }
        Ok(&self.pids.ids)
    }

    /// Open descriptors of a process. Kernels since 6.2 give their number as the size of the directory; older ones give
    /// 0, and the entries are counted.
    pub(crate) fn n_descriptors(&mut self, pid: u32) -> Result<u64, ReadKind> {
        self.descriptors.path.clear();
        let _ = write!(self.descriptors.path, "proc/{pid}/fd");
        let gone = |errno| match errno {
            Errno::NOENT => ReadKind::Vanished,
            other => other.into(),
        };
        let dir = self.root.open_dir(&self.descriptors.path).map_err(gone)?;
        let size = rustix::fs::fstat(&dir).map_err(gone)?.st_size;
        if self.is_proc && size > 0 {
            return Ok(u64::try_from(size).unwrap_or(0));
        }
        self.task_dirs
            .list(&dir, &mut self.descriptors.ids)
            .map_err(gone)?;
        Ok(u64::try_from(self.descriptors.ids.len()).unwrap_or(0))
    }

    fn list_pids(&mut self) -> Result<(), Errno> {
        let dir = match self.pids.dir.take() {
            Some(dir) => dir,
            None => self.root.open_dir("proc")?,
        };
        self.task_dirs
            .list(self.pids.dir.insert(dir), &mut self.pids.ids)
    }
}

impl OnceFile {
    fn new(path: &str) -> Self {
        Self {
            file: KernelFile::new(path),
            sample: 0,
            failed: None,
        }
    }

    /// The text in this sample.
    pub(crate) fn text(&mut self, root: &Root, sample: u64) -> Result<&[u8], ReadError> {
        if self.sample != sample {
            self.sample = sample;
            self.failed = self.file.read(root).err();
        }
        match &self.failed {
            None => Ok(self.file.text()),
            Some(error) => Err(error.clone()),
        }
    }
}
