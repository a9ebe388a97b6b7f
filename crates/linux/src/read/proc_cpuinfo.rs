//! `/proc/cpuinfo`: the clock of each processor, where the architecture tells it (x86 does).

use super::fields::{lines, number};

/// The processors by their kernel numbers, with their clocks in kHz.
pub(crate) fn clocks_khz(text: &[u8]) -> impl Iterator<Item = (u32, u64)> {
    let mut cpu = None;
    lines(text).filter_map(move |line| {
        let colon = line.iter().position(|it| *it == b':')?;
        let value = line[colon + 1..].trim_ascii();
        match line[..colon].trim_ascii_end() {
            b"processor" => {
                cpu = number(value).and_then(|it| u32::try_from(it).ok());
                None
            }
            b"cpu MHz" => Some((cpu?, khz(value)?)),
            _ => None,
        }
    })
}

/// MHz with three decimals, as kHz.
fn khz(mhz: &[u8]) -> Option<u64> {
    let point = mhz.iter().position(|it| *it == b'.')?;
    let decimals = &mhz[point + 1..];
    if decimals.len() != 3 {
        return None;
    }
    let whole = number(&mhz[..point])?.checked_mul(1000)?;
    whole.checked_add(number(decimals)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that clocks belong to the processor before them, and those that are not understood are passed over.
    #[test]
    fn clocks_of_processors() {
        let text = b"cpu MHz\t\t: 1.000\nprocessor\t: 0\nmodel name\t: X @ 2.60GHz\ncpu MHz\t\t: 2596.122\n\nprocessor\t: 3\n\
            cpu MHz\t\t: 800.000\nprocessor\t: 4\ncpu MHz\t\t: unknown\nprocessor\t: x\ncpu MHz\t\t: 1.000\n";
        let clocks = clocks_khz(text).collect::<Vec<_>>();
        assert_eq!(clocks, [(0, 2_596_122), (3, 800_000)]);
        let other = b"processor\t: 0\nBogoMIPS\t: 48.00\nCPU part\t: 0xd0c\n";
        assert_eq!(clocks_khz(other).count(), 0);
    }
}
