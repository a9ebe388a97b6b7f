//! `/sys/devices/system/node`: the nodes there are, and the processors and `meminfo` of each.

use super::fields::{lines, number, words};

/// No kernel is built for more processors than this, nor for as many nodes.
const MOST_IDS: u32 = 8192;

/// The numbers of a list of ranges, as `0-3,8`: nodes of `online`, processors of `cpulist`.
pub(crate) fn ids(text: &[u8]) -> impl Iterator<Item = u32> {
    text.trim_ascii().split(|it| *it == b',').flat_map(|range| {
        let mut ends = range.splitn(2, |it| *it == b'-').map(number);
        let first = ends.next().flatten();
        let last = ends.next().unwrap_or(first);
        let first_and_last = first.zip(last).and_then(|(first, last)| {
            let last = u32::try_from(last).ok().filter(|it| *it < MOST_IDS)?;
            Some((u32::try_from(first).ok()?, last))
        });
        first_and_last
            .into_iter()
            .flat_map(|(first, last)| first..=last)
    })
}

/// The value of a key in bytes; lines begin with the node they are of, and give KiB.
pub(crate) fn meminfo_bytes(text: &[u8], key: &str) -> Option<u64> {
    lines(text).find_map(|line| {
        let mut words = words(line).skip(2);
        let is_it = words.next()?.strip_suffix(b":")? == key.as_bytes();
        is_it.then(|| number(words.next()?)?.checked_mul(1024))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check single numbers, ranges and their order, and that no list is longer than a kernel can make it.
    #[test]
    fn lists_of_ranges() {
        let ids = |text: &[u8]| super::ids(text).collect::<Vec<_>>();
        assert_eq!(ids(b"0\n"), [0]);
        assert_eq!(ids(b"0-2,5,7-8\n"), [0, 1, 2, 5, 7, 8]);
        assert_eq!(ids(b"3-1,x,4-,-5,6\n"), [6]);
        assert_eq!(ids(b""), [0; 0]);
        assert_eq!(ids(b"0-4294967295"), [0; 0]);
    }

    /// Check that keys are matched whole behind the node, and KiB become bytes.
    #[test]
    fn memory_of_a_node() {
        let text = b"Node 0 MemTotal:  8 kB\nNode 0 SwapCached:   5 kB\nNode 0 HugePages_Total:  0\nNode 0\n";
        assert_eq!(meminfo_bytes(text, "MemTotal"), Some(8192));
        assert_eq!(meminfo_bytes(text, "Cached"), None);
    }
}
