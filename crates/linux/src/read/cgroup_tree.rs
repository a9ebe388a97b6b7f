//! The tree of cgroups of version 2, walked anew at each sample with room that is kept.
//!
//! A machine may have thousands of cgroups that come and go: no descriptor of them is kept, and a directory without
//! others below it is not listed.

use std::fmt;
use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::fs::{FileType, Mode, OFlags, RawDir, fstat, openat};
use rustix::io::Errno;

use super::{Buffer, ReadError, ReadKind, Root};

/// Where version 2 is mounted: alone, or beside version 1.
const MOUNTS: [(&str, &str); 2] = [
    ("sys/fs/cgroup", "sys/fs/cgroup/cgroup.controllers"),
    (
        "sys/fs/cgroup/unified",
        "sys/fs/cgroup/unified/cgroup.controllers",
    ),
];

/// The cgroups seen so far in this walk, and those behind them in the room of walks before.
pub(crate) struct CgroupTree {
    /// Paths below the root, whose own is empty.
    paths: Vec<Vec<u8>>,
    n_found: usize,
    n_visited: usize,
    root: Option<OwnedFd>,
    room: Box<[MaybeUninit<u8>]>,
}

/// One cgroup: its directory stays open while it is looked at.
pub(crate) struct Cgroup<'a> {
    /// Below the root, without a leading slash; empty for the root.
    pub(crate) path: &'a [u8],
    pub(crate) inode: u64,
    dir: OwnedFd,
}

impl CgroupTree {
    pub(crate) fn new() -> Self {
        Self {
            paths: Vec::new(),
            n_found: 0,
            n_visited: 0,
            root: None,
            room: vec![MaybeUninit::uninit(); 32 << 10].into_boxed_slice(),
        }
    }

    /// Whether a tree of version 2 is mounted.
    pub(crate) fn is_mounted(root: &Root) -> bool {
        MOUNTS.iter().any(|(_, mark)| root.has(mark))
    }

    /// Begins a walk.
    pub(crate) fn begin(&mut self, root: &Root) -> Result<(), ReadError> {
        let fail = |path: &str, kind| ReadError {
            path: path.to_owned(),
            kind,
        };
        let mount = MOUNTS.iter().find(|(_, mark)| root.has(mark));
        let (dir, _) = mount.ok_or_else(|| fail(MOUNTS[0].1, ReadKind::Missing))?;
        let dir = root
            .open_dir(dir)
            .map_err(|errno| fail(dir, errno.into()))?;
        self.root = Some(dir);
        self.n_found = 0;
        self.n_visited = 0;
        self.add(None, b"");
        Ok(())
    }

    /// The next cgroup, parents before their children. One that has gone since it was found is passed over.
    pub(crate) fn next(&mut self) -> Option<Cgroup<'_>> {
        let (at, inode, dir) = loop {
            let at = self.n_visited;
            if at == self.n_found {
                self.root = None;
                return None;
            }
            self.n_visited += 1;
            if let Ok((inode, dir)) = self.open(at) {
                break (at, inode, dir);
            }
        };
        Some(Cgroup {
            path: &self.paths[at],
            inode,
            dir,
        })
    }

    /// Opens a cgroup that was found, and finds what is right below it.
    fn open(&mut self, at: usize) -> Result<(u64, OwnedFd), Errno> {
        let root = self.root.as_ref().ok_or(Errno::NOENT)?;
        let path: &[u8] = match &*self.paths[at] {
            b"" => b".",
            path => path,
        };
        let flags = OFlags::RDONLY | OFlags::DIRECTORY | OFlags::NOFOLLOW | OFlags::CLOEXEC;
        let dir = openat(root, path, flags, Mode::empty())?;
        let stat = fstat(&dir)?;
        // Each directory below counts as a link, beside the two that every directory has.
        if stat.st_nlink != 2 {
            self.find_below(at, &dir)?;
        }
        Ok((stat.st_ino, dir))
    }

    fn find_below(&mut self, at: usize, dir: &OwnedFd) -> Result<(), Errno> {
        let mut room = std::mem::take(&mut self.room);
        let mut entries = RawDir::new(dir, &mut room);
        let result = loop {
            match entries.next() {
                None => break Ok(()),
                Some(Err(errno)) => break Err(errno),
                Some(Ok(entry)) => {
                    let name = entry.file_name().to_bytes();
                    if entry.file_type() == FileType::Directory && name != b"." && name != b".." {
                        self.add(Some(at), name);
                    }
                }
            }
        };
        self.room = room;
        result
    }

    fn add(&mut self, parent: Option<usize>, name: &[u8]) {
        if self.paths.len() == self.n_found {
            self.paths.push(Vec::new());
        }
        let (found, free) = self.paths.split_at_mut(self.n_found);
        let Some(path) = free.first_mut() else {
            return;
        };
        path.clear();
        if let Some(parent) = parent.map(|it| &found[it]).filter(|it| !it.is_empty()) {
            path.extend_from_slice(parent);
            path.push(b'/');
        }
        path.extend_from_slice(name);
        self.n_found += 1;
    }
}

impl Cgroup<'_> {
    /// The text of one of its files.
    pub(crate) fn read<'b>(&self, name: &str, buffer: &'b mut Buffer) -> Result<&'b [u8], Errno> {
        let flags = OFlags::RDONLY | OFlags::CLOEXEC;
        let file = openat(&self.dir, name, flags, Mode::empty())?;
        buffer.read_piece(file)?;
        Ok(buffer.text())
    }

    /// Whether it is all of the machine, and not a part that is shown as a root to those inside.
    pub(crate) fn is_machine(&self) -> bool {
        let has =
            |name: &str| rustix::fs::statat(&self.dir, name, rustix::fs::AtFlags::empty()).is_ok();
        self.path.is_empty() && !has("cgroup.type")
    }
}

impl fmt::Debug for CgroupTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list()
            .entries(
                self.paths[..self.n_found]
                    .iter()
                    .map(|it| it.escape_ascii().to_string()),
            )
            .finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk(tree: &mut CgroupTree, root: &Root) -> Vec<String> {
        tree.begin(root).unwrap();
        let mut paths = Vec::new();
        while let Some(cgroup) = tree.next() {
            paths.push(String::from_utf8(cgroup.path.to_vec()).unwrap());
        }
        paths.sort();
        paths
    }

    /// Check that all cgroups are walked, the root among them, and that those which went are not walked again.
    #[test]
    fn cgroups_come_and_go() {
        let dir = tempfile::tempdir().unwrap();
        let mount = dir.path().join("sys/fs/cgroup");
        std::fs::create_dir_all(mount.join("a/b/c")).unwrap();
        std::fs::create_dir(mount.join("d")).unwrap();
        std::fs::write(mount.join("a/cpu.stat"), "usage_usec 1\n").unwrap();
        let root = Root::open(dir.path()).unwrap();
        let mut tree = CgroupTree::new();
        assert!(!CgroupTree::is_mounted(&root));
        let error = tree.begin(&root).unwrap_err();
        assert_eq!(
            error.to_string(),
            "/sys/fs/cgroup/cgroup.controllers: not there"
        );
        std::fs::write(mount.join("cgroup.controllers"), "cpu\n").unwrap();
        assert_eq!(walk(&mut tree, &root), ["", "a", "a/b", "a/b/c", "d"]);
        std::fs::remove_dir_all(mount.join("a/b")).unwrap();
        assert_eq!(walk(&mut tree, &root), ["", "a", "d"]);
        assert_eq!(tree.paths.len(), 5);
    }

    /// Check that version 2 is found beside version 1, and that a cgroup which goes while it is walked is passed over.
    #[test]
    fn beside_version_1() {
        let dir = tempfile::tempdir().unwrap();
        let mount = dir.path().join("sys/fs/cgroup/unified");
        std::fs::create_dir_all(mount.join("a")).unwrap();
        std::fs::write(mount.join("cgroup.controllers"), "").unwrap();
        let root = Root::open(dir.path()).unwrap();
        let mut tree = CgroupTree::new();
        tree.begin(&root).unwrap();
        assert!(tree.next().unwrap().is_machine());
        std::fs::remove_dir(mount.join("a")).unwrap();
        assert!(tree.next().is_none());
    }
}
