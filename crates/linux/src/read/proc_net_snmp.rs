//! `/proc/net/snmp`: counts of the protocols over IPv4 (RFC 1213's names), a line of names and a line of values each.

use super::fields::{lines, number, words};

/// The counts of one protocol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counts<'a> {
    names: &'a [u8],
    values: &'a [u8],
}

/// The counts of the protocol of this name (`Ip`, `Icmp`, `Tcp`, `Udp`).
pub(crate) fn counts<'a>(text: &'a [u8], protocol: &str) -> Option<Counts<'a>> {
    let of_protocol = |line: &&'a [u8]| line.starts_with(protocol.as_bytes());
    let mut lines = lines(text)
        .filter(of_protocol)
        .filter_map(|it| it[protocol.len()..].strip_prefix(b":"));
    Some(Counts {
        names: lines.next()?,
        values: lines.next()?,
    })
}

impl Counts<'_> {
    /// The value of a name; `None` where this kernel has none, and for one below 0.
    pub(crate) fn value(&self, name: &str) -> Option<u64> {
        let position = words(self.names).position(|it| it == name.as_bytes())?;
        number(words(self.values).nth(position)?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that names are matched whole, in the pair of lines of their own protocol.
    #[test]
    fn pairs_of_lines() {
        let text = b"Udp: In Out\nUdp: 1 2\nUdpLite: In Out\nUdpLite: 3 4\nTcp: MaxConn In\nTcp: -1 5\nIp: In\n";
        let value = |protocol, name| counts(text, protocol)?.value(name);
        assert_eq!(value("Udp", "Out"), Some(2));
        assert_eq!(value("UdpLite", "Out"), Some(4));
        assert_eq!(
            (value("Tcp", "MaxConn"), value("Tcp", "In")),
            (None, Some(5))
        );
        assert_eq!(
            (value("Ip", "In"), value("Udp", "I"), value("Xy", "In")),
            (None, None, None)
        );
    }
}
