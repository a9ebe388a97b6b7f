//! The name lists. Identifiers are those of the shared case table.

use std::path::PathBuf;

use perfhive_catalog::{ErrorKind, NameTable, all};
use perfhive_winperf::LangId;
use proptest::prelude::*;

fn texts(bytes: &[u8]) -> Vec<String> {
    let units = bytes
        .chunks(2)
        .map(|it| u16::from_le_bytes([it[0], it[1]]))
        .collect::<Vec<_>>();
    units
        .split(|it| *it == 0)
        .map(|it| String::from_utf16(it).unwrap())
        .collect()
}

/// Check that the list of names has pairs of even indexes in order, the last system index first, and two NULs at the
/// end (C194).
#[test]
fn list_of_names() {
    let texts = texts(&NameTable::counters(LangId::ENGLISH).to_multi_sz());
    assert_eq!(texts[..2], ["1", "1847"]);
    assert_eq!(texts[texts.len() - 2..], ["", ""]);
    let indexes = texts[2..texts.len() - 2]
        .chunks(2)
        .map(|it| it[0].parse::<u32>().unwrap());
    let indexes = indexes.collect::<Vec<_>>();
    assert!(indexes.is_sorted_by(|a, b| a < b) && indexes.iter().all(|it| it % 2 == 0));
    assert!(indexes.contains(&238) && indexes.contains(&6));
}

/// Check that the list of help texts has odd indexes, and every counter its own text (C195).
#[test]
fn list_of_help_texts() {
    let help = NameTable::help(LangId::ENGLISH);
    assert!(help.iter().all(|(index, _)| index % 2 == 1));
    for object in all() {
        assert_eq!(
            help.name(object.definition.help_index),
            Some(object.help.en)
        );
        for (counter, text) in object.counters.iter().zip(object.texts) {
            if !counter.counter_type.is_base() {
                assert_eq!(
                    help.name(counter.help_index),
                    Some(text.help.en),
                    "{}",
                    text.name.en
                );
            }
        }
    }
}

/// Check that a language that is not there is answered in English (C196 to C198).
#[test]
fn missing_languages_fall_back() {
    let english = NameTable::counters(LangId::ENGLISH);
    assert_eq!(NameTable::counters(LangId(0x00C)), english);
    assert_eq!(english.name(674), Some("System Up Time"));
    assert_eq!(english.indexes("% processor TIME").collect::<Vec<_>>(), [6]);
}

/// Check that every name below Windows' last index is Windows' own.
#[test]
fn names_are_those_of_windows() {
    let shared = std::env::var_os("PERFHIVE_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let Ok(windows) = std::fs::read_to_string(shared.join("data/names/vista_counter009.tsv"))
    else {
        println!("skipped: no shared/data/names (set PERFHIVE_SHARED)");
        return;
    };
    let entries = windows.lines().map(|line| {
        let (index, name) = line.split_once('\t').unwrap();
        (index.parse().unwrap(), name.to_owned())
    });
    let windows = NameTable::from_entries(entries.collect());
    for (index, name) in NameTable::counters(LangId::ENGLISH)
        .iter()
        .filter(|(i, _)| *i < 20_000)
    {
        assert_eq!(windows.name(index), Some(name), "{index}");
    }
}

/// Check that a list without its last NULs is read, and that text in place of an index is an error.
#[test]
fn odd_lists() {
    let utf16 = |text: &str| {
        text.encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect::<Vec<_>>()
    };
    let table = NameTable::parse_multi_sz(&utf16("4\0Memory\02\0System")).unwrap();
    assert_eq!(
        table.iter().collect::<Vec<_>>(),
        [(2, "System"), (4, "Memory")]
    );
    assert_eq!(NameTable::parse_multi_sz(&[]), Ok(NameTable::default()));
    let error = NameTable::parse_multi_sz(&utf16("x\0Memory\0\0")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoIndex);
    let error = NameTable::parse_multi_sz(&utf16("2\0")).unwrap_err();
    assert_eq!(
        error.to_string(),
        "name list ends at text 0, an index without a name"
    );
}

proptest! {
    /// Check that any table survives its own list, and that any bytes are read or refused.
    #[test]
    fn written_and_parsed(
        entries in prop::collection::vec((any::<u32>(), "[^\0]{1,12}"), 0..20),
        noise in prop::collection::vec(any::<u8>(), 0..100),
    ) {
        let table = NameTable::from_entries(entries);
        prop_assert_eq!(NameTable::parse_multi_sz(&table.to_multi_sz()), Ok(table));
        let _ = NameTable::parse_multi_sz(&noise);
    }
}
