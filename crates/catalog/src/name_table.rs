//! "Counter NNN" and "Help NNN": the lists that give indexes their texts.
//!
//! On the wire a list is a REG_MULTI_SZ of UTF-16LE texts, index and text by turns (Windows' "Retrieving counter names
//! and help text").

use perfhive_winperf::{ABSENT_VALUES_HELP_INDEX, ABSENT_VALUES_INDEX, LangId, Utf16};

use crate::table::{Localized, all};
use crate::{Error, ErrorKind};

/// The highest index that Windows keeps for its own objects: the list of names begins with it.
const LAST_SYSTEM_INDEX: u32 = 1847;

const ABSENT_VALUES: Localized = Localized {
    en: "Absent Values",
    de: None,
    zh: None,
};

const ABSENT_VALUES_HELP: Localized = Localized {
    en: "A mask of the counters of this instance whose values could not be had: bit N stands for the counter at position N.",
    de: None,
    zh: None,
};

/// Texts by index, each index once.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameTable {
    /// Sorted by index; no text is empty or holds a NUL.
    entries: Vec<(u32, String)>,
    n_skipped: usize,
}

impl NameTable {
    /// The names of all objects and counters of the catalog.
    pub fn counters(language: LangId) -> Self {
        let mut entries = vec![
            (1, LAST_SYSTEM_INDEX.to_string()),
            (
                ABSENT_VALUES_INDEX,
                ABSENT_VALUES.in_language(language).to_owned(),
            ),
        ];
        for object in all() {
            let name = object.name.in_language(language);
            entries.push((object.definition.name_index, name.to_owned()));
            for (counter, text) in object.counters.iter().zip(object.texts) {
                entries.push((
                    counter.name_index,
                    text.name.in_language(language).to_owned(),
                ));
            }
        }
        Self::from_entries(entries)
    }

    /// The help texts of all objects and counters of the catalog.
    pub fn help(language: LangId) -> Self {
        let absent = ABSENT_VALUES_HELP.in_language(language).to_owned();
        let mut entries = vec![(ABSENT_VALUES_HELP_INDEX, absent)];
        for object in all() {
            let help = object.help.in_language(language);
            entries.push((object.definition.help_index, help.to_owned()));
            for (counter, text) in object.counters.iter().zip(object.texts) {
                entries.push((
                    counter.help_index,
                    text.help.in_language(language).to_owned(),
                ));
            }
        }
        Self::from_entries(entries)
    }

    /// A table of these texts; of two with one index the first one stays. A text ends at its first NUL, and an empty one
    /// is none: a list cannot hold either.
    pub fn from_entries(mut entries: Vec<(u32, String)>) -> Self {
        entries.retain_mut(|(_, text)| {
            text.truncate(text.find('\0').unwrap_or(text.len()));
            !text.is_empty()
        });
        entries.sort_by_key(|(index, _)| *index);
        entries.dedup_by_key(|(index, _)| *index);
        Self {
            entries,
            n_skipped: 0,
        }
    }

    /// The table that a REG_MULTI_SZ holds. Order does not matter; the last NULs, or half a code unit, may be missing.
    ///
    /// A text that stands where an index should is skipped, so that one bad name does not take the others down:
    /// [`Self::n_skipped`] tells of it. It is an error only if the list has texts and not one pair of them can be read.
    pub fn parse_multi_sz(bytes: &[u8]) -> Result<Self, Error> {
        let mut entries = Vec::new();
        let mut n_skipped = 0;
        let mut first_error = None;
        let mut texts = MultiSz { rest: bytes }.enumerate();
        while let Some((at, text)) = texts.next() {
            let kind = match text.parse().map(|index| (index, texts.next())) {
                Ok((index, Some((_, name)))) => {
                    entries.push((index, name));
                    continue;
                }
                Ok((_, None)) => ErrorKind::NoName,
                Err(_) => ErrorKind::NoIndex,
            };
            n_skipped += 1;
            first_error.get_or_insert(Error::new(kind, at));
        }
        match first_error {
            Some(error) if entries.is_empty() => Err(error),
            _ => Ok(Self {
                n_skipped,
                ..Self::from_entries(entries)
            }),
        }
    }

    /// The list as a REG_MULTI_SZ, by increasing index.
    pub fn to_multi_sz(&self) -> Vec<u8> {
        let mut bytes = Vec::new();
        let mut push = |text: &str| {
            text.encode_utf16()
                .chain([0])
                .for_each(|unit| bytes.extend(unit.to_le_bytes()));
        };
        for (index, text) in &self.entries {
            push(&index.to_string());
            push(text);
        }
        push("");
        bytes
    }

    /// Texts of the parsed list that found no place in the table: no index, or an index without a name.
    pub const fn n_skipped(&self) -> usize {
        self.n_skipped
    }

    /// The text of an index.
    pub fn name(&self, index: u32) -> Option<&str> {
        let at = self
            .entries
            .binary_search_by_key(&index, |(index, _)| *index)
            .ok()?;
        Some(&self.entries[at].1)
    }

    /// The indexes that have this text, letter case apart. Names are not unique: `% Processor Time` of one object may be
    /// another index elsewhere, so a counter is to be looked for among the indexes of its object.
    pub fn indexes(&self, name: &str) -> impl Iterator<Item = u32> {
        self.entries
            .iter()
            .filter(move |(_, it)| eq_ignore_case(it, name))
            .map(|(index, _)| *index)
    }

    /// All texts by increasing index.
    pub fn iter(&self) -> impl Iterator<Item = (u32, &str)> {
        self.entries
            .iter()
            .map(|(index, text)| (*index, text.as_str()))
    }
}

fn eq_ignore_case(a: &str, b: &str) -> bool {
    a.chars()
        .flat_map(char::to_lowercase)
        .eq(b.chars().flat_map(char::to_lowercase))
}

/// The texts of a REG_MULTI_SZ up to the empty one that ends it.
struct MultiSz<'a> {
    rest: &'a [u8],
}

impl Iterator for MultiSz<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        let text = Utf16::new(self.rest, false);
        let n_units = text.units().count();
        if n_units == 0 {
            return None;
        }
        self.rest = self.rest.get((n_units + 1) * 2..).unwrap_or(&[]);
        Some(text.chars().collect())
    }
}
