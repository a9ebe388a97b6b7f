//! Zero-copy views of a block at any alignment and of either byte order.
//!
//! A view checks every length that it follows against the bytes that hold it before it follows it, so that a block
//! from a file or from the network can be read without trust.

mod data_block;
mod fields;
mod instance;
mod object;

pub use data_block::{DataBlock, Objects};
pub use instance::{CounterBlock, Instance, Instances};
pub use object::{Counter, Counters, NumInstances, Object};
