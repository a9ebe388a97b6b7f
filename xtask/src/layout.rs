//! Where each value stands in the counter block.

use std::collections::BTreeMap;

use crate::model::CounterEntry;

/// The offset of each counter's value, and that of the mask of absent values behind them all.
///
/// The first four bytes are the block's own length. Eight-byte values are aligned to eight; a four-byte value takes the
/// first hole that one of them left.
pub(crate) fn offsets(counters: &[CounterEntry]) -> (Vec<u32>, u32) {
    let mut end = 8;
    let mut hole = Some(4);
    let mut shared = BTreeMap::new();
    let mut place = |size: u32| match (size, hole.take()) {
        (4, Some(off)) => off,
        (4, None) => {
            hole = Some(end + 4);
            end += 8;
            end - 8
        }
        (_, kept) => {
            hole = kept;
            end += 8;
            end - 8
        }
    };
    let offsets = counters
        .iter()
        .map(|counter| match &counter.share {
            Some(share) => *shared.entry(share).or_insert_with(|| place(counter.size)),
            None => place(counter.size),
        })
        .collect();
    (offsets, place(8))
}
