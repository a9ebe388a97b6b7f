//! `/proc/net/sockstat` and `/proc/net/sockstat6`: sockets by protocol.

use super::fields::{lines, number, words};

/// A figure of a protocol, as `inuse` of `TCP`.
pub(crate) fn value(text: &[u8], protocol: &str, key: &str) -> Option<u64> {
    let line =
        lines(text).find_map(|line| line.strip_prefix(protocol.as_bytes())?.strip_prefix(b":"))?;
    let mut words = words(line);
    words.find(|it| *it == key.as_bytes())?;
    number(words.next()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that protocols and keys are matched whole, and a figure below 0 is absent.
    #[test]
    fn figures_of_protocols() {
        let text = b"sockets: used 12\nTCP: inuse 1 orphan 2 tw 3\nTCP6: inuse 4\nUDP: inuse 5 mem -1\nRAW: inuse\n";
        assert_eq!(value(text, "sockets", "used"), Some(12));
        assert_eq!(value(text, "TCP", "tw"), Some(3));
        assert_eq!(value(text, "TCP6", "inuse"), Some(4));
        assert_eq!(value(text, "TCP", "mem"), None);
        assert_eq!(value(text, "UDP", "mem"), None);
        assert_eq!(value(text, "RAW", "inuse"), None);
        assert_eq!(value(text, "FRAG", "inuse"), None);
    }
}
