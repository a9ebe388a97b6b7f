//! `/proc/schedstat`: how the processors were shared (Documentation/scheduler/sched-stats.rst).

use super::fields::{lines, number, numbers, words};

/// What every kernel with the file counts, whatever kernel.sched_schedstats is set to.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct SchedStats {
    /// Time that threads ran.
    pub(crate) running_ns: u64,
    /// Time that threads waited for this processor.
    pub(crate) waiting_ns: u64,
    /// How often a thread was given the processor.
    pub(crate) n_timeslices: u64,
}

/// Version 15 (Linux 2.6.37) moved the fields to where they have been since.
const FIRST_VERSION: u64 = 15;

/// The processors that are online, by their kernel numbers. A table of another version gives none.
pub(crate) fn cpus(text: &[u8]) -> impl Iterator<Item = (u32, SchedStats)> {
    let version = lines(text)
        .next()
        .and_then(|it| number(it.strip_prefix(b"version ")?));
    let is_known = version.is_some_and(|it| it >= FIRST_VERSION);
    lines(text).filter(move |_| is_known).filter_map(|line| {
        let rest = line.strip_prefix(b"cpu")?;
        let cpu = u32::try_from(number(words(rest).next()?)?).ok()?;
        let mut fields = numbers(rest).skip(7);
        let stats = SchedStats {
            running_ns: fields.next()?,
            waiting_ns: fields.next()?,
            n_timeslices: fields.next()?,
        };
        Some((cpu, stats))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that processors are told from domains, and short lines and old versions give nothing.
    #[test]
    fn processors_of_known_versions() {
        let stats = SchedStats {
            running_ns: 7,
            waiting_ns: 8,
            n_timeslices: 9,
        };
        for version in ["15", "16", "17"] {
            let text = format!(
                "version {version}\ntimestamp 5\ncpu0 1 2 3 4 5 6 7 8 9\ndomain0 3 1 2\ncpu1 1 2 3\ncpu12 0 0 0 0 0 0 7 8 9\n"
            );
            let cpus = cpus(text.as_bytes()).collect::<Vec<_>>();
            assert_eq!(cpus, [(0, stats), (12, stats)]);
        }
        for head in ["version 14", "version x", "timestamp 5"] {
            let text = format!("{head}\ncpu0 1 2 3 4 5 6 7 8 9\n");
            assert_eq!(cpus(text.as_bytes()).count(), 0);
        }
    }
}
