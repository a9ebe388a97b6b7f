//! Which names a person may have meant, for the message that a name does not exist.
//!
//! Only proposes: no name is ever taken for another one because it is near.

use std::cmp::Reverse;

use crate::wildcard::fold;

/// Most names that are proposed.
const N_PROPOSED: usize = 3;
/// Longer texts are not misspelt names; keeps the time for one name in bounds.
const MAX_COMPARED_LEN: usize = 128;
/// Shortest text that is looked for inside names.
const MIN_PART_LEN: usize = 3;

/// At most three of `names` near to `wanted`, the nearest first.
///
/// Near is a name that a third of the characters of `wanted` (one at least) turn into it when they are changed, left
/// out, put in or swapped with the next one, and a name that holds `wanted`. Of equally near names, the one that
/// begins with more of the same characters comes first.
#[must_use]
pub fn nearest<'a>(wanted: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let wanted = folded(wanted.trim());
    let limit = (wanted.len() / 3).max(1);
    if wanted.is_empty() || wanted.len() > MAX_COMPARED_LEN {
        return Vec::new();
    }
    let mut found = Vec::with_capacity(N_PROPOSED + 1);
    for name in names {
        let text = folded(name);
        let mut distance = match text.len().abs_diff(wanted.len()) {
            it if it > limit => usize::MAX,
            _ => edit_distance(&wanted, &text),
        };
        if distance > limit && holds(&text, &wanted) {
            distance = limit;
        }
        if distance <= limit && !found.iter().any(|(_, it)| *it == name) {
            found.push(((distance, Reverse(shared_prefix(&wanted, &text))), name));
            found.sort(); // of at most four; by name where all else is equal
            found.truncate(N_PROPOSED);
        }
    }
    found.into_iter().map(|(_, name)| name).collect()
}

fn folded(text: &str) -> Vec<char> {
    text.chars().map(fold).collect()
}

fn holds(text: &[char], part: &[char]) -> bool {
    part.len() >= MIN_PART_LEN && text.windows(part.len()).any(|it| it == part)
}

fn shared_prefix(a: &[char], b: &[char]) -> usize {
    a.iter().zip(b).take_while(|(a, b)| a == b).count()
}

/// Number of characters to change, leave out, put in or swap with their neighbour (optimal string alignment).
fn edit_distance(a: &[char], b: &[char]) -> usize {
    let mut before_last = vec![0; b.len() + 1];
    let mut last: Vec<usize> = (0..=b.len()).collect();
    let mut row = last.clone();
    for i in 0..a.len() {
        row[0] = i + 1;
        for j in 0..b.len() {
            let change = last[j] + usize::from(a[i] != b[j]);
            row[j + 1] = change.min(last[j + 1] + 1).min(row[j] + 1);
            if i > 0 && j > 0 && a[i] == b[j - 1] && a[i - 1] == b[j] {
                row[j + 1] = row[j + 1].min(before_last[j - 1] + 1);
            }
        }
        // Three rows go round: the one before last becomes the next to be written.
        std::mem::swap(&mut before_last, &mut last);
        std::mem::swap(&mut last, &mut row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    const OBJECTS: [&str; 8] = [
        "System",
        "Memory",
        "Process",
        "Processor",
        "Processor Information",
        "PhysicalDisk",
        "LogicalDisk",
        "Network Interface",
    ];

    /// Check that slips of the finger are understood, whatever the case.
    #[test]
    fn slips_are_understood() {
        for (wanted, expected) in [
            ("Memroy", &["Memory"][..]),
            ("sytem", &["System"]),
            ("processr", &["Process", "Processor"]),
            ("physcialdisk", &["PhysicalDisk"]),
            ("disk", &["LogicalDisk", "PhysicalDisk"]),
            ("Network", &["Network Interface"]),
            ("Thread", &[]),
            ("", &[]),
            ("x", &[]),
        ] {
            assert_eq!(nearest(wanted, OBJECTS), expected, "{wanted}");
        }
    }

    /// Check that no more than three names are proposed, none twice, and long texts none.
    #[test]
    fn proposes_three_at_most() {
        assert_eq!(
            nearest("aaaa", ["aaab", "aaac", "aaab", "aaad", "aaaa"]),
            ["aaaa", "aaab", "aaac"]
        );
        assert!(nearest(&"a".repeat(1000), ["a"]).is_empty());
    }
}
