//! Numbers and words in kernel text, without copying and without failing.

/// The decimal number that `text` is, whole; `None` for anything else, also for one that does not fit.
pub(crate) fn number(text: &[u8]) -> Option<u64> {
    if text.is_empty() {
        return None;
    }
    text.iter().try_fold(0u64, |n, byte| {
        let digit = byte.checked_sub(b'0').filter(|it| *it <= 9)?;
        n.checked_mul(10)?.checked_add(u64::from(digit))
    })
}

/// The decimal number that `text` is, which may have a minus sign before it.
pub(crate) fn signed_number(text: &[u8]) -> Option<i64> {
    match text.strip_prefix(b"-") {
        Some(digits) => 0i64.checked_sub_unsigned(number(digits)?),
        None => i64::try_from(number(text)?).ok(),
    }
}

/// The words of a text, split at runs of blanks and tabs.
pub(crate) fn words(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|it| matches!(it, b' ' | b'\t'))
        .filter(|it| !it.is_empty())
}

/// The lines of a text.
pub(crate) fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.split(|it| *it == b'\n').filter(|it| !it.is_empty())
}

/// The words of a text as numbers, up to the first that is none.
pub(crate) fn numbers(text: &[u8]) -> impl Iterator<Item = u64> {
    words(text).map_while(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that only whole numbers that fit are numbers.
    #[test]
    fn whole_numbers() {
        assert_eq!(number(b"18446744073709551615"), Some(u64::MAX));
        for text in [
            &b""[..],
            b"18446744073709551616",
            b"-1",
            b"1 ",
            b"0x1",
            b"1.5",
        ] {
            assert_eq!(number(text), None);
        }
        assert_eq!(signed_number(b"-9223372036854775808"), Some(i64::MIN));
        assert_eq!(signed_number(b"9223372036854775807"), Some(i64::MAX));
        for text in [
            &b"9223372036854775808"[..],
            b"-9223372036854775809",
            b"--1",
            b"-",
        ] {
            assert_eq!(signed_number(text), None);
        }
        assert_eq!(numbers(b"  1\t 2 x 3").collect::<Vec<_>>(), [1, 2]);
    }
}
