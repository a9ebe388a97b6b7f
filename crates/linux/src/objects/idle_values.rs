//! The idle states of Processor Information.

use perfhive_catalog::processor_information as at;
use perfhive_winperf::{CounterValues, Wanted};

use crate::read::{CpuFiles, Depth, Root};

const US_TO_100NS: u64 = 10;

/// The counters of each depth: time, transitions.
const DEPTHS: [(usize, usize); 3] = [
    (at::C1_TIME, at::C1_TRANSITIONS),
    (at::C2_TIME, at::C2_TRANSITIONS),
    (at::C3_TIME, at::C3_TRANSITIONS),
];

/// Which counters a sample needs.
pub(super) struct IdleWants {
    times: [bool; DEPTHS.len()],
    transitions: [bool; DEPTHS.len()],
    breaks: bool,
}

impl IdleWants {
    pub(super) fn of(wanted: &Wanted) -> Self {
        let is_wanted = |position| super::wants(&at::OBJECT, wanted, &[position]);
        Self {
            times: DEPTHS.map(|(time, _)| is_wanted(time)),
            transitions: DEPTHS.map(|(_, transitions)| is_wanted(transitions)),
            breaks: is_wanted(at::IDLE_BREAK_EVENTS),
        }
    }

    pub(super) fn any(&self) -> bool {
        self.breaks || self.times.contains(&true) || self.transitions.contains(&true)
    }
}

/// The idle of one processor, or of several added up; `None` is absent.
#[derive(Clone, Copy, Default)]
pub(super) struct IdleValues {
    times_us: [Option<u64>; DEPTHS.len()],
    transitions: [Option<u64>; DEPTHS.len()],
    breaks: Option<u64>,
}

impl IdleValues {
    /// Of no processor.
    pub(super) fn none() -> Self {
        Self {
            times_us: [Some(0); DEPTHS.len()],
            transitions: [Some(0); DEPTHS.len()],
            breaks: Some(0),
        }
    }

    /// Reads the files of a processor that has these states. A file that cannot be read costs all of its idle: a depth
    /// with a state missing would be a false number.
    pub(super) fn read(
        states: &[Option<Depth>],
        wants: &IdleWants,
        files: &mut CpuFiles,
        root: &Root,
        cpu: u32,
    ) -> Option<Self> {
        let mut values = Self::default();
        for (state, depth) in states.iter().enumerate() {
            let depth = depth.map(|it| match it {
                Depth::C1 => 0,
                Depth::C2 => 1,
                Depth::C3 => 2,
            });
            if let Some(depth) = depth.filter(|it| wants.times[*it]) {
                add_to(
                    &mut values.times_us[depth],
                    files.idle_us(root, cpu, state)?,
                );
            }
            let transitions = depth.filter(|it| wants.transitions[*it]);
            if wants.breaks || transitions.is_some() {
                let n_idles = files.n_idles(root, cpu, state)?;
                if let Some(depth) = transitions {
                    add_to(&mut values.transitions[depth], n_idles);
                }
                if wants.breaks {
                    add_to(&mut values.breaks, n_idles);
                }
            }
        }
        Some(values)
    }

    /// A sum with a part missing is missing.
    pub(super) fn add(&mut self, other: &Self) {
        let sum = |a: Option<u64>, b: Option<u64>| Some(a?.wrapping_add(b?));
        for depth in 0..DEPTHS.len() {
            self.times_us[depth] = sum(self.times_us[depth], other.times_us[depth]);
            self.transitions[depth] = sum(self.transitions[depth], other.transitions[depth]);
        }
        self.breaks = sum(self.breaks, other.breaks);
    }

    /// Sets the values of `n_cpus` processors added up: times as their mean, counts as their sum.
    pub(super) fn write(&self, n_cpus: u64, values: &mut CounterValues<'_>) {
        for (depth, (time, transitions)) in DEPTHS.into_iter().enumerate() {
            let mean = self.times_us[depth].map(|it| it.saturating_mul(US_TO_100NS) / n_cpus);
            values.set_known(time, mean);
            values.set_known(transitions, self.transitions[depth]);
        }
        values.set_known(at::IDLE_BREAK_EVENTS, self.breaks);
    }
}

/// States of one depth count together.
fn add_to(sum: &mut Option<u64>, value: u64) {
    *sum = Some(sum.unwrap_or(0).wrapping_add(value));
}
