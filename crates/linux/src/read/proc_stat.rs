//! `/proc/stat`: what the processors did (Documentation/filesystems/proc.rst, "Miscellaneous kernel statistics").

use super::fields::{lines, number, numbers, words};

/// Ticks of one processor, of USER_HZ each. Fields that a kernel does not have yet are 0, as the kernel itself would
/// show them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct CpuTicks {
    pub(crate) user: u64,
    pub(crate) nice: u64,
    pub(crate) system: u64,
    pub(crate) idle: u64,
    pub(crate) iowait: u64,
    pub(crate) irq: u64,
    pub(crate) softirq: u64,
}

impl CpuTicks {
    /// Idle as Windows means it: waiting for I/O is idle too.
    pub(crate) fn idle_all(&self) -> u64 {
        self.idle.saturating_add(self.iowait)
    }
}

/// The `cpuN` lines: the processors that are online, by their kernel numbers.
pub(crate) fn cpus(text: &[u8]) -> impl Iterator<Item = (u32, CpuTicks)> {
    lines(text).filter_map(|line| {
        let (name, ticks) = line
            .strip_prefix(b"cpu")?
            .split_at_checked(digits(line.get(3..)?))?;
        let cpu = u32::try_from(number(name)?).ok()?;
        let mut ticks = numbers(ticks);
        let mut next = || ticks.next();
        let ticks = CpuTicks {
            user: next()?,
            nice: next()?,
            system: next()?,
            idle: next()?,
            iowait: next().unwrap_or(0),
            irq: next().unwrap_or(0),
            softirq: next().unwrap_or(0),
        };
        Some((cpu, ticks))
    })
}

fn digits(text: &[u8]) -> usize {
    text.iter().take_while(|it| it.is_ascii_digit()).count()
}

/// Context switches since boot.
pub(crate) fn ctxt(text: &[u8]) -> Option<u64> {
    value(text, b"ctxt")
}

/// Threads that run or are ready to.
pub(crate) fn procs_running(text: &[u8]) -> Option<u64> {
    value(text, b"procs_running")
}

fn value(text: &[u8], key: &[u8]) -> Option<u64> {
    lines(text).find_map(|line| {
        let mut words = words(line);
        (words.next()? == key).then(|| number(words.next()?))?
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that offline processors leave gaps in the numbers and short lines of old kernels are read.
    #[test]
    fn processors_online() {
        let text = b"cpu  9 9 9 9\ncpu0 1 2 3 4 5 6 7 8 9 10\ncpu3 1 2 3 4\ncpux 1\ncpu4 1\nctxt 77\nprocs_running 3\n";
        let all = CpuTicks {
            user: 1,
            nice: 2,
            system: 3,
            idle: 4,
            iowait: 5,
            irq: 6,
            softirq: 7,
        };
        let old = CpuTicks {
            iowait: 0,
            irq: 0,
            softirq: 0,
            ..all
        };
        assert_eq!(cpus(text).collect::<Vec<_>>(), [(0, all), (3, old)]);
        assert_eq!((ctxt(text), procs_running(text)), (Some(77), Some(3)));
        assert_eq!(ctxt(b"ctxt\nctxt x"), None);
    }
}
