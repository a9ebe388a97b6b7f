//! LogicalDisk (236): mounted filesystems, and the devices behind them, `_Total` last.
//!
//! To ask a filesystem for its space may take for ever when its server is gone. This object therefore belongs to a
//! provider of its own.

use std::ffi::CString;

use perfhive_catalog::{ObjectTable, logical_disk as at};
use perfhive_winperf::{CounterValues, InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::disk_values::{DiskValues, IN_LOGICAL_DISK, WideTimes};
use super::fingerprint::Fingerprint;
use crate::instance_name::write_mount_point;
use crate::kernel::Kernel;
use crate::read::proc_mountinfo::{self, Mount};
use crate::read::{KernelFile, ReadError, Root, proc_diskstats};

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

const FREE_SPACE: &[usize] = &[at::FREE_SPACE, at::FREE_MEGABYTES];

pub(super) struct LogicalDisk {
    mountinfo: KernelFile,
    /// The devices seen so far, with their times.
    devices: Vec<((u64, u64), WideTimes)>,
    seen: Vec<(u64, u64)>,
    path: Vec<u8>,
    name: String,
}

impl Default for LogicalDisk {
    fn default() -> Self {
        Self {
            mountinfo: KernelFile::new(PATH),
            devices: Vec::new(),
            seen: Vec::new(),
            path: Vec::new(),
            name: String::new(),
        }
    }
}

/// Space in MiB.
#[derive(Clone, Copy)]
struct Space {
    free_mib: u64,
    size_mib: u64,
}

impl Object for LogicalDisk {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has(PATH)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let Self {
            mountinfo,
            devices,
            seen,
            path,
            name,
        } = self;
        let sample = kernel.sample();
        let now_100ns = u64::try_from(kernel.now().0).unwrap_or(0);
        let wants_space = super::wants(&at::OBJECT, wanted, FREE_SPACE);
        // Without it only the counters of devices are absent.
        let diskstats = kernel
            .diskstats
            .text(&kernel.root, sample)
            .unwrap_or_default();
        let mut total = Total {
            space: wants_space.then_some(Space {
                free_mib: 0,
                size_mib: 0,
            }),
            ..Total::default()
        };
        seen.clear();
        for mount in proc_mountinfo::mounts(mountinfo.read(&kernel.root)?) {
            if !has_store(&mount) || seen.contains(&mount.device) {
                continue;
            }
            seen.push(mount.device);
            proc_mountinfo::unescape(path, mount.mount_point);
            write_mount_point(name, path);
            let space = if wants_space {
                space(&kernel.root, path, notes)
            } else {
                None
            };
            let stats = proc_diskstats::of_device(diskstats, mount.device);
            let values = stats.map(|it| times(devices, mount.device).values(&it, now_100ns));
            let mut to = out.instance(&InstanceName::named(name));
            write_space(space, &mut to);
            if let Some(values) = values {
                values.write(now_100ns, 1, IN_LOGICAL_DISK, &mut to);
            }
            total.add(path, space, values.as_ref());
        }
        devices.retain(|(device, _)| seen.contains(device));
        let unique_id = total.members.unique_id();
        let mut to = out.instance(&InstanceName {
            unique_id,
            ..InstanceName::named("_Total")
        });
        write_space(total.space, &mut to);
        if total.n_disks > 0 {
            total
                .values
                .write(now_100ns, total.n_disks, IN_LOGICAL_DISK, &mut to);
        }
        Ok(())
    }
}

fn has_store(mount: &Mount<'_>) -> bool {
    !NO_STORE.iter().any(|it| it.as_bytes() == mount.fs_type)
}

fn times(devices: &mut Vec<((u64, u64), WideTimes)>, device: (u64, u64)) -> &mut WideTimes {
    let position = devices
        .iter()
        .position(|(it, _)| *it == device)
        .unwrap_or_else(|| {
            devices.push((device, WideTimes::default()));
            devices.len() - 1
        });
    &mut devices[position].1
}

/// What programs without privilege can fill and can use at all, as df(1) counts.
fn space(root: &Root, path: &[u8], notes: &mut Vec<String>) -> Option<Space> {
    let told =
        |error: &dyn std::fmt::Display| format!("{}: {error}", String::from_utf8_lossy(path));
    let path = CString::new(path).ok()?;
    match root.statvfs(&path) {
        Ok(it) => {
            let mib = |blocks: u64| blocks.saturating_mul(it.f_frsize.max(1)) >> 20;
            let used = it.f_blocks.saturating_sub(it.f_bfree);
            Some(Space {
                free_mib: mib(it.f_bavail),
                size_mib: mib(used.saturating_add(it.f_bavail)),
            })
        }
        Err(errno) => {
            notes.push(told(&errno));
            None
        }
    }
}

/// A filesystem of no size at all (some of the network's) has no share that is free.
fn write_space(space: Option<Space>, to: &mut CounterValues<'_>) {
    if let Some(space) = space.filter(|it| it.size_mib > 0) {
        let (part, whole) = super::fraction::fraction_of_dwords(space.free_mib, space.size_mib);
        to.set(at::FREE_SPACE, part);
        to.set(at::FREE_SPACE_BASE, whole);
        to.set(at::FREE_MEGABYTES, space.free_mib);
    }
}

/// The sum over all filesystems; space with a part missing is missing.
#[derive(Default)]
struct Total {
    space: Option<Space>,
    values: DiskValues,
    n_disks: u64,
    members: Fingerprint,
}

impl Total {
    fn add(&mut self, path: &[u8], space: Option<Space>, values: Option<&DiskValues>) {
        self.members.add(path);
        self.space = self.space.zip(space).map(|(sum, it)| Space {
            free_mib: sum.free_mib.saturating_add(it.free_mib),
            size_mib: sum.size_mib.saturating_add(it.size_mib),
        });
        if let Some(values) = values {
            self.values.add(values);
            self.n_disks += 1;
        }
    }
}
