//! `/proc/swaps`: the swap areas (proc_swaps(5)).

use super::fields::{lines, number, words};

/// One area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Area<'a> {
    /// Device or file; blanks in it are octal escapes.
    pub(crate) filename: &'a [u8],
    pub(crate) size_kib: u64,
    pub(crate) used_kib: u64,
}

/// The areas, without the head line and without lines that make no sense.
pub(crate) fn areas(text: &[u8]) -> impl Iterator<Item = Area<'_>> {
    lines(text).filter_map(|line| {
        let mut words = words(line);
        let filename = words.next()?;
        let size_kib = number(words.nth(1)?)?;
        let used_kib = number(words.next()?)?;
        Some(Area {
            filename,
            size_kib,
            used_kib,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that the head is passed over, and lines cut short.
    #[test]
    fn areas_of_swap() {
        let text = b"Filename\t\t\tType\t\tSize\tUsed\tPriority\n/dev/sda2   partition\t100\t25\t-2\n/swap file\n";
        let area = Area {
            filename: b"/dev/sda2",
            size_kib: 100,
            used_kib: 25,
        };
        assert_eq!(areas(text).collect::<Vec<_>>(), [area]);
    }
}
