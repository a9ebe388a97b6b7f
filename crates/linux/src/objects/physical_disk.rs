//! PhysicalDisk (234): whole devices, `_Total` last.

use perfhive_catalog::{ObjectTable, physical_disk as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};
use rustix::io::Errno;

use super::Object;
use super::disk_values::{DiskValues, WideTimes};
use super::fingerprint::Fingerprint;
use super::seen::Seen;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::proc_diskstats;
use crate::read::{ReadError, Root};

/// The devices seen so far.
#[derive(Default)]
pub(super) struct PhysicalDisk {
    devices: Seen<Device>,
    name: String,
}

/// A device of `/proc/diskstats`, and what is kept of it.
struct Device {
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
        let mut n_disks = 0;
        for (name, stats) in proc_diskstats::devices(text) {
            let device = self
                .devices
                .get_or_make(name, || Device::look_up(&kernel.root, name))?;
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
        self.devices
            .keep(|| proc_diskstats::devices(text).map(|(name, _)| name));
        let name = members.named("_Total");
        total.write(now_100ns, n_disks.max(1), 0, &mut out.instance(&name));
        Ok(())
    }
}

impl Device {
    /// A device that is seen for the first time: is it a whole disk?
    fn look_up(root: &Root, name: &[u8]) -> Result<Self, ReadError> {
        Ok(Self {
            is_disk: is_physical_disk(root, name)?,
            times: WideTimes::default(),
        })
    }
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
