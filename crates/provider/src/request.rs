//! What a provider is asked.

use perfhive_winperf::{FileTime, ObjectQuery, PerfTicks, Wanted};

/// Which of the two general queries an object answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// Collected by `Global`.
    Global,
    /// Collected by `Costly` or by its index alone.
    Costly,
    /// Collected by its index alone, and defined in `MetadataGlobal`: when the provider was registered the machine had
    /// nothing to make it of, and nobody wants to be told so at each `Global`.
    ByIndex,
}

/// An object that a provider can give.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvidedObject {
    /// Name index.
    pub index: u32,
    /// Which general query asks for it.
    pub class: Class,
    /// Name index of the object whose instances its own belong to. It is collected with it, before it, always.
    pub parent: Option<u32>,
}

/// The times that the head of the block will carry.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SampleTime {
    /// Monotonic, 100 ns.
    pub perf_time: PerfTicks,
    /// The same clock as a FILETIME.
    pub perf_time_100ns: FileTime,
}

/// One sample, or one set of definitions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Request {
    /// The objects, parents before children, each once.
    pub objects: Vec<ObjectQuery>,
    /// Only definitions are wanted: no instance, no value, no kernel file read.
    pub is_metadata: bool,
    /// When the sample is taken.
    pub time: SampleTime,
}

impl Request {
    /// Which counters of an object are wanted; `None` when the object is not.
    pub fn wanted(&self, object_index: u32) -> Option<&Wanted> {
        self.objects
            .iter()
            .find(|it| it.index == object_index)
            .map(|it| &it.wanted)
    }
}
