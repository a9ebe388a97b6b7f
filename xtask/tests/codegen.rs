//! The products are fresh, and bad definitions are refused with a word of what is wrong.

use std::fs;
use std::path::Path;

use xtask::{ObjectFile, codegen};

/// Check that what is checked in is what the definitions give.
#[test]
fn products_are_fresh() {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    for (path, text) in codegen::render(&repository).unwrap() {
        let there = fs::read_to_string(repository.join(&path)).unwrap_or_default();
        assert!(
            there == text,
            "{} is not fresh: run `cargo xtask codegen`",
            path.display()
        );
    }
    assert_eq!(
        codegen::left_over(&repository).unwrap(),
        [] as [&Path; 0],
        "modules without a definition: run `cargo xtask codegen`"
    );
}

const GOOD: &str = r#"
index = 2
help_index = 3
ident = "system"
instances = "none"
detail = 100
default_counter = "one"
own_clock = false
name = { en = "System" }
help = { en = "All." }
[[counter]]
ident = "one"
name = { en = "One" }
help = { en = "Help." }
index = 4
help_index = 5
type = "PERF_COUNTER_RAWCOUNT"
size = 4
scale = 0
detail = 100
unit = "things"
source = "/proc/x"
wrap = "never"
"#;

/// Check that each broken rule is named.
#[test]
fn bad_definitions_are_refused() {
    assert!(ObjectFile::parse(GOOD).is_ok());
    for (from, to, why) in [
        ("index = 2\n", "index = 1\n", "index 1 is odd"),
        ("help_index = 3", "help_index = 6", "help index 6 is even"),
        (
            "help_index = 5",
            "help_index = 20001",
            "index 20001 is that of the mask",
        ),
        (
            "index = 4\n",
            "index = 20000\n",
            "index 20000 is that of the mask",
        ),
        (
            "\"system\"",
            "\"System\"",
            "ident \"System\" is not snake_case",
        ),
        ("\"One\"", "\"\"", "counter one: no name"),
        ("\"Help.\"", "\"\"", "counter one: no help"),
        ("unit = \"things\"", "unit = \" \"", "no unit"),
        ("\"/proc/x\"", "\"\"", "no source"),
        ("\"never\"", "\"\"", "no wrap"),
        ("detail = 100", "detail = 150", "detail 150 is none of"),
        (
            "unit = \"things\"",
            "unti = \"things\"",
            "unknown field `unti`",
        ),
        (
            "size = 4",
            "size = 8",
            "size 8 does not fit PERF_COUNTER_RAWCOUNT",
        ),
        (
            "COUNTER_RAWCOUNT",
            "COUNTER_RAWCUONT",
            "unknown counter type PERF_COUNTER_RAWCUONT",
        ),
        (
            "COUNTER_RAWCOUNT\"\nsize = 4",
            "COUNTER_MULTI_TIMER\"\nsize = 8",
            "PERF_COUNTER_MULTI_TIMER wants a count behind its value",
        ),
        (
            "COUNTER_RAWCOUNT\"\nsize = 4",
            "ELAPSED_TIME\"\nsize = 8",
            "ELAPSED_TIME needs own_clock",
        ),
        (
            "COUNTER_RAWCOUNT",
            "RAW_BASE",
            "base counter behind a counter that takes none",
        ),
        (
            "COUNTER_RAWCOUNT",
            "RAW_FRACTION",
            "base counter missing behind one",
        ),
        (
            "ident = \"one\"",
            "ident = \"one_base\"",
            "the ident of a base counter ends in _base, and no other",
        ),
        (
            "wrap = \"never\"",
            "wrap = \"never\"\nshare = \"x\"",
            "counter one: share is for PERF_PRECISION_TIMESTAMP alone",
        ),
        (
            "default_counter = \"one\"",
            "default_counter = \"two\"",
            "default counter two is not",
        ),
    ] {
        let error = ObjectFile::parse(&GOOD.replace(from, to)).unwrap_err();
        let error = format!("{error:#}");
        assert!(error.contains(why), "wanted: {why}, found: {error}");
    }
}

/// Check that rules which take two counters to break are kept as well.
#[test]
fn bad_pairs_are_refused() {
    let (_, second) = GOOD.split_once("[[counter]]").unwrap();
    let twice = format!("{GOOD}[[counter]]{second}");
    let with = |edits: &[(&str, &str)]| {
        let mut second = second.to_owned();
        for (from, to) in edits {
            second = second.replace(from, to);
        }
        let first = GOOD.replace("COUNTER_RAWCOUNT", "RAW_FRACTION");
        format!("{first}[[counter]]{second}")
    };
    let base = [
        ("\"one\"", "\"one_base\""),
        ("COUNTER_RAWCOUNT", "RAW_BASE"),
    ];
    ObjectFile::parse(&with(&base)).unwrap();
    for (text, why) in [
        (twice.clone(), "ident one twice"),
        (
            twice.replacen("ident = \"one\"", "ident = \"two\"", 1),
            "counter index 4 twice in one object",
        ),
        (with(&[]), "base counter missing before this counter"),
        (
            with(&[base[0], base[1], ("\"One\"", "\"Two\"")]),
            "base counter has another name than its counter one",
        ),
    ] {
        let error = format!("{:#}", ObjectFile::parse(&text).unwrap_err());
        assert!(error.contains(why), "wanted: {why}, found: {error}");
    }
}

/// Check that no object has more counters than the mask of absent values has bits for.
#[test]
fn too_many_counters_are_refused() {
    let (head, counter) = GOOD.split_once("[[counter]]").unwrap();
    let object = |n_counters: u32| {
        (0..n_counters).fold(head.to_owned(), |object, i| {
            let ident = if i == 0 {
                "one".into()
            } else {
                format!("n{i}")
            };
            let counter = counter
                .replace("\"one\"", &format!("\"{ident}\""))
                .replace("index = 4\n", &format!("index = {}\n", 4 + 2 * i));
            object + "[[counter]]" + &counter
        })
    };
    ObjectFile::parse(&object(63)).unwrap();
    let error = format!("{:#}", ObjectFile::parse(&object(64)).unwrap_err());
    assert!(error.contains("64 counters, at most 63 fit"), "{error}");
}
