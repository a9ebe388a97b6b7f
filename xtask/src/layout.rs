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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Text;

    fn counter(size: u32, share: Option<&str>) -> CounterEntry {
        let text = || Text {
            en: String::new(),
            de: None,
            zh: None,
        };
        CounterEntry {
            ident: String::new(),
            name: text(),
            help: text(),
            index: 2,
            help_index: 3,
            counter_type: String::new(),
            size,
            scale: 0,
            detail: 100,
            unit: String::new(),
            source: String::new(),
            wrap: String::new(),
            share: share.map(str::to_owned),
        }
    }

    fn of_sizes(sizes: &[u32]) -> (Vec<u32>, u32) {
        let counters = sizes.iter().map(|size| counter(*size, None));
        offsets(&counters.collect::<Vec<_>>())
    }

    /// Check that eight-byte values are aligned, and that four-byte values take the holes before room at the end.
    #[test]
    fn four_byte_values_fill_holes() {
        assert_eq!(of_sizes(&[]), (vec![], 8));
        assert_eq!(of_sizes(&[4]), (vec![4], 8));
        assert_eq!(of_sizes(&[8, 4, 8]), (vec![8, 4, 16], 24));
        assert_eq!(of_sizes(&[4, 4, 8, 4]), (vec![4, 8, 16, 12], 24));
        assert_eq!(of_sizes(&[4, 4, 4, 4]), (vec![4, 8, 12, 16], 24));
    }

    /// Check that counters of one share have one offset, and that it takes room once.
    #[test]
    fn shared_values_are_placed_once() {
        let counters = [
            counter(8, None),
            counter(8, Some("timestamp")),
            counter(8, None),
            counter(8, Some("timestamp")),
        ];
        assert_eq!(offsets(&counters), (vec![8, 16, 24, 16], 32));
    }
}
