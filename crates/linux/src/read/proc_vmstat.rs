//! `/proc/vmstat`: events of the memory manager since boot.

use super::fields::{lines, number};

/// The value of a key.
pub(crate) fn value(text: &[u8], key: &str) -> Option<u64> {
    lines(text).find_map(|line| number(line.strip_prefix(key.as_bytes())?.strip_prefix(b" ")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that a key is matched whole.
    #[test]
    fn keys() {
        let text = b"pgfault 7\npgfault_extra 8\npgmajfault 9\n";
        assert_eq!(value(text, "pgfault"), Some(7));
        assert_eq!(value(text, "pgmajfault"), Some(9));
        assert_eq!(value(text, "pgmaj"), None);
    }
}
