//! What PhysicalDisk and LogicalDisk say of a device, out of its line in `/proc/diskstats`.

use perfhive_catalog::{logical_disk, physical_disk as at};
use perfhive_winperf::CounterValues;

use crate::read::proc_diskstats::DiskStats;

/// Sectors of `/proc/diskstats` are of 512 bytes, whatever the device says.
pub(super) const SECTOR_BYTES: u64 = 512;

const MS_TO_100NS: u64 = 10_000;

/// How much further behind the same counters stand in LogicalDisk, which has free space before them.
pub(super) const IN_LOGICAL_DISK: usize =
    logical_disk::CURRENT_DISK_QUEUE_LENGTH - at::CURRENT_DISK_QUEUE_LENGTH;

/// The times of a device, made wider than the kernel prints them.
#[derive(Clone, Copy, Default)]
pub(super) struct WideTimes {
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
pub(super) struct DiskValues {
    in_flight: u64,
    reading_100ns: u64,
    writing_100ns: u64,
    idle_100ns: u64,
    reads: u64,
    writes: u64,
    read_bytes: u64,
    written_bytes: u64,
}

impl WideTimes {
    pub(super) fn values(&mut self, stats: &DiskStats, now_100ns: u64) -> DiskValues {
        let io_100ns = self.io_ms.widen(stats.io_ms).saturating_mul(MS_TO_100NS);
        DiskValues {
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

impl DiskValues {
    pub(super) fn add(&mut self, other: &Self) {
        self.in_flight = self.in_flight.saturating_add(other.in_flight);
        self.reading_100ns = self.reading_100ns.saturating_add(other.reading_100ns);
        self.writing_100ns = self.writing_100ns.saturating_add(other.writing_100ns);
        self.idle_100ns = self.idle_100ns.saturating_add(other.idle_100ns);
        self.reads = self.reads.saturating_add(other.reads);
        self.writes = self.writes.saturating_add(other.writes);
        self.read_bytes = self.read_bytes.saturating_add(other.read_bytes);
        self.written_bytes = self.written_bytes.saturating_add(other.written_bytes);
    }

    /// Sets the values of `n_disks` disks added up: shares as their mean, all else as the sum. This is what real blocks
    /// of machines with several disks hold. `shift` is 0 in PhysicalDisk.
    pub(super) fn write(
        &self,
        now_100ns: u64,
        n_disks: u64,
        shift: usize,
        values: &mut CounterValues<'_>,
    ) {
        let both_100ns = self.reading_100ns.saturating_add(self.writing_100ns);
        let transfers = self.reads.saturating_add(self.writes);
        let bytes = self.read_bytes.saturating_add(self.written_bytes);
        let mut set = |position: usize, value| values.set(position + shift, value);
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
