//! The clocks that a block's head carries.
//!
//! A stepped wall clock must never bend a rate: both performance times run with CLOCK_MONOTONIC, the second one from
//! an anchor on the wall clock that is taken once.

use perfhive_winperf::FileTime;
use rustix::time::{ClockId, clock_gettime};

/// Ticks a second of `PerfTime`: 100 ns, as Windows has had it since version 10.
pub(crate) const PERF_FREQ_HZ: i64 = FileTime::PER_SECOND;

/// Both clocks at one moment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Instants {
    /// What the wall clock shows, UTC.
    pub wall: FileTime,
    /// CLOCK_MONOTONIC in 100 ns.
    pub monotonic_100ns: i64,
}

/// Where the hive has its time from; tests bring their own.
pub trait Clock: Send {
    /// Both clocks now.
    fn now(&mut self) -> Instants;
}

/// The kernel's clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemClock;

impl Clock for SystemClock {
    fn now(&mut self) -> Instants {
        let wall = clock_gettime(ClockId::Realtime);
        let monotonic = clock_gettime(ClockId::Monotonic);
        Instants {
            wall: FileTime::from_unix(wall.tv_sec, wall.tv_nsec),
            monotonic_100ns: monotonic.tv_sec * FileTime::PER_SECOND + monotonic.tv_nsec / 100,
        }
    }
}
