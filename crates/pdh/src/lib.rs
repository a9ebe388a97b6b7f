//! Counter paths, queries and formatted values over any source of data blocks.
//!
//! Consumers name what they want by a [`CounterPath`], and get numbers or a [`Status`] that says why there is none.
//! This crate must never know who is behind a source, never start a process and never take the absence of a value
//! for 0.
#![forbid(unsafe_code)]

mod counter;
mod format;
mod nearest;
mod path;
mod path_error;
mod path_parse;
mod query;
mod sample;
mod sampler;
mod schema;
mod statistics;
mod status;
mod value;
mod wildcard;

pub use format::{FormatOptions, FormattedValue, NumberFormat, Scale};
pub use nearest::nearest;
pub use path::{
    CounterPath, InstanceIndex, InstancePart, MAX_NAME_LEN, MAX_PATH_LEN, NameRef, PathElements,
};
pub use path_error::{PathError, PathErrorKind, PathPart};
pub use query::{AddError, CollectError, CounterId, InstanceValue, Query};
pub use sampler::{Ended, Sampler, Schedule, Stopper, Tick};
pub use schema::{ObjectSchema, Schema, UnknownName};
pub use statistics::{Statistics, Summary, ValueRing};
pub use status::Status;
pub use value::Value;
pub use wildcard::{Pattern, fold, has_wildcard, same_name};
