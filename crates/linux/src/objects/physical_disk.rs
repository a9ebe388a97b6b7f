//! PhysicalDisk (234): whole devices, `_Total` last.

use perfhive_catalog::{ObjectTable, physical_disk as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};
use rustix::io::Errno;

use super::Object;
use super::fingerprint::Fingerprint;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::proc_diskstats::{self, DiskStats};
use crate::read::{ReadError, Root};

/// Sectors of `/proc/diskstats` are of 512 bytes, whatever the device says.
pub(super) const SECTOR_BYTES: u64 = 512;

const MS_TO_100NS: u64 = 10_000;

/// The devices seen so far.
#[derive(Default)]
pub(super) struct PhysicalDisk {
    devices: Vec<Device>,
    name: String,
}

/// A device of `/proc/diskstats`, and its times made wider than the kernel prints them.
struct Device {
    name: Vec<u8>,
    is_disk: bool,
    reading_ms: WideMs,
    writing_ms: WideMs,
    io_ms: WideMs,
}

/// A count that the kernel prints modulo 2^32: 49 days of milliseconds.
#[derive(Clone, Copy, Default)]
struct WideMs {
    last: u64,
    high: u64,
}

impl WideMs {
    fn widen(&mut self, low: u64) -> u64 {
        const HALF: u64 = 1 << 31;
        // A step back of more than half the range is a step over its end; any other is a device made anew.
        if low < self.last && self.last - low > HALF && self.last < 2 * HALF {
            self.high = self.high.saturating_add(2 * HALF);
        }
        self.last = low;
        self.high.saturating_add(low)
    }
}

/// Raw values in the counters' units.
#[derive(Clone, Copy, Default)]
struct Values {
    in_flight: u64,
    reading_100ns: u64,
    writing_100ns: u64,
    idle_100ns: u64,
    reads: u64,
    writes: u64,
    read_bytes: u64,
    written_bytes: u64,
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
        let mut total = Values::default();
        let mut members = Fingerprint::default();
        let (mut n_disks, mut n_devices) = (0, 0);
        for (name, stats) in proc_diskstats::devices(text) {
            n_devices += 1;
            let device = device(&mut self.devices, &kernel.root, name)?;
            if !device.is_disk {
                continue;
            }
            let values = device.values(&stats, now_100ns);
            write_name(&mut self.name, name);
            values.write(now_100ns, 1, &InstanceName::named(&self.name), out);
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
        total.write(now_100ns, n_disks.max(1), &name, out);
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
            let (reading_ms, writing_ms, io_ms) = Default::default();
            devices.push(Device {
                name: name.to_vec(),
                is_disk,
                reading_ms,
                writing_ms,
                io_ms,
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

impl Device {
    fn values(&mut self, stats: &DiskStats, now_100ns: u64) -> Values {
        let io_100ns = self.io_ms.widen(stats.io_ms).saturating_mul(MS_TO_100NS);
        Values {
            in_flight: stats.in_flight,
            reading_100ns: self
                .reading_ms
                .widen(stats.reading_ms)
                .saturating_mul(MS_TO_100NS),
            writing_100ns: self
                .writing_ms
                .widen(stats.writing_ms)
                .saturating_mul(MS_TO_100NS),
            idle_100ns: now_100ns.saturating_sub(io_100ns),
            reads: stats.reads,
            writes: stats.writes,
            read_bytes: stats.sectors_read.saturating_mul(SECTOR_BYTES),
            written_bytes: stats.sectors_written.saturating_mul(SECTOR_BYTES),
        }
    }
}

impl Values {
    fn add(&mut self, other: &Self) {
        self.in_flight = self.in_flight.saturating_add(other.in_flight);
        self.reading_100ns = self.reading_100ns.saturating_add(other.reading_100ns);
        self.writing_100ns = self.writing_100ns.saturating_add(other.writing_100ns);
        self.idle_100ns = self.idle_100ns.saturating_add(other.idle_100ns);
        self.reads = self.reads.saturating_add(other.reads);
        self.writes = self.writes.saturating_add(other.writes);
        self.read_bytes = self.read_bytes.saturating_add(other.read_bytes);
        self.written_bytes = self.written_bytes.saturating_add(other.written_bytes);
    }

    /// Writes the values of `n_disks` disks added up: shares as their mean, all else as the sum. This is what real
    /// blocks of machines with several disks hold.
    fn write(
        &self,
        now_100ns: u64,
        n_disks: u64,
        name: &InstanceName<'_>,
        out: &mut ObjectWriter<'_>,
    ) {
        let both_100ns = self.reading_100ns.saturating_add(self.writing_100ns);
        let transfers = self.reads.saturating_add(self.writes);
        let bytes = self.read_bytes.saturating_add(self.written_bytes);
        let mut values = out.instance(name);
        let mut set = |position, value| values.set(position, value);
        set(at::CURRENT_DISK_QUEUE_LENGTH, self.in_flight);
        for (position, base, share) in [
            (at::DISK_TIME, at::DISK_TIME_BASE, both_100ns),
            (
                at::DISK_READ_TIME,
                at::DISK_READ_TIME_BASE,
                self.reading_100ns,
            ),
            (
                at::DISK_WRITE_TIME,
                at::DISK_WRITE_TIME_BASE,
                self.writing_100ns,
            ),
            (at::IDLE_TIME, at::IDLE_TIME_BASE, self.idle_100ns),
        ] {
            set(position, share / n_disks);
            set(base, now_100ns);
        }
        set(at::AVG_DISK_QUEUE_LENGTH, both_100ns);
        set(at::AVG_DISK_READ_QUEUE_LENGTH, self.reading_100ns);
        set(at::AVG_DISK_WRITE_QUEUE_LENGTH, self.writing_100ns);
        for (position, base, sum, count) in [
            // AVERAGE_TIMER counts in ticks of PerfFreq, which the hive sets to 100 ns.
            (
                at::AVG_DISK_SEC_TRANSFER,
                at::AVG_DISK_SEC_TRANSFER_BASE,
                both_100ns,
                transfers,
            ),
            (
                at::AVG_DISK_SEC_READ,
                at::AVG_DISK_SEC_READ_BASE,
                self.reading_100ns,
                self.reads,
            ),
            (
                at::AVG_DISK_SEC_WRITE,
                at::AVG_DISK_SEC_WRITE_BASE,
                self.writing_100ns,
                self.writes,
            ),
            (
                at::AVG_DISK_BYTES_TRANSFER,
                at::AVG_DISK_BYTES_TRANSFER_BASE,
                bytes,
                transfers,
            ),
            (
                at::AVG_DISK_BYTES_READ,
                at::AVG_DISK_BYTES_READ_BASE,
                self.read_bytes,
                self.reads,
            ),
            (
                at::AVG_DISK_BYTES_WRITE,
                at::AVG_DISK_BYTES_WRITE_BASE,
                self.written_bytes,
                self.writes,
            ),
        ] {
            set(position, sum);
            set(base, count);
        }
        set(at::DISK_TRANSFERS, transfers);
        set(at::DISK_READS, self.reads);
        set(at::DISK_WRITES, self.writes);
        set(at::DISK_BYTES, bytes);
        set(at::DISK_READ_BYTES, self.read_bytes);
        set(at::DISK_WRITE_BYTES, self.written_bytes);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that a wrap of the kernel's 32 bits goes on, and a device made anew steps back.
    #[test]
    fn wide_milliseconds() {
        let mut ms = WideMs::default();
        assert_eq!(ms.widen(4_294_967_000), 4_294_967_000);
        assert_eq!(ms.widen(704), 4_294_968_000);
        assert_eq!(ms.widen(900), 4_294_968_196);
        assert_eq!(ms.widen(0), 4_294_967_296);
    }
}
