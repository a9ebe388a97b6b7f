//! What processes counted that have ended.
//!
//! Without it the sum over all processes would shrink whenever one ends, and a rate over that sum would be false: too
//! small, or below 0. What a process counts between the last sample and its end is not seen.

use std::collections::HashMap;

use perfhive_catalog::process as at;

use super::process::{N_COUNTERS, Values};

/// The last counts of each process, and the sum over those that are no more.
#[derive(Default)]
pub(super) struct Ended {
    seen: HashMap<u32, Seen>,
    sample: u64,
    /// By position; 0 where the counter is a level.
    pub(super) counted: [u64; N_COUNTERS],
}

struct Seen {
    start: Option<u64>,
    counted: [u64; N_COUNTERS],
    sample: u64,
}

impl Ended {
    /// Notes the counts of a process in this sample. Another start under the same id is another process.
    pub(super) fn saw(&mut self, pid: u32, values: &Values) {
        let start = values[at::ELAPSED_TIME];
        let sample = self.sample;
        let new = || Seen {
            start,
            counted: [0; N_COUNTERS],
            sample,
        };
        let seen = self.seen.entry(pid).or_insert_with(new);
        if seen.start != start {
            add(&mut self.counted, &seen.counted);
            *seen = new();
        }
        seen.sample = sample;
        for (position, value) in values.iter().enumerate() {
            // A value that is not wanted in this sample keeps its last one.
            if let Some(value) = value.filter(|_| is_counted(position)) {
                seen.counted[position] = value;
            }
        }
    }

    /// Ends the sample: who was not seen in it has ended.
    pub(super) fn end_sample(&mut self) {
        let Self {
            seen,
            sample,
            counted,
        } = self;
        seen.retain(|_, it| {
            let is_there = it.sample == *sample;
            if !is_there {
                add(counted, &it.counted);
            }
            is_there
        });
        *sample += 1;
    }
}

/// Whether the counter only ever grows, so that a rate is made of it.
fn is_counted(position: usize) -> bool {
    at::OBJECT.counters[position].counter_type.is_delta()
}

fn add(sum: &mut [u64; N_COUNTERS], more: &[u64; N_COUNTERS]) {
    sum.iter_mut()
        .zip(more)
        .for_each(|(sum, more)| *sum = sum.wrapping_add(*more));
}
