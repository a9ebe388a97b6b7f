//! What is wrong with a counter path: where it is, and what Windows answers.

use perfhive_pdh::{
    CounterPath, InstanceIndex, MAX_NAME_LEN, MAX_PATH_LEN, PathElements, PathErrorKind, PathPart,
    Status,
};

/// Texts that are no path, and what is wrong (cases C124, C134).
#[rustfmt::skip] // a table
const BAD: &[(&str, &str)] = &[
    ("System Up Time", r"counter path does not begin with `\`, column 1"),
    (r"\System Up Time", r"no `\` and counter behind the object, column 16"),
    (r"\", "object is missing, column 2"),
    (r"\\host", "object is missing, column 7"),
    (r"\\host\\Threads", "object is missing, column 8"),
    (r"\\\System\Threads", "machine is missing, column 3"),
    (r"\\*\System\Threads", "machine cannot hold `*`, column 3"),
    (r"\(a)\b", "object is missing, column 2"),
    (r"\Größe(a\b", "`(` is not closed, column 7"),
    (r"\Process(a(b)\c", "`(` is not closed, column 9"),
    (r"\Process a)\b", "`)` has no `(`, column 11"),
    (r"\Process(a) b\c", r"text between `)` and the `\` of the counter, column 13"),
    (r"\Process()\c", "instance is missing, column 10"),
    (r"\Process(a/)\c", "instance is missing, column 12"),
    (r"\Process(#1)\c", "instance is missing, column 10"),
    (r"\Process( /a)\c", "parent instance is missing, column 10"),
    (r"\Process(a#4294967296)\c", "instance index is above 4294967295, column 12"),
    (r"\Process(a)\b\c", r"counter cannot hold `\`, column 14"),
    ("\\Process(\0)\\c", r"counter path cannot hold `\u{0}`, column 10"),
];

/// Texts that name no counter (case C135).
const EMPTY: &[(&str, &str)] = &[
    ("", "counter path is empty"),
    ("   ", "counter path is empty"),
    (r"\System\", "counter is missing, column 9"),
    (r"\System(a)\ ", "counter is missing, column 12"),
];

/// Check that an error says what is wrong and where, and answers with the status of Windows.
#[test]
fn errors_say_what_and_where() {
    let bad = BAD.iter().map(|it| (it, Status::CSTATUS_BAD_COUNTERNAME));
    let empty = EMPTY.iter().map(|it| (it, Status::CSTATUS_NO_COUNTERNAME));
    for ((text, message), status) in bad.chain(empty) {
        let error = CounterPath::parse(text).expect_err(text);
        assert_eq!(error.to_string(), *message, "{text}");
        assert_eq!(error.status(), status, "{text}");
    }
}

/// Check that the limits hold to the character, and count UTF-16 units and not bytes.
#[test]
fn limits_hold_to_the_character() {
    let kind = |text: String| CounterPath::parse(&text).map_err(|it| it.kind()).err();
    let name = |n| "é".repeat(n);
    let too_long = |part, limit| Some(PathErrorKind::TooLong(part, limit));
    let counter = |n| format!(r"\object\{}", name(n));
    assert_eq!(kind(counter(MAX_NAME_LEN)), None);
    let expected = too_long(PathPart::Counter, MAX_NAME_LEN);
    assert_eq!(kind(counter(MAX_NAME_LEN + 1)), expected);
    assert_eq!(kind(format!(r"\o\{}", "🐝".repeat(513))), expected);
    let path = |n| format!(r"\{}\{}", name(n), name(MAX_NAME_LEN));
    let fits = MAX_PATH_LEN - MAX_NAME_LEN - 2;
    assert_eq!(kind(path(fits)), None);
    let expected = too_long(PathPart::Path, MAX_PATH_LEN);
    assert_eq!(kind(path(fits + 1)), expected);
}

const PLAIN: PathElements<'_> = PathElements {
    machine: None,
    object: Some("object"),
    parent: None,
    instance: None,
    index: None,
    counter: Some("counter"),
};

/// Check that a path is not made without object and counter, whatever else is there (case C068).
#[test]
fn make_requires_object_and_counter() {
    let full = PathElements {
        machine: Some("machine"),
        parent: Some("parent"),
        instance: Some("instance"),
        index: Some(InstanceIndex::At(1)),
        ..PLAIN
    };
    for absent in [None, Some(""), Some(" ")] {
        let no_object = PathElements {
            object: absent,
            ..full
        };
        let no_counter = PathElements {
            counter: absent,
            ..full
        };
        for (elements, part) in [
            (no_object, PathPart::Object),
            (no_counter, PathPart::Counter),
        ] {
            let error = elements.make().map_err(|it| (it.kind(), it.column()));
            assert_eq!(error, Err((PathErrorKind::Missing(part), None)));
        }
    }
}

/// Check that parent and index go where there is no instance, and that a machine may bring its backslashes.
#[test]
#[rustfmt::skip] // a table
fn make_drops_what_has_no_instance() {
    let full = PathElements {
        machine: Some("machine"),
        parent: Some("parent"),
        instance: Some("instance"),
        index: Some(InstanceIndex::At(1)),
        ..PLAIN
    };
    for (case, elements, expected) in [
        ("", full, r"\\machine\object(parent/instance#1)\counter"),
        ("", PathElements { machine: Some(r"\\machine"), ..full }, r"\\machine\object(parent/instance#1)\counter"),
        ("", PathElements { index: Some(InstanceIndex::At(0)), ..full }, r"\\machine\object(parent/instance)\counter"),
        ("", PathElements { parent: None, ..full }, r"\\machine\object(instance#1)\counter"),
        ("C071", PathElements { instance: None, ..full }, r"\\machine\object\counter"),
        ("C072", PathElements { machine: None, instance: None, ..full }, r"\object\counter"),
    ] {
        let path = elements.make().map(|it| it.to_string());
        assert_eq!(path.as_deref(), Ok(expected), "{case}");
    }
}

/// Check that no path is made that would read as another one: Windows has no escape character (case C124).
#[test]
#[rustfmt::skip] // a table
fn make_refuses_what_would_read_otherwise() {
    let ambiguous = PathErrorKind::Ambiguous;
    let backslash = PathErrorKind::Forbidden(PathPart::Counter, '\\');
    for (elements, expected) in [
        (PathElements { instance: Some("a/b"), ..PLAIN }, ambiguous(PathPart::Parent)),
        (PathElements { instance: Some("a"), parent: Some("b/c"), ..PLAIN }, ambiguous(PathPart::Parent)),
        (PathElements { instance: Some("a"), machine: Some("*"), ..PLAIN }, PathErrorKind::Forbidden(PathPart::Machine, '*')),
        (PathElements { object: Some("object (a)"), ..PLAIN }, ambiguous(PathPart::Object)),
        (PathElements { instance: Some("a(b"), ..PLAIN }, PathErrorKind::Unclosed),
        (PathElements { instance: Some("a)b"), ..PLAIN }, PathErrorKind::Unopened),
        (PathElements { instance: Some(""), ..PLAIN }, PathErrorKind::Missing(PathPart::Instance)),
        (PathElements { counter: Some(r"a\b"), ..PLAIN }, backslash),
        (PathElements { machine: Some(r"a\b"), ..PLAIN }, backslash),
    ] {
        let error = elements.make().map_err(|it| (it.kind(), it.column()));
        assert_eq!(error, Err((expected, None)), "{elements:?}");
    }
    let named_like_an_index = PathElements { instance: Some("app#1"), ..PLAIN };
    let path = named_like_an_index.make().map(|it| it.to_string());
    assert_eq!(path.as_deref(), Ok(r"\object(app#1#0)\counter"));
}
