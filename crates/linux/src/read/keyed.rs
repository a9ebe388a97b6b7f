//! Files of keys and values (Documentation/admin-guide/cgroup-v2.rst, "Format"), which `numastat` of a node is too.

use super::fields::{lines, number, words};

/// The value of a key in a flat keyed file: a line is a key and a value.
pub(crate) fn flat(text: &[u8], key: &str) -> Option<u64> {
    lines(text).find_map(|line| {
        let mut words = words(line);
        (words.next()? == key.as_bytes()).then(|| number(words.next()?))?
    })
}

/// The values of a key in a nested keyed file, added up: a line is the name of a thing and its `key=value` pairs.
/// Things without the key count for nothing; a value that is no number, or a sum that does not fit, leaves no sum.
pub(crate) fn nested_sum(text: &[u8], key: &str) -> Option<u64> {
    let mut values = lines(text).flat_map(words).filter_map(|pair| {
        let value = pair.strip_prefix(key.as_bytes())?.strip_prefix(b"=")?;
        Some(number(value))
    });
    values.try_fold(0u64, |sum, value| sum.checked_add(value?))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that keys are matched whole.
    #[test]
    fn flat_keys() {
        let text = b"anon_thp 5\nanon 7\nfile x\nslab\n";
        assert_eq!(flat(text, "anon"), Some(7));
        assert_eq!(flat(text, "file"), None);
        assert_eq!(flat(text, "slab"), None);
        assert_eq!(flat(text, "an"), None);
    }

    /// Check that a sum is over all things, 0 over none, and absent where one of them is not understood.
    #[test]
    fn sums_over_things() {
        let text = b"8:0 rbytes=1 wbytes=2 rios=3\n259:0 \n8:16 rbytes=10 dbytes=5\n";
        assert_eq!(nested_sum(text, "rbytes"), Some(11));
        assert_eq!(nested_sum(text, "bytes"), Some(0));
        assert_eq!(nested_sum(b"", "rbytes"), Some(0));
        assert_eq!(nested_sum(b"8:0 rbytes=x\n8:16 rbytes=1\n", "rbytes"), None);
        let most = format!("a k={}\nb k=1\n", u64::MAX);
        assert_eq!(nested_sum(most.as_bytes(), "k"), None);
    }
}
