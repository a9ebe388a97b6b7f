//! Counter paths that nobody thought of: whatever parses prints to a path that parses to the same.

use std::path::Path;

use perfhive_pdh::{CounterPath, InstanceIndex, InstancePart, PathElements, Pattern};
use proptest::prelude::{
    Just, Strategy, any, prop, prop_assert, prop_assert_eq, prop_oneof, proptest,
};

/// What is held of any text at all: no panic, and a printed path is a fixed point.
fn check(text: &str) {
    if let Ok(path) = CounterPath::parse(text) {
        let printed = path.to_string();
        let again = CounterPath::parse(&printed);
        assert_eq!(again.as_ref(), Ok(&path), "{text} as {printed}");
        assert!(printed.len() <= text.len(), "{text} as {printed}");
    }
    if let Ok(part) = InstancePart::parse(text) {
        let printed = part.to_string();
        assert_eq!(InstancePart::parse(&printed), Ok(part), "{text}");
    }
}

/// Check that the texts which the fuzzer begins with neither panic nor change when they are printed, nor do the
/// beginnings and ends of them.
#[test]
fn corpus_is_stable() {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/counter_path");
    let mut n_files = 0;
    for entry in std::fs::read_dir(&corpus).expect("the corpus") {
        let bytes = std::fs::read(entry.expect("an entry").path()).expect("a file");
        let text = String::from_utf8_lossy(&bytes);
        let ends = text.char_indices().map(|(off, _)| off);
        for off in ends.chain([text.len()]) {
            check(&text[off..]);
            check(&text[..off]);
        }
        n_files += 1;
    }
    assert!(n_files >= 20, "{n_files} files in {}", corpus.display());
}

/// Text of the characters that mean something in a path.
fn syntax() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        Just("\\"),
        Just("("),
        Just(")"),
        Just("/"),
        Just("#"),
        Just("*"),
        Just("0"),
        Just("7"),
        Just(" "),
        Just("a"),
        Just("é"),
    ];
    prop::collection::vec(piece, 0..24).prop_map(|it| it.concat())
}

fn name() -> impl Strategy<Value = String> {
    "[a-zA-Z0-9 %.,:#*\\[\\]äß进/()]{1,12}"
}

proptest! {
    /// Check that texts full of syntax never panic and print stably.
    #[test]
    fn syntax_is_stable(text in syntax()) {
        check(&text);
        check(&format!(r"\o({text})\c"));
    }

    /// Check that texts of any characters never panic and print stably.
    #[test]
    fn any_text_is_stable(text in any::<String>()) {
        check(&text);
    }

    /// Check that what can be made of parts comes apart into those parts.
    #[test]
    fn made_paths_come_apart(
        machine in prop::option::of(name()),
        object in name(),
        parent in prop::option::of(name()),
        instance in name(),
        index in prop::option::of(any::<u32>()),
        counter in name(),
    ) {
        let elements = PathElements {
            machine: machine.as_deref(),
            object: Some(&object),
            parent: parent.as_deref(),
            instance: Some(&instance),
            index: index.map(InstanceIndex::At),
            counter: Some(&counter),
        };
        if let Ok(path) = elements.make() {
            let again = CounterPath::parse(&path.to_string());
            prop_assert_eq!(again.as_ref(), Ok(&path));
            prop_assert_eq!(path.instance.as_deref(), Some(&*instance));
            prop_assert_eq!(&path.parent, &parent);
            prop_assert_eq!(&path.object, object.trim());
            prop_assert_eq!(&path.counter, counter.trim());
        }
    }

    /// Check that a pattern matches as the definition of `*` says, tried in the slow way.
    #[test]
    fn patterns_match_by_definition(pattern in "[ab*]{0,8}", text in "[abAB]{0,10}") {
        let lower = text.to_lowercase();
        let expected = by_definition(pattern.as_bytes(), lower.as_bytes());
        prop_assert_eq!(Pattern::new(&pattern).matches(&text), expected);
        prop_assert!(Pattern::new(&text).matches(&lower));
    }
}

fn by_definition(pattern: &[u8], text: &[u8]) -> bool {
    match pattern {
        [] => text.is_empty(),
        [b'*', rest @ ..] => (0..=text.len()).any(|n| by_definition(rest, &text[n..])),
        [first, rest @ ..] => text.first() == Some(first) && by_definition(rest, &text[1..]),
    }
}
