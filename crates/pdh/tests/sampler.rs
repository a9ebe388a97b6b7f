//! The sampling thread: how many samples, what the reader gets, how it ends.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use perfhive_hive::{DEFAULT_DEADLINE, Hive};
use perfhive_linux::{LinuxProvider, SystemBootClock};
use perfhive_pdh::{CounterPath, Ended, Query, Sampler, Schedule};
use perfhive_winperf::LangId;

fn query() -> Query<Hive> {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = root.join("../linux/tests/fixtures/small");
    let linux = LinuxProvider::open_below(&root, Box::new(SystemBootClock)).unwrap();
    let mut hive = Hive::new("small");
    hive.add_provider(Box::new(linux), DEFAULT_DEADLINE);
    let mut query = Query::open(hive, LangId::ENGLISH).unwrap();
    query
        .add(&CounterPath::parse(r"\System\Threads").unwrap())
        .unwrap();
    query
}

fn schedule(n_samples: Option<u64>, first_at_once: bool) -> Schedule {
    Schedule {
        interval: Duration::from_millis(10),
        n_samples,
        first_at_once,
    }
}

/// Check that so many rows come as were asked for, in order, and then the end.
#[test]
fn so_many_rows() {
    for first_at_once in [true, false] {
        let mut n = 0;
        let sampler = Sampler::start(
            query(),
            schedule(Some(5), first_at_once),
            move |_, collected, row: &mut u64| {
                collected.unwrap();
                n += 1;
                *row = n;
            },
        )
        .unwrap();
        let mut rows = Vec::new();
        while let Some(tick) = sampler.next_tick() {
            rows.push(tick.row);
            sampler.give_back(tick.row);
        }
        assert_eq!(rows, [1, 2, 3, 4, 5]);
        assert_eq!(sampler.next_tick_within(Duration::ZERO).unwrap_err(), Ended);
    }
}

/// Check that a reader that takes nothing holds up nobody: rows are dropped and counted.
#[test]
fn slow_readers_lose_rows() {
    let n_filled = Arc::new(AtomicU64::new(0));
    let in_thread = Arc::clone(&n_filled);
    let sampler = Sampler::start(
        query(),
        schedule(Some(40), true),
        move |_, _, row: &mut u64| {
            *row = in_thread.fetch_add(1, Ordering::SeqCst);
        },
    )
    .unwrap();
    while n_filled.load(Ordering::SeqCst) < 39 {
        std::thread::sleep(Duration::from_millis(5));
    }
    let mut n_rows = 0;
    while sampler.next_tick().is_some() {
        n_rows += 1;
    }
    assert!(n_rows < 40, "some rows must have been dropped");
}

/// Check that samples that take longer than the interval are counted as overruns.
#[test]
fn slow_samples_are_overruns() {
    let sampler = Sampler::start(query(), schedule(Some(3), true), |_, _, _: &mut ()| {
        std::thread::sleep(Duration::from_millis(35));
    })
    .unwrap();
    let mut n_overruns = 0;
    while let Some(tick) = sampler.next_tick() {
        n_overruns = tick.n_overruns;
    }
    assert!(n_overruns >= 2, "{n_overruns}");
}

/// Check that stopping ends the thread before its next sample, however long that would be.
#[test]
fn stopping() {
    let schedule = Schedule {
        interval: Duration::from_secs(3600),
        ..schedule(None, true)
    };
    let sampler = Sampler::start(query(), schedule, |_, _, _: &mut ()| {}).unwrap();
    assert!(sampler.next_tick().is_some());
    sampler.stopper().stop();
    assert!(sampler.next_tick().is_none());
}
