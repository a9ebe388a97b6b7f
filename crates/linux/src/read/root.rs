//! The directory that stands for `/`: tests put a tree of their own in its place.

use std::os::fd::OwnedFd;
use std::path::Path;

use rustix::fs::{AtFlags, CWD, Mode, OFlags, openat};
use rustix::io::Errno;

/// An open directory below which `proc` and `sys` are looked for.
#[derive(Debug)]
pub(crate) struct Root {
    dir: OwnedFd,
}

impl Root {
    pub(crate) fn open(path: &Path) -> Result<Self, Errno> {
        let flags = OFlags::PATH | OFlags::DIRECTORY | OFlags::CLOEXEC;
        Ok(Self {
            dir: openat(CWD, path, flags, Mode::empty())?,
        })
    }

    /// Opens a file for reading; `path` has no leading slash.
    pub(crate) fn open_file(&self, path: &str) -> Result<OwnedFd, Errno> {
        openat(
            &self.dir,
            path,
            OFlags::RDONLY | OFlags::CLOEXEC,
            Mode::empty(),
        )
    }

    /// Opens a directory for listing.
    pub(crate) fn open_dir(&self, path: &str) -> Result<OwnedFd, Errno> {
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::CLOEXEC;
        openat(&self.dir, path, flags, Mode::empty())
    }

    /// Space of the filesystem at an absolute path, which may take as long as a dead server does not answer.
    pub(crate) fn statvfs(&self, path: &[u8]) -> Result<rustix::fs::StatVfs, Errno> {
        // Below the root of a test tree too.
        let relative: &[u8] = match path.strip_prefix(b"/") {
            Some(b"") | None => b".",
            Some(relative) => relative,
        };
        let flags = OFlags::PATH | OFlags::CLOEXEC;
        rustix::fs::fstatvfs(openat(&self.dir, relative, flags, Mode::empty())?)
    }

    /// Whether `proc` below the root is a proc filesystem.
    pub(crate) fn is_kernels_proc(&self) -> bool {
        let found = self.open_dir("proc").and_then(rustix::fs::fstatfs);
        found.is_ok_and(|it| it.f_type == rustix::fs::PROC_SUPER_MAGIC)
    }

    /// Whether there is anything at a path. What may not be looked at is there.
    pub(crate) fn has(&self, path: &str) -> bool {
        let found = rustix::fs::statat(&self.dir, path, AtFlags::empty());
        !matches!(found, Err(Errno::NOENT | Errno::NOTDIR))
    }

    /// Where a symbolic link points.
    pub(crate) fn read_link(&self, path: &str) -> Result<Vec<u8>, Errno> {
        rustix::fs::readlinkat(&self.dir, path, Vec::new()).map(|it| it.into_bytes())
    }
}
