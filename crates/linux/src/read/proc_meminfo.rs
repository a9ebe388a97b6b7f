//! `/proc/meminfo`: how memory is used (Documentation/filesystems/proc.rst, "meminfo").

use super::fields::{lines, numbers};

/// The value of a key in bytes; the file gives KiB.
pub(crate) fn bytes(text: &[u8], key: &str) -> Option<u64> {
    lines(text).find_map(|line| {
        let rest = line.strip_prefix(key.as_bytes())?.strip_prefix(b":")?;
        numbers(rest).next()?.checked_mul(1024)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that a key is matched whole and its KiB become bytes.
    #[test]
    fn keys_and_units() {
        let text = b"MemTotal:  8 kB\nCached:    3 kB\nSwapCached: 5 kB\nBroken:\n";
        assert_eq!(bytes(text, "Cached"), Some(3072));
        assert_eq!(bytes(text, "Mem"), None);
        assert_eq!(bytes(text, "Broken"), None);
    }
}
