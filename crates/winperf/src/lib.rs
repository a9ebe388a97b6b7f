//! The performance data block of Windows NT: the one currency of perfhive's counters.
//!
//! A provider writes objects into a block, a consumer reads a block, and everything between them (hive, logs,
//! remote protocols) carries those same bytes. This crate knows how such a block is laid out ([`layout`]), reads
//! one without copying ([`DataBlock`]), writes one ([`ObjectWriter`], [`DataBlockWriter`]), tells what is wrong
//! with one ([`check()`]), and turns raw values into formatted ones ([`Formula`]).
//!
//! It must never do I/O, read a clock, start a thread or trust a length that it has not checked.
#![forbid(unsafe_code)]

mod absent;
mod check;
mod counter_type;
mod definition;
mod error;
mod formula;
pub mod layout;
mod query;
mod raw;
mod time;
mod utf16;
mod view;
mod write;

pub use absent::{ABSENT_VALUES_HELP_INDEX, ABSENT_VALUES_INDEX, AbsentValues};
pub use check::{Fault, Violation, check};
pub use counter_type::{CounterType, Display, Kind, Size, SubType, Timer};
pub use definition::{
    CounterDefinition, DetailLevel, NO_INSTANCES, NO_UNIQUE_ID, ObjectDefinition, ParentInstance,
};
pub use error::{Error, ErrorKind};
pub use formula::CalcError;
pub use query::{
    Answer, LangId, Note, ObjectQuery, Query, QueryKind, Shape, Source, SourceError, Wanted,
};
pub use raw::{Formula, RawValue};
pub use time::{FileTime, PerfTicks, SystemTime};
pub use utf16::{Name, Utf16};
pub use view::{
    Counter, CounterBlock, Counters, DataBlock, Instance, Instances, NumInstances, Object, Objects,
};
pub use write::{
    BlockHeader, CounterValues, DataBlockWriter, InstanceName, ObjectWriter, UnusedBytes,
};
