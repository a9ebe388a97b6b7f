//! What an object and its counters are, apart from their values: the parts a writer needs and a reader gives.

use crate::{CounterType, layout};

/// `NumInstances` of an object that has none (winperf.h, PERF_NO_INSTANCES).
pub const NO_INSTANCES: i32 = -1;

/// `UniqueID` of an instance that its name identifies (winperf.h, PERF_NO_UNIQUE_ID).
pub const NO_UNIQUE_ID: i32 = -1;

/// How deep a reader must be into the matter to want a counter (winperf.h, PERF_DETAIL_*).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct DetailLevel(pub u32);

impl DetailLevel {
    /// For everybody.
    pub const NOVICE: Self = Self(100);
    /// For people who know what they look for.
    pub const ADVANCED: Self = Self(200);
    /// For administrators of the thing counted.
    pub const EXPERT: Self = Self(300);
    /// For its developers.
    pub const WIZARD: Self = Self(400);
}

/// The members of `PERF_OBJECT_TYPE` that are not lengths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ObjectDefinition {
    /// Index of the object's name, even on all real systems.
    pub name_index: u32,
    /// Index of the object's help text.
    pub help_index: u32,
    /// Who the object is for.
    pub detail_level: DetailLevel,
    /// Position of the counter that a tool should offer first, −1 for none.
    pub default_counter: i32,
    /// 0: names are UTF-16. Otherwise the Windows code page of eight-bit names.
    pub code_page: u32,
    /// The object's own clock, in ticks of `perf_freq`; 0 when it has none.
    pub perf_time: i64,
    /// Ticks a second of the object's own clock; 0 when it has none.
    pub perf_freq: i64,
}

/// One `PERF_COUNTER_DEFINITION`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CounterDefinition {
    /// Index of the counter's name. A base counter has the index of the counter before it.
    pub name_index: u32,
    /// Index of the counter's help text.
    pub help_index: u32,
    /// Power of ten a chart multiplies the value by; never applied to a formatted value here.
    pub default_scale: i32,
    /// Who the counter is for.
    pub detail_level: DetailLevel,
    /// Size, formula and display.
    pub counter_type: CounterType,
    /// Bytes of the value. This, not the type, says how many are read.
    pub counter_size: u32,
    /// Offset of the value from the start of the counter block. Counters may share one.
    pub counter_offset: u32,
}

impl CounterDefinition {
    /// End of the value, from the start of the counter block, with the count behind a multi timer.
    pub const fn value_end(&self) -> u64 {
        let multi = if self.counter_type.is_multi() && !self.counter_type.is_base() {
            4
        } else {
            0
        };
        self.counter_offset as u64 + self.counter_size as u64 + multi
    }
}

/// Where an instance belongs to an instance of another object, as a thread to its process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ParentInstance {
    /// Name index of the parent object.
    pub object_index: u32,
    /// Position of the parent among the instances of that object in the same block.
    pub position: u32,
}

/// Bytes that a counter block takes for these definitions: its head, the furthest value, rounded up.
pub(crate) fn counter_block_length(counters: &[CounterDefinition]) -> usize {
    let end = counters
        .iter()
        .map(CounterDefinition::value_end)
        .max()
        .unwrap_or(0);
    layout::align_up(
        usize::try_from(end)
            .unwrap_or(usize::MAX - 8)
            .max(layout::counter_block::SIZE),
    )
}
