//! `/proc/diskstats`: what each block device did (Documentation/admin-guide/iostats.rst).

use super::fields::{lines, number, words};

/// The fields that all kernels since 2.6.25 have. Times are in ms and wrap at 2^32, as the kernel prints them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct DiskStats {
    pub(crate) reads: u64,
    pub(crate) sectors_read: u64,
    pub(crate) reading_ms: u64,
    pub(crate) writes: u64,
    pub(crate) sectors_written: u64,
    pub(crate) writing_ms: u64,
    pub(crate) in_flight: u64,
    pub(crate) io_ms: u64,
}

/// Every device of the file, partitions too.
pub(crate) fn devices(text: &[u8]) -> impl Iterator<Item = (&[u8], DiskStats)> {
    lines(text).filter_map(|line| {
        let mut words = words(line);
        let name = words.nth(2)?;
        let mut fields = [0; 10];
        for field in &mut fields {
            *field = number(words.next()?)?;
        }
        let [
            reads,
            _,
            sectors_read,
            reading_ms,
            writes,
            _,
            sectors_written,
            writing_ms,
            in_flight,
            io_ms,
        ] = fields;
        let stats = DiskStats {
            reads,
            sectors_read,
            reading_ms,
            writes,
            sectors_written,
            writing_ms,
            in_flight,
            io_ms,
        };
        Some((name, stats))
    })
}

/// The device of these numbers.
pub(crate) fn of_device(text: &[u8], (major, minor): (u64, u64)) -> Option<DiskStats> {
    let is_it = |line: &&[u8]| {
        let mut numbers = words(line).map(number);
        numbers.next() == Some(Some(major)) && numbers.next() == Some(Some(minor))
    };
    let line = lines(text).find(is_it)?;
    devices(line).next().map(|(_, stats)| stats)
}

/// What the kernel did with requests before the device saw them. Fields that newer kernels added are optional.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct QueueStats {
    pub(crate) reads_merged: u64,
    pub(crate) writes_merged: u64,
    pub(crate) discards: Option<u64>,
    pub(crate) sectors_discarded: Option<u64>,
    pub(crate) flushes: Option<u64>,
}

/// The same devices as [`devices`], by what was done to their queues.
pub(crate) fn queues(text: &[u8]) -> impl Iterator<Item = (&[u8], QueueStats)> {
    lines(text).filter_map(|line| {
        let mut words = words(line);
        let name = words.nth(2)?;
        let mut fields = [None; 17];
        for (field, word) in fields.iter_mut().zip(words) {
            *field = Some(number(word)?);
        }
        fields[10]?;
        let stats = QueueStats {
            reads_merged: fields[1]?,
            writes_merged: fields[5]?,
            discards: fields[11],
            sectors_discarded: fields[13],
            flushes: fields[15],
        };
        Some((name, stats))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check the fields that each kernel has.
    #[test]
    fn queues_of_all_kernels() {
        let text = b"8 0 a 1 2 3 4 5 6 7 8 9 10 11\n8 0 b 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15\n8 0 c 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n8 0 d 1 2 3\n8 0 e 1 2 3 4 5 6 x 8 9 10 11\n";
        let stats = |discards, sectors_discarded, flushes| QueueStats {
            reads_merged: 2,
            writes_merged: 6,
            discards,
            sectors_discarded,
            flushes,
        };
        let expected = [
            (&b"a"[..], stats(None, None, None)),
            (b"b", stats(Some(12), Some(14), None)),
            (b"c", stats(Some(12), Some(14), Some(16))),
        ];
        assert_eq!(queues(text).collect::<Vec<_>>(), expected);
    }

    /// Check that lines of 14 and 20 fields give the same, and short or broken ones nothing.
    #[test]
    fn lines_of_all_kernels() {
        let text = b"   8   0 sda 1 2 3 4 5 6 7 8 9 10 11\n 8 1 sda1 1 2 3\n259 0 nvme0n1 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17\n 8 2 x 1 2 3 4 5 6 7 8 9 y 11\n";
        let stats = DiskStats {
            reads: 1,
            sectors_read: 3,
            reading_ms: 4,
            writes: 5,
            sectors_written: 7,
            writing_ms: 8,
            in_flight: 9,
            io_ms: 10,
        };
        let devices = devices(text).collect::<Vec<_>>();
        assert_eq!(devices, [(&b"sda"[..], stats), (&b"nvme0n1"[..], stats)]);
    }
}
