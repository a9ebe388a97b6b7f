//! The built-in provider: what the kernel tells under `/proc` and `/sys`, as Windows' objects.
//!
//! `read/` has one file for each kernel file, `objects/` one for each object. Only the files that a request needs are
//! read, and each at most once a sample. It must never compute a rate: raw values go out as the kernel counts them,
//! in the units of the counter type.
#![forbid(unsafe_code)]

mod boot_clock;
mod instance_name;
mod kernel;
mod objects;
mod provider;
mod read;

pub use boot_clock::{BootClock, SystemBootClock};
pub use provider::{LinuxProvider, OpenError};
