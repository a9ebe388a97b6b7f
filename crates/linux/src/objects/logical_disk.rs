//! LogicalDisk (236): mounted filesystems, and the devices behind them, `_Total` last.
//!
//! To ask a filesystem for its space may take for ever when its server is gone. This object therefore belongs to a
//! provider of its own.

use perfhive_catalog::{ObjectTable, logical_disk as at};
use perfhive_winperf::{CounterValues, InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::disk_values::{DiskValues, IN_LOGICAL_DISK, WideTimes};
use super::fingerprint::Fingerprint;
use super::stores::{DeviceNumber, Store, Stores};
use crate::kernel::Kernel;
use crate::read::{ReadError, Root, proc_diskstats};

const FREE_SPACE: &[usize] = &[at::FREE_SPACE, at::FREE_MEGABYTES];

#[derive(Default)]
pub(super) struct LogicalDisk {
    stores: Stores,
    /// The devices seen so far, with their times.
    devices: Vec<(DeviceNumber, WideTimes)>,
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
        Stores::are_there(root)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let Self { stores, devices } = self;
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
        stores.visit(&kernel.root, |store| {
            let space = if wants_space {
                space(&kernel.root, store, notes)
            } else {
                None
            };
            let stats = proc_diskstats::of_device(diskstats, store.device);
            let values = stats.map(|it| times(devices, store.device).values(&it, now_100ns));
            let mut to = out.instance(&InstanceName::named(store.name));
            write_space(space, &mut to);
            if let Some(values) = values {
                values.write(now_100ns, 1, IN_LOGICAL_DISK, &mut to);
            }
            total.add(store.path, space, values.as_ref());
        })?;
        devices.retain(|(device, _)| stores.devices().contains(device));
        let mut to = out.instance(&total.members.named("_Total"));
        write_space(total.space, &mut to);
        if total.n_disks > 0 {
            total
                .values
                .write(now_100ns, total.n_disks, IN_LOGICAL_DISK, &mut to);
        }
        Ok(())
    }
}

fn times(devices: &mut Vec<(DeviceNumber, WideTimes)>, device: DeviceNumber) -> &mut WideTimes {
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
fn space(root: &Root, store: &Store<'_>, notes: &mut Vec<String>) -> Option<Space> {
    let it = store.ask(root, notes)?;
    let mib = |blocks: u64| blocks.saturating_mul(it.f_frsize.max(1)) >> 20;
    let used = it.f_blocks.saturating_sub(it.f_bfree);
    Some(Space {
        free_mib: mib(it.f_bavail),
        size_mib: mib(used.saturating_add(it.f_bavail)),
    })
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
