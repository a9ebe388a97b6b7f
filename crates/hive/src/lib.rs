//! The performance hive: joins providers and answers one query with one block.
//!
//! The contract is that of `RegQueryValueEx` on `HKEY_PERFORMANCE_DATA`. The hive asks only the providers that a query
//! needs, gives each a deadline, and lets none take down another's objects. It must never look into values.
#![forbid(unsafe_code)]

mod clock;
mod hive;
mod key;
mod plan;
mod worker;

pub use clock::{Clock, Instants, SystemClock};
pub use hive::{DEFAULT_DEADLINE, Hive};
pub use key::{PerformanceKey, ValueType, Win32Error};
