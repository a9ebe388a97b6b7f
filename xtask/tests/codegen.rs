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
            "COUNTER_RAWCOUNT",
            "RAW_BASE",
            "base counter behind a counter that takes none",
        ),
        (
            "default_counter = \"one\"",
            "default_counter = \"two\"",
            "default counter two is not",
        ),
        ("unit = \"things\"", "unit = \" \"", "no unit"),
        (
            "unit = \"things\"",
            "unti = \"things\"",
            "unknown field `unti`",
        ),
    ] {
        let error = ObjectFile::parse(&GOOD.replace(from, to)).unwrap_err();
        assert!(format!("{error:#}").contains(why), "{error:#}");
    }
}
