//! Counter paths as Windows' documents and Wine's tests have them; `case` is the id of the row in the case table.

use std::collections::BTreeSet;
use std::path::PathBuf;

use perfhive_pdh::{CounterPath, InstanceIndex, InstancePart, NameRef, PathElements};

const ANY: Option<InstanceIndex> = Some(InstanceIndex::Any);
const AT_1: Option<InstanceIndex> = Some(InstanceIndex::At(1));
const AT_2: Option<InstanceIndex> = Some(InstanceIndex::At(2));

struct Case {
    case: &'static str,
    text: &'static str,
    machine: Option<&'static str>,
    object: &'static str,
    parent: Option<&'static str>,
    instance: Option<&'static str>,
    index: Option<InstanceIndex>,
    counter: &'static str,
}

/// A case without instance; those below say what differs.
const PLAIN: Case = Case {
    case: "",
    text: "",
    machine: None,
    object: "object",
    parent: None,
    instance: None,
    index: None,
    counter: "counter",
};

const MACHINE: Option<&str> = Some("computer");
const PARENT: Option<&str> = Some("parent");
const INSTANCE: Option<&str> = Some("instance");

/// The ten forms, and what is in real paths.
#[rustfmt::skip] // a table
const CASES: &[Case] = &[
    Case { case: "C113", text: r"\\computer\object(parent/instance#2)\counter", machine: MACHINE, parent: PARENT, instance: INSTANCE, index: AT_2, ..PLAIN },
    Case { case: "C114", text: r"\\computer\object(parent/instance)\counter", machine: MACHINE, parent: PARENT, instance: INSTANCE, ..PLAIN },
    Case { text: r"\\computer\object(instance#2)\counter", machine: MACHINE, instance: INSTANCE, index: AT_2, ..PLAIN },
    Case { case: "C116", text: r"\\computer\object(instance)\counter", machine: MACHINE, instance: INSTANCE, ..PLAIN },
    Case { text: r"\\computer\object\counter", machine: MACHINE, ..PLAIN },
    Case { case: "C118", text: r"\object(parent/instance#2)\counter", parent: PARENT, instance: INSTANCE, index: AT_2, ..PLAIN },
    Case { text: r"\object(parent/instance)\counter", parent: PARENT, instance: INSTANCE, ..PLAIN },
    Case { case: "C120", text: r"\object(instance#2)\counter", instance: INSTANCE, index: AT_2, ..PLAIN },
    Case { case: "C121", text: r"\object(instance)\counter", instance: INSTANCE, ..PLAIN },
    Case { case: "C122", text: r"\object\counter", ..PLAIN },
    Case { case: "C062", text: r"\System\System Up Time", object: "System", counter: "System Up Time", ..PLAIN },
    Case { case: "C123", text: r"\Process(Explorer/0#1)\% User Time", object: "Process", parent: Some("Explorer"), instance: Some("0"), index: AT_1, counter: "% User Time", ..PLAIN },
    Case { case: "C125", text: r"\Process(*)\% Processor Time", object: "Process", instance: Some("*"), counter: "% Processor Time", ..PLAIN },
    Case { case: "C127", text: r"\object(pro*)\counter", instance: Some("pro*"), ..PLAIN },
    Case { case: "C128", text: r"\object(*)\*", instance: Some("*"), counter: "*", ..PLAIN },
    Case { text: r"\object(a*b/*sql*#*)\*Bytes*/sec", parent: Some("a*b"), instance: Some("*sql*"), index: ANY, counter: "*Bytes*/sec", ..PLAIN },
    Case { text: r"\238(*)\6", object: "238", instance: Some("*"), counter: "6", ..PLAIN },
    Case { text: r"\PhysicalDisk(0 C:)\Disk Bytes/sec", object: "PhysicalDisk", instance: Some("0 C:"), counter: "Disk Bytes/sec", ..PLAIN },
    Case { text: r"\object(0,_Total)\% C1 Time", instance: Some("0,_Total"), counter: "% C1 Time", ..PLAIN },
    Case { text: r"\object(a.b)\Private Bytes (MB)", instance: Some("a.b"), counter: "Private Bytes (MB)", ..PLAIN },
    Case { case: "C252", text: r"\object(intel[r] 82579v gigabit network connection)\counter", instance: Some("intel[r] 82579v gigabit network connection"), ..PLAIN },
    Case { text: r"\Diagnostics (Per-CPU)(1)\counter", object: "Diagnostics (Per-CPU)", instance: Some("1"), ..PLAIN },
    Case { text: r"\object(Intel(R) 82579V)\counter", instance: Some("Intel(R) 82579V"), ..PLAIN },
    Case { text: r"\object(C#)\counter", instance: Some("C#"), ..PLAIN },
    Case { text: r"\object(app#x)\counter", instance: Some("app#x"), ..PLAIN },
    Case { text: r"\object(C##2)\counter", instance: Some("C#"), index: AT_2, ..PLAIN },
    Case { text: r"\object(app#1#0)\counter", instance: Some("app#1"), ..PLAIN },
    Case { text: r"\object(#1#0)\counter", instance: Some("#1"), ..PLAIN },
    Case { text: r"\object(app#1#2)\counter", instance: Some("app#1"), index: AT_2, ..PLAIN },
    Case { text: r"\object(a/b/c#2)\counter", parent: Some("a"), instance: Some("b/c"), index: AT_2, ..PLAIN },
    Case { text: r"\object(/var/lib)\counter", instance: Some("/var/lib"), ..PLAIN },
    Case { text: r"\object(a//b)\counter", parent: Some("a"), instance: Some("/b"), ..PLAIN },
    Case { text: r"\object( a )\counter", instance: Some(" a "), ..PLAIN },
];

/// Check that each of the ten forms, and what real paths hold, comes apart and together again.
#[test]
fn ten_forms_come_apart_and_together() {
    for it in CASES {
        let path = CounterPath::parse(it.text).unwrap_or_else(|e| panic!("{}: {e}", it.text));
        let expected = CounterPath {
            machine: it.machine.map(String::from),
            object: it.object.to_owned(),
            parent: it.parent.map(String::from),
            instance: it.instance.map(String::from),
            index: it.index,
            counter: it.counter.to_owned(),
        };
        assert_eq!(path, expected, "{} {}", it.case, it.text);
        assert_eq!(path.to_string(), it.text, "{}", it.case);
        let elements = PathElements {
            machine: it.machine,
            object: Some(it.object),
            parent: it.parent,
            instance: it.instance,
            index: it.index,
            counter: Some(it.counter),
        };
        assert_eq!(elements.make(), Ok(expected), "{}", it.text);
    }
}

/// Check that what means the same prints the same: index 0, digits with zeros in front, blanks outside.
#[test]
fn one_spelling_for_one_path() {
    for (text, printed) in [
        (
            r"\Process(svchost#0)\ID Process",
            r"\Process(svchost)\ID Process",
        ),
        (
            r"\Process(svchost#007)\Threads",
            r"\Process(svchost#7)\Threads",
        ),
        ("  \\System \\ System Up Time\t", r"\System\System Up Time"),
        (r"\Processor (0) \% Idle Time", r"\Processor(0)\% Idle Time"),
        (r"\\ host \System\Threads", r"\\host\System\Threads"),
    ] {
        let path = CounterPath::parse(text).map(|it| it.to_string());
        assert_eq!(path.as_deref(), Ok(printed), "{text}");
    }
}

/// Check that an instance name comes apart by itself as it does in a path, and is refused when it has no name.
#[test]
fn instance_names_come_apart() {
    for (case, text, parent, name, index) in [
        ("C131", "parent/instance#2", PARENT, "instance", AT_2),
        ("C132", "instance", None, "instance", None),
        ("C146", "svchost#1", None, "svchost", AT_1),
        ("", "*/*#*", Some("*"), "*", ANY),
    ] {
        let part = InstancePart {
            parent,
            name,
            index,
        };
        assert_eq!(InstancePart::parse(text), Ok(part), "{case}");
        assert_eq!(part.to_string(), text, "{case}");
    }
    let long = "a".repeat(1025);
    for text in ["", " ", "parent/", "#2", "parent/#2", "a#4294967296", &long] {
        assert!(InstancePart::parse(text).is_err(), "C133 {text}");
    }
}

/// Check that a path without an index means the first instance of a name, but each one that a pattern finds.
#[test]
fn no_index_is_the_first_or_each() {
    for (text, matched) in [
        ("svchost", [true, false, false]),
        ("svchost#2", [false, false, true]),
        ("svchost#*", [true; 3]),
        ("svc*", [true; 3]),
        ("svc*#2", [false, false, true]),
    ] {
        let part = InstancePart::parse(text).expect(text);
        let found = [0, 1, 2].map(|it| part.index_matches(it));
        assert_eq!(found, matched, "{text}");
    }
}

/// Check that objects and counters are known by name, by index and by pattern.
#[test]
fn names_indexes_and_patterns_differ() {
    let path = CounterPath::parse(r"\238(_Total)\% *").expect("a path");
    assert_eq!(path.object_ref(), NameRef::Index(238));
    let NameRef::Pattern(pattern) = path.counter_ref() else {
        panic!("{:?}", path.counter_ref())
    };
    assert!(pattern.matches("% Idle Time") && !pattern.matches("Interrupts/sec"));
    for name in ["Memory", "99999999999", "+5", ""] {
        assert_eq!(NameRef::of(name), NameRef::Name(name));
    }
    for (text, expected) in [
        (r"\a(b)\c", false),
        (r"\a(b#*)\c", true),
        (r"\a(*/b)\c", true),
        (r"\a\c*", true),
        (r"\a*\c", true),
    ] {
        let path = CounterPath::parse(text).expect(text);
        assert_eq!(path.has_wildcard(), expected, "{text}");
    }
}

/// Check that each case that is named in this crate's tests is a row of the case table, where that is at hand.
#[test]
fn cases_are_rows_of_the_table() {
    let shared = std::env::var_os("PERFHIVE_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let Ok(table) = std::fs::read_to_string(shared.join("cases/counters.tsv")) else {
        println!("skipped: no shared/cases/counters.tsv (set PERFHIVE_SHARED)");
        return;
    };
    let ids: BTreeSet<&str> = table
        .lines()
        .filter_map(|it| it.split('\t').next())
        .collect();
    let here = CASES.iter().map(|it| it.case).filter(|it| !it.is_empty());
    let in_other_tests = ["C068", "C071", "C072", "C124", "C134", "C135"];
    for case in here
        .chain(["C131", "C132", "C133", "C146"])
        .chain(in_other_tests)
    {
        assert!(ids.contains(case), "{case}");
    }
}
