//! `/proc/net/dev`: traffic of each network interface of the network namespace.

use super::fields::{lines, numbers};

/// One direction of one interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Traffic {
    pub(crate) bytes: u64,
    pub(crate) packets: u64,
    pub(crate) errs: u64,
    pub(crate) drop: u64,
}

/// Name, received and sent of every interface.
pub(crate) fn interfaces(text: &[u8]) -> impl Iterator<Item = (&[u8], Traffic, Traffic)> {
    lines(text).filter_map(|line| {
        // Names may hold colons themselves ("eth0:1"); values may follow theirs without a blank.
        let colon = line.iter().rposition(|it| *it == b':')?;
        let mut fields = [0; 12];
        let mut values = numbers(&line[colon + 1..]);
        for field in &mut fields {
            *field = values.next()?;
        }
        let traffic = |at: usize| Traffic {
            bytes: fields[at],
            packets: fields[at + 1],
            errs: fields[at + 2],
            drop: fields[at + 3],
        };
        Some((line[..colon].trim_ascii(), traffic(0), traffic(8)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that head lines are passed over and a value may stand right behind the name.
    #[test]
    fn names_and_values() {
        let text = b"Inter-| Receive | Transmit\n face |bytes |bytes\n  lo: 1 2 3 4 0 0 0 0 5 6 7 8 0 0 0 0\neth0:1:9 2 3 4 0 0 0 0 5 6 7 8 0 0 0 0\n bad: 1\n";
        let got = interfaces(text)
            .map(|(name, r, t)| (name, r.bytes, t.drop))
            .collect::<Vec<_>>();
        assert_eq!(got, [(&b"lo"[..], 1, 8), (&b"eth0:1"[..], 9, 8)]);
    }
}
