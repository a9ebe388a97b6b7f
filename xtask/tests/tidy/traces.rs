//! Traces of the machine that a file was made on: folders of its user, hosts that its packages came from.

/// The one registry, as a lock file spells it.
const REGISTRY: &str = "registry+https://github.com/rust-lang/crates.io-index";

/// What must not stand in a file, in halves, so that this file does not hold it either.
const TRACES: &[(&str, &str)] = &[
    ("/work", "/"),
    ("/root", "/"),
    ("index.crates", ".io"),
    ("static.crates", ".io"),
    ("[source", "."),
    ("[registries", "."),
    ("replace", "-with"),
];

pub(crate) fn complaints(path: &str, bytes: &[u8]) -> Vec<String> {
    let text = String::from_utf8_lossy(bytes);
    let is_lock = path.ends_with("Cargo.lock");
    let mut found = Vec::new();
    for (line, text) in (1..).zip(text.lines()) {
        for (head, tail) in TRACES {
            if text.contains(&format!("{head}{tail}")) {
                found.push(format!("{path}:{line}: {head}{tail}"));
            }
        }
        if is_lock && text.starts_with("source = ") && text != format!("source = \"{REGISTRY}\"") {
            found.push(format!("{path}:{line}: {text}"));
        }
    }
    found
}

/// Check that a trace is found in text, in bytes that are no text, and in a lock file.
#[test]
fn traces_are_found() {
    for (head, tail) in TRACES {
        let bytes = [b"\xFFa ", head.as_bytes(), tail.as_bytes()].concat();
        assert_eq!(complaints("a", &bytes), [format!("a:1: {head}{tail}")]);
    }
    let mirror = b"source = \"sparse+https://mirror.example/index\"";
    assert_eq!(complaints("fuzz/Cargo.lock", mirror).len(), 1);
    assert!(complaints("a", mirror).is_empty());
    assert!(complaints("Cargo.lock", format!("source = \"{REGISTRY}\"").as_bytes()).is_empty());
}
