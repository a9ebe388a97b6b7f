//! `/proc/loadavg`: load means and the number of threads.

use super::fields::{number, words};

/// Threads of the whole system: what stands behind the slash of the fourth field.
pub(crate) fn threads(text: &[u8]) -> Option<u64> {
    let field = words(text).nth(3)?;
    let slash = field.iter().position(|it| *it == b'/')?;
    number(&field[slash + 1..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that the total is taken, not the runnable ones.
    #[test]
    fn number_of_threads() {
        assert_eq!(threads(b"0.10 0.20 0.30 2/345 6789\n"), Some(345));
        assert_eq!(threads(b"0.10 0.20"), None);
        assert_eq!(threads(b"1 2 3 4 5"), None);
    }
}
