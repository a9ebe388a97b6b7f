//! The filesystems that store something, each device once: the instances of LogicalDisk and Filesystem Inodes.

use rustix::fs::StatVfs;

use crate::instance_name::write_mount_point;
use crate::read::proc_mountinfo::{self, Mount};
use crate::read::{KernelFile, ReadError, Root};

const PATH: &str = "proc/self/mountinfo";

/// Filesystems that store nothing, or only in memory.
const NO_STORE: &[&str] = &[
    "autofs",
    "binder",
    "binfmt_misc",
    "bpf",
    "cgroup",
    "cgroup2",
    "configfs",
    "debugfs",
    "devpts",
    "devtmpfs",
    "efivarfs",
    "fusectl",
    "fuse.gvfsd-fuse",
    "fuse.lxcfs",
    "fuse.portal",
    "hugetlbfs",
    "mqueue",
    "nsfs",
    "proc",
    "pstore",
    "ramfs",
    "rpc_pipefs",
    "securityfs",
    "selinuxfs",
    "smackfs",
    "sysfs",
    "tmpfs",
    "tracefs",
];

/// Major and minor number.
pub(super) type DeviceNumber = (u64, u64);

/// The list of mounts, and room that is kept.
pub(super) struct Stores {
    mountinfo: KernelFile,
    seen: Vec<DeviceNumber>,
    path: Vec<u8>,
    name: String,
}

/// One filesystem, at its first mount point.
pub(super) struct Store<'a> {
    pub(super) device: DeviceNumber,
    pub(super) path: &'a [u8],
    /// The path as the name of an instance.
    pub(super) name: &'a str,
}

impl Default for Stores {
    fn default() -> Self {
        Self {
            mountinfo: KernelFile::new(PATH),
            seen: Vec::new(),
            path: Vec::new(),
            name: String::new(),
        }
    }
}

impl Stores {
    /// Whether the mounts can be told at all.
    pub(super) fn are_there(root: &Root) -> bool {
        root.has(PATH)
    }

    /// Gives each filesystem to `visit`, in the order of the mounts.
    pub(super) fn visit(
        &mut self,
        root: &Root,
        mut visit: impl FnMut(&Store<'_>),
    ) -> Result<(), ReadError> {
        self.seen.clear();
        for mount in proc_mountinfo::mounts(self.mountinfo.read(root)?) {
            if !has_store(&mount) || self.seen.contains(&mount.device) {
                continue;
            }
            self.seen.push(mount.device);
            proc_mountinfo::unescape(&mut self.path, mount.mount_point);
            write_mount_point(&mut self.name, &self.path);
            visit(&Store {
                device: mount.device,
                path: &self.path,
                name: &self.name,
            });
        }
        Ok(())
    }

    /// The devices of the filesystems visited last.
    pub(super) fn devices(&self) -> &[DeviceNumber] {
        &self.seen
    }
}

impl Store<'_> {
    /// Asks the filesystem, which may take for ever; a failure is told to `notes`.
    pub(super) fn ask(&self, root: &Root, notes: &mut Vec<String>) -> Option<StatVfs> {
        root.statvfs(self.path)
            .map_err(|errno| notes.push(format!("{}: {errno}", String::from_utf8_lossy(self.path))))
            .ok()
    }
}

fn has_store(mount: &Mount<'_>) -> bool {
    !NO_STORE.iter().any(|it| it.as_bytes() == mount.fs_type)
}
