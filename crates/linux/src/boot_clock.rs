//! The clock that process start times are told in: CLOCK_BOOTTIME, which runs through suspend.

use perfhive_winperf::FileTime;
use rustix::time::{ClockId, clock_gettime};

/// Where the provider has its time from; tests bring their own.
pub trait BootClock: Send {
    /// Time since boot, suspend included, in 100 ns.
    fn since_boot_100ns(&mut self) -> i64;

    /// What the wall clock shows, UTC. Asked once, at the start.
    fn wall(&mut self) -> FileTime;
}

/// The kernel's clocks.
#[derive(Clone, Copy, Debug, Default)]
pub struct SystemBootClock;

impl BootClock for SystemBootClock {
    fn since_boot_100ns(&mut self) -> i64 {
        let time = clock_gettime(ClockId::Boottime);
        time.tv_sec * FileTime::PER_SECOND + time.tv_nsec / 100
    }

    fn wall(&mut self) -> FileTime {
        let time = clock_gettime(ClockId::Realtime);
        FileTime::from_unix(time.tv_sec, time.tv_nsec)
    }
}
