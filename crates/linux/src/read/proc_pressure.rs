//! `/proc/pressure/*` and `*.pressure` of a cgroup: time lost to waiting (Documentation/accounting/psi.rst).

use super::fields::{lines, number, words};

/// What the kernel says of one kind of stall.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Stall {
    /// Means of the last 10, 60 and 300 seconds, in hundredths of a percent.
    pub(crate) avg_hundredths: [Option<u64>; 3],
    pub(crate) total_us: Option<u64>,
}

/// Both kinds: some tasks waited, or all of them. A kind that a resource does not have is `None`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Pressure {
    pub(crate) some: Option<Stall>,
    pub(crate) full: Option<Stall>,
}

pub(crate) fn parse(text: &[u8]) -> Pressure {
    let mut pressure = Pressure::default();
    for line in lines(text) {
        if let Some(rest) = line.strip_prefix(b"some ") {
            pressure.some = Some(stall(rest));
        } else if let Some(rest) = line.strip_prefix(b"full ") {
            pressure.full = Some(stall(rest));
        }
    }
    pressure
}

fn stall(text: &[u8]) -> Stall {
    let mut stall = Stall::default();
    let [avg10, avg60, avg300] = &mut stall.avg_hundredths;
    for word in words(text) {
        if let Some(value) = word.strip_prefix(b"avg10=") {
            *avg10 = hundredths(value);
        } else if let Some(value) = word.strip_prefix(b"avg60=") {
            *avg60 = hundredths(value);
        } else if let Some(value) = word.strip_prefix(b"avg300=") {
            *avg300 = hundredths(value);
        } else if let Some(value) = word.strip_prefix(b"total=") {
            stall.total_us = number(value);
        }
    }
    stall
}

/// A number with two places behind its point, times a hundred.
fn hundredths(text: &[u8]) -> Option<u64> {
    let (places, rest) = text.split_last_chunk::<2>().map(|(rest, it)| (it, rest))?;
    let whole = number(rest.strip_suffix(b".")?)?;
    whole.checked_mul(100)?.checked_add(number(places)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check both lines, and that a resource with one kind alone has that one.
    #[test]
    fn kinds_of_stalls() {
        let text = b"some avg10=1.02 avg60=0.30 avg300=12.00 total=4567\nfull avg10=0.00 avg60=100.00 avg300=0.05 total=89\n";
        let some = Stall {
            avg_hundredths: [102, 30, 1200].map(Some),
            total_us: Some(4567),
        };
        let full = Stall {
            avg_hundredths: [0, 10_000, 5].map(Some),
            total_us: Some(89),
        };
        let both = Pressure {
            some: Some(some),
            full: Some(full),
        };
        assert_eq!(parse(text), both);
        let irq = parse(&text[text.iter().position(|it| *it == b'\n').unwrap()..]);
        assert_eq!((irq.some, irq.full), (None, Some(full)));
    }

    /// Check that broken figures are absent alone.
    #[test]
    fn broken_figures() {
        let pressure = parse(b"some avg10=1.2 avg60=.30 avg300=x total=\nfull\n");
        assert_eq!(pressure.some, Some(Stall::default()));
        assert_eq!(pressure.full, None);
        assert_eq!(hundredths(b"184467440737095517.00"), None);
    }
}
