//! The name lists. Identifiers are those of the shared case table.

use std::path::PathBuf;

use perfhive_catalog::{ErrorKind, NameTable, all};
use perfhive_winperf::{LangId, Query, QueryKind};
use proptest::prelude::*;

fn texts(bytes: &[u8]) -> Vec<String> {
    let units = bytes
        .chunks(2)
        .map(|it| u16::from_le_bytes([it[0], it[1]]))
        .collect::<Vec<_>>();
    units
        .split(|it| *it == 0)
        .map(|it| String::from_utf16(it).expect("list is UTF-16"))
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

/// Check that a list asked for without a language is the English one (C196).
#[test]
fn english_without_a_language() {
    for (text, kind) in [
        ("Counter", QueryKind::Counters(LangId::ENGLISH)),
        ("Help", QueryKind::Help(LangId::ENGLISH)),
    ] {
        assert_eq!(Query::parse(text).kind, kind);
    }
    let english = NameTable::counters(LangId::ENGLISH);
    assert_eq!(english.name(674), Some("System Up Time"));
}

/// Check that languages are asked for by three hexadecimal digits, Chinese by its whole id (C197).
#[test]
fn languages_by_three_digits() {
    for (language, text) in [
        (LangId::ENGLISH, "Counter 009"),
        (LangId::GERMAN, "Counter 007"),
        (LangId::CHINESE_SIMPLIFIED, "Counter 804"),
    ] {
        let query = Query::parse(text);
        assert_eq!(query.kind, QueryKind::Counters(language));
        assert_eq!(query.to_string(), text);
    }
}

/// Check that a language that is not there is answered in English, as a user's own language may be one (C198).
#[test]
fn missing_languages_fall_back() {
    let french = LangId(0x00C);
    assert_eq!(
        NameTable::counters(french),
        NameTable::counters(LangId::ENGLISH)
    );
    assert_eq!(NameTable::help(french), NameTable::help(LangId::ENGLISH));
}

/// Check that letter case does not matter, and that a name may stand under several indexes.
#[test]
fn indexes_of_a_name() {
    let english = NameTable::counters(LangId::ENGLISH);
    assert_eq!(english.indexes("% processor TIME").collect::<Vec<_>>(), [6]);
    let both = english.indexes("% idle time").collect::<Vec<_>>();
    assert_eq!(both, [1482, 1746]);
    let table = NameTable::from_entries(vec![(2, "Übertragung".into())]);
    assert_eq!(table.indexes("ÜBERTRAGUNG").collect::<Vec<_>>(), [2]);
    assert_eq!(table.indexes("uebertragung").next(), None);
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

/// The bytes of a list in which `|` stands for NUL.
fn utf16(text: &str) -> Vec<u8> {
    text.replace('|', "\0")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect()
}

/// Check that a list without its last NULs, or with half a code unit behind them, is read.
#[test]
fn cut_lists() {
    for odd in [false, true] {
        for end in ["", "|", "||"] {
            let mut bytes = utf16(&format!("4|Memory|2|System{end}"));
            bytes.extend(odd.then_some(b'x'));
            let table = NameTable::parse_multi_sz(&bytes).unwrap();
            assert_eq!(
                table.iter().collect::<Vec<_>>(),
                [(2, "System"), (4, "Memory")]
            );
            assert_eq!(table.n_skipped(), 0);
        }
    }
    assert_eq!(NameTable::parse_multi_sz(&[]), Ok(NameTable::default()));
    assert_eq!(NameTable::parse_multi_sz(&[0]), Ok(NameTable::default()));
}

/// Check that texts that are no index are skipped and counted, and that the pairs behind them are read.
#[test]
fn stray_texts_are_skipped() {
    for (list, names, n_skipped) in [
        (
            "2|System|x|Memory|6|Time|",
            &[(2, "System"), (6, "Time")][..],
            2,
        ),
        ("2|System|ber|4|Memory", &[(2, "System"), (4, "Memory")], 1),
        ("2|System|-4|", &[(2, "System")], 1),
        ("2|System|4294967296|", &[(2, "System")], 1),
        ("2|System|4|", &[(2, "System")], 1),
    ] {
        let table = NameTable::parse_multi_sz(&utf16(list)).unwrap();
        assert_eq!(table.iter().collect::<Vec<_>>(), names, "{list:?}");
        assert_eq!(table.n_skipped(), n_skipped, "{list:?}");
    }
}

/// Check that a list of which nothing can be read is an error that names its first fault.
#[test]
fn unreadable_lists() {
    let error = NameTable::parse_multi_sz(&utf16("x|Memory||")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoIndex);
    assert_eq!(error.to_string(), "text 0 of the name list is no index");
    let error = NameTable::parse_multi_sz(&utf16("2|")).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NoName);
    assert_eq!(
        error.to_string(),
        "name list ends at text 0, an index without a name"
    );
}

/// Check that texts which a list cannot hold are made to fit it before they are in a table.
#[test]
fn nul_ends_a_text() {
    let entries = [(2, "System\0, all of it"), (4, ""), (6, "\0")];
    let table = NameTable::from_entries(entries.map(|(i, text)| (i, text.to_owned())).to_vec());
    assert_eq!(table.iter().collect::<Vec<_>>(), [(2, "System")]);
}

proptest! {
    /// Check that any table survives its own list.
    #[test]
    fn written_and_parsed(
        entries in prop::collection::vec((any::<u32>(), any::<String>()), 0..20),
    ) {
        let table = NameTable::from_entries(entries);
        prop_assert_eq!(NameTable::parse_multi_sz(&table.to_multi_sz()), Ok(table));
    }

    /// Check that any bytes are read or refused.
    #[test]
    fn any_bytes(noise in prop::collection::vec(any::<u8>(), 0..100)) {
        let _ = NameTable::parse_multi_sz(&noise);
    }

    /// Check that a list cut anywhere gives no name that the whole list has not.
    #[test]
    fn cut_anywhere(len in 0..400_usize) {
        let whole = NameTable::counters(LangId::ENGLISH);
        let cut = NameTable::parse_multi_sz(&whole.to_multi_sz()[..len]);
        for (index, name) in cut.unwrap_or_default().iter() {
            // The text that the cut goes through may be an index or a name, and is shorter than it was.
            let whole_name = whole.name(index);
            prop_assert!(whole_name.is_some_and(|it| it.starts_with(name)), "{index} {name}");
        }
    }
}

/// Check that German has Windows' own names, that no two counters of an object share a name in any language, and that
/// the first objects have help in all three (C198).
#[test]
fn languages() {
    let german = NameTable::counters(LangId::GERMAN);
    assert_eq!(german.name(238), Some("Prozessor"));
    assert_eq!(german.name(6), Some("Prozessorzeit (%)"));
    assert_eq!(german.name(4), Some("Arbeitsspeicher"));
    for object in all() {
        for language in LangId::ALL {
            let counters = object.counters.iter().zip(object.texts);
            let shown = counters.filter(|(counter, _)| counter.counter_type.is_displayed());
            let mut names = shown
                .map(|(_, text)| text.name.in_language(language))
                .collect::<Vec<_>>();
            let n_names = names.len();
            names.sort_unstable();
            names.dedup();
            assert_eq!(names.len(), n_names, "{} {language}", object.ident);
        }
    }
    let memory = &perfhive_catalog::memory::OBJECT;
    assert!(
        memory
            .texts
            .iter()
            .all(|it| it.help.de.is_some() && it.help.zh.is_some())
    );
}
