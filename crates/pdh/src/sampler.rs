//! Takes samples at a steady pace on a thread of its own.
//!
//! The schedule is absolute: the n-th sample is due n intervals after the first, however long the others took. The
//! sampler never waits for its reader; when that falls behind, rows are dropped and counted. A sample that is not over
//! when the next is due makes that one fall out, and is counted as an overrun.

use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Condvar, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use perfhive_winperf::Source;

use crate::Query;

/// What a sampler hands to its reader.
#[derive(Clone, Debug, Default)]
pub struct Tick<R> {
    /// What the reader asked to be filled from the query.
    pub row: R,
    /// Samples that fell out because an earlier one took too long, since the start.
    pub n_overruns: u64,
    /// Rows that were dropped because the reader had not taken the earlier ones, since the start.
    pub n_dropped: u64,
}

/// How often and how many.
#[derive(Clone, Copy, Debug)]
pub struct Schedule {
    /// Time from one sample to the next.
    pub interval: Duration,
    /// How many samples; `None` goes on until it is stopped.
    pub n_samples: Option<u64>,
    /// Whether the first row comes from the first sample at once. Otherwise the first sample only primes the rates, and
    /// the first row comes one interval later.
    pub first_at_once: bool,
}

/// Rows that wait for the reader at most.
const N_WAITING: usize = 16;

/// A sampling thread. Dropping it stops the thread.
#[derive(Debug)]
pub struct Sampler<R> {
    ticks: Receiver<Tick<R>>,
    spare: SyncSender<R>,
    stop: Arc<Stop>,
    thread: Option<JoinHandle<()>>,
}

/// Ends a sampler from another thread, a signal watcher for one.
#[derive(Clone, Debug)]
pub struct Stopper(Arc<Stop>);

impl Stopper {
    /// Ends the sampler before its next sample.
    pub fn stop(&self) {
        self.0.stop();
    }
}

#[derive(Debug, Default)]
struct Stop {
    is_stopped: Mutex<bool>,
    changed: Condvar,
}

impl Stop {
    fn stop(&self) {
        *self
            .is_stopped
            .lock()
            .unwrap_or_else(PoisonError::into_inner) = true;
        self.changed.notify_all();
    }

    /// Sleeps until `due`; `false` when it was stopped.
    fn sleep_until(&self, due: Instant) -> bool {
        let mut is_stopped = self
            .is_stopped
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        loop {
            let left = due.saturating_duration_since(Instant::now());
            if *is_stopped || left.is_zero() {
                return !*is_stopped;
            }
            is_stopped = match self.changed.wait_timeout(is_stopped, left) {
                Ok((guard, _)) => guard,
                Err(poisoned) => poisoned.into_inner().0,
            };
        }
    }
}

impl<R: Default + Send + 'static> Sampler<R> {
    /// Starts to sample. `fill` makes a row from the query after each sample, whether it succeeded or not.
    pub fn start<S: Source + Send + 'static>(
        query: Query<S>,
        schedule: Schedule,
        fill: impl FnMut(&Query<S>, Result<(), crate::CollectError>, &mut R) + Send + 'static,
    ) -> std::io::Result<Self> {
        let (to_reader, ticks) = sync_channel(N_WAITING);
        let (spare, from_reader) = sync_channel(N_WAITING);
        let stop = Arc::new(Stop::default());
        let of_thread = Pace {
            schedule,
            stop: Arc::clone(&stop),
            to_reader,
            from_reader,
        };
        let thread = thread::Builder::new()
            .name("perfhive sampler".into())
            .spawn(move || of_thread.run(query, fill))?;
        Ok(Self {
            ticks,
            spare,
            stop,
            thread: Some(thread),
        })
    }

    /// Waits for the next row; `None` at the end.
    pub fn next_tick(&self) -> Option<Tick<R>> {
        self.ticks.recv().ok()
    }

    /// Waits for the next row for a while; `Ok(None)` when none came, `Err` at the end.
    pub fn next_tick_within(&self, timeout: Duration) -> Result<Option<Tick<R>>, Ended> {
        match self.ticks.recv_timeout(timeout) {
            Ok(tick) => Ok(Some(tick)),
            Err(RecvTimeoutError::Timeout) => Ok(None),
            Err(RecvTimeoutError::Disconnected) => Err(Ended),
        }
    }

    /// Gives a row back to be filled again, so that the sampler need not allocate.
    pub fn give_back(&self, row: R) {
        // A full queue of spare rows has enough of them.
        let _ = self.spare.try_send(row);
    }

    /// What ends the sampler from elsewhere.
    pub fn stopper(&self) -> Stopper {
        Stopper(Arc::clone(&self.stop))
    }
}

/// The sampler has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ended;

impl<R> Drop for Sampler<R> {
    fn drop(&mut self) {
        self.stop.stop();
        if let Some(thread) = self.thread.take() {
            // A panic of the thread has been reported by its own hook.
            let _ = thread.join();
        }
    }
}

/// The thread's side.
struct Pace<R> {
    schedule: Schedule,
    stop: Arc<Stop>,
    to_reader: SyncSender<Tick<R>>,
    from_reader: Receiver<R>,
}

impl<R: Default> Pace<R> {
    fn run<S: Source>(
        self,
        mut query: Query<S>,
        mut fill: impl FnMut(&Query<S>, Result<(), crate::CollectError>, &mut R),
    ) {
        raise_priority();
        let Schedule {
            interval,
            n_samples,
            first_at_once,
        } = self.schedule;
        let mut due = Instant::now();
        let (mut n_overruns, mut n_dropped, mut n_taken) = (0, 0, 0);
        if !first_at_once {
            // Its failure shows in the sample that follows.
            let _ = query.collect();
            due += interval;
        }
        while n_samples.is_none_or(|n| n_taken < n) && self.stop.sleep_until(due) {
            let collected = query.collect();
            let mut row = self.from_reader.try_recv().unwrap_or_default();
            fill(&query, collected, &mut row);
            match self.to_reader.try_send(Tick {
                row,
                n_overruns,
                n_dropped,
            }) {
                Ok(()) => {}
                Err(TrySendError::Full(_)) => n_dropped += 1,
                Err(TrySendError::Disconnected(_)) => return,
            }
            n_taken += 1;
            due += interval;
            let late = Instant::now().saturating_duration_since(due);
            let n_missed = n_intervals(late, interval);
            n_overruns += u64::from(n_missed);
            due += interval * n_missed;
        }
    }
}

/// Whole intervals in a time, counted up: a sample that is due now or earlier can still be taken late, one that is
/// due a whole interval ago has fallen out.
fn n_intervals(late: Duration, interval: Duration) -> u32 {
    let n = late
        .as_nanos()
        .checked_div(interval.as_nanos())
        .unwrap_or(0);
    u32::try_from(n).unwrap_or(u32::MAX)
}

/// A sampler that waits behind what it measures is late when it matters. Only root, or who was given the right, may go
/// ahead; without it nothing changes.
fn raise_priority() {
    const AHEAD_OF_NORMAL: i32 = -5;
    // On Linux "no process" means the calling thread.
    let _ = rustix::process::setpriority_process(None, AHEAD_OF_NORMAL);
}
