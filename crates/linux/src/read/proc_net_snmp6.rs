//! `/proc/net/snmp6`: counts of the protocols over IPv6, a name and a value on each line.

use super::fields::{lines, number, words};

/// The value of a name, which is that of the protocol (`Ip6`, `Icmp6`, `Udp6`) and that of the count together.
pub(crate) fn value(text: &[u8], protocol: &str, name: &str) -> Option<u64> {
    lines(text).find_map(|line| {
        let mut words = words(line);
        let found = words.next()?.strip_prefix(protocol.as_bytes())?;
        (found == name.as_bytes()).then(|| number(words.next()?))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that names are matched whole.
    #[test]
    fn names_and_values() {
        let text = b"Ip6InReceives   \t7\nIp6InReceivesX 8\nUdp6InErrors\n";
        assert_eq!(value(text, "Ip6", "InReceives"), Some(7));
        assert_eq!(value(text, "Ip6", "InRec"), None);
        assert_eq!(value(text, "Udp6", "InErrors"), None);
    }
}
