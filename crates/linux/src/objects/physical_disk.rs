//! PhysicalDisk (234): whole devices, `_Total` last.

use perfhive_catalog::{ObjectTable, physical_disk as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};
use rustix::io::Errno;

use super::Object;
use super::disk_values::{DiskValues, WideTimes};
use super::fingerprint::Fingerprint;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::proc_diskstats;
use crate::read::{ReadError, Root};

/// The devices seen so far.
#[derive(Default)]
pub(super) struct PhysicalDisk {
    devices: Vec<Device>,
    name: String,
}

/// A device of `/proc/diskstats`, and what is kept of it.
struct Device {
    name: Vec<u8>,
    is_disk: bool,
    times: WideTimes,
}

impl Object for PhysicalDisk {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        _wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let sample = kernel.sample();
        let now_100ns = u64::try_from(kernel.now().0).unwrap_or(0);
        let text = kernel.diskstats.text(&kernel.root, sample)?;
        let mut total = DiskValues::default();
        let mut members = Fingerprint::default();
        let (mut n_disks, mut n_devices) = (0, 0);
        for (name, stats) in proc_diskstats::devices(text) {
            n_devices += 1;
            let device = device(&mut self.devices, &kernel.root, name)?;
            if !device.is_disk {
                continue;
            }
            let values = device.times.values(&stats, now_100ns);
            write_name(&mut self.name, name);
            let mut to = out.instance(&InstanceName::named(&self.name));
            values.write(now_100ns, 1, 0, &mut to);
            total.add(&values);
            members.add(name);
            n_disks += 1;
        }
        if self.devices.len() > n_devices {
            let is_there = |name: &[u8]| proc_diskstats::devices(text).any(|(it, _)| it == name);
            self.devices.retain(|device| is_there(&device.name));
        }
        let name = InstanceName {
            unique_id: members.unique_id(),
            ..InstanceName::named("_Total")
        };
        total.write(now_100ns, n_disks.max(1), 0, &mut out.instance(&name));
        Ok(())
    }
}

/// What is kept of a device; whether it is a whole disk is looked up when it is first seen.
fn device<'a>(
    devices: &'a mut Vec<Device>,
    root: &Root,
    name: &[u8],
) -> Result<&'a mut Device, ReadError> {
    let position = match devices.iter().position(|it| it.name == name) {
        Some(position) => position,
        None => {
            let is_disk = is_physical_disk(root, name)?;
            devices.push(Device {
                name: name.to_vec(),
                is_disk,
                times: WideTimes::default(),
            });
            devices.len() - 1
        }
    };
    Ok(&mut devices[position])
}

/// Partitions are not below `/sys/block`; devices made of others are links into `devices/virtual`.
pub(super) fn is_physical_disk(root: &Root, name: &[u8]) -> Result<bool, ReadError> {
    let name = String::from_utf8_lossy(name).replace('/', "!");
    let path = format!("sys/block/{name}");
    match root.read_link(&path) {
        Ok(target) => Ok(!target.windows(9).any(|it| it == b"/virtual/")),
        Err(Errno::NOENT) => {
            // Without /sys nothing can be told apart: better no object than every partition counted twice.
            root.open_dir("sys/block")
                .map(|_| false)
                .map_err(|errno| ReadError {
                    path: "sys/block".into(),
                    kind: errno.into(),
                })
        }
        // Kernels without links have directories here.
        Err(Errno::INVAL) => Ok(true),
        Err(errno) => Err(ReadError {
            path,
            kind: errno.into(),
        }),
    }
}
