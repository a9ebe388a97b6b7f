//! The rules of the house that a compiler does not hold, on every file that git tracks.
//!
//! Each rule is a function from what it looks at to complaints, so that a test can show it a bad file too. A rule must
//! never pass because it found nothing to look at.

#[path = "tidy/arrows.rs"]
mod arrows;
#[path = "tidy/budget.rs"]
mod budget;
#[path = "tidy/rules.rs"]
mod rules;
#[path = "tidy/traces.rs"]
mod traces;
#[path = "tidy/tree.rs"]
mod tree;
#[path = "tidy/words.rs"]
mod words;

use tree::Source;

#[track_caller]
fn refuse(complaints: Vec<String>) {
    assert!(complaints.is_empty(), "\n{}\n", complaints.join("\n"));
}

#[track_caller]
fn hold(rule: fn(&Source) -> Vec<String>) {
    let sources = tree::sources();
    assert!(sources.len() > 50, "only {} Rust files", sources.len());
    refuse(sources.iter().flat_map(rule).collect());
}

/// Check that files stay small: none over 800 lines, nine of ten under 500, half of them under 180.
#[test]
fn files_are_small() {
    refuse(budget::complaints(&tree::sources()));
}

/// Check that a file with tests in it ends at 400 lines.
#[test]
fn tests_leave_long_files() {
    hold(rules::tests_in_a_long_file);
}

/// Check that crates lean on each other only along the arrows of the table.
#[test]
fn arrows_are_kept() {
    refuse(arrows::complaints(&tree::manifests()));
}

/// Check that unsafe stands in the listed files alone and is forbidden at every root.
#[test]
fn unsafe_stands_where_it_is_listed() {
    hold(rules::unlisted_unsafe);
}

/// Check that no file, module or identifier has a name that says nothing.
#[test]
fn names_say_something() {
    hold(words::banned_names);
}

/// Check that lints are expected with a reason and never allowed, and that nothing is left to do.
#[test]
fn nothing_is_waved_through() {
    hold(rules::waved_through);
}

/// Check that each module says why it is there.
#[test]
fn modules_begin_with_their_doc() {
    hold(rules::no_module_doc);
}

/// Check that each test says what it checks.
#[test]
fn tests_say_what_they_check() {
    hold(rules::wordless_tests);
}

/// Check that no tracked file leads to somebody's machine or to another registry than crates.io.
#[test]
fn no_machine_shows() {
    let files = tree::files();
    assert!(files.iter().any(|(path, _)| path == "Cargo.lock"));
    let complaints = files
        .iter()
        .flat_map(|(path, bytes)| traces::complaints(path, bytes));
    refuse(complaints.collect());
}

/// Check that every rule about one file finds what it is there for, and lets a good file pass.
#[test]
fn rules_bite() {
    let long = format!("//! Doc.\nmod tests {{\n{}}}", "\n".repeat(400));
    for (rule, path, text, complaint) in [
        (
            rules::tests_in_a_long_file as fn(&Source) -> Vec<String>,
            "crates/a/src/b.rs",
            &*long,
            "crates/a/src/b.rs: 403 lines with `mod tests` in it, at most 400",
        ),
        (
            rules::unlisted_unsafe,
            "crates/a/src/b.rs",
            "//! Doc.\nfn f() {\n    unsafe {}\n}",
            "crates/a/src/b.rs:3: unsafe in a file that is not listed",
        ),
        (
            rules::unlisted_unsafe,
            "crates/a/src/lib.rs",
            "//! #![forbid(unsafe_code)]",
            "crates/a/src/lib.rs: no #![forbid(unsafe_code)]",
        ),
        (
            rules::waved_through,
            "a.rs",
            "#![cfg_attr(test, allow(dead_code))]",
            "a.rs:1: allow, where #[expect(lint, reason = \"…\")] is meant",
        ),
        (
            rules::waved_through,
            "a.rs",
            "#[should_panic]\nfn f() {}",
            "a.rs:1: should_panic, where the error is to be compared",
        ),
        (
            rules::waved_through,
            "a.rs",
            "fn f() {\n    todo!()\n}",
            "a.rs:2: todo!",
        ),
        (
            rules::no_module_doc,
            "a.rs",
            "/// Doc.\nfn f() {}",
            "a.rs: does not begin with a //! doc",
        ),
        (
            rules::wordless_tests,
            "a.rs",
            "proptest! {\n    /// Tests f.\n    #[test]\n    fn f() {}\n}",
            "a.rs:4: no doc \"Check …\" at test f",
        ),
        (
            rules::wordless_tests,
            "a.rs",
            "/// Check f.\n#[test]\nfn test_f() {}",
            "a.rs:3: prefix test_ at test test_f",
        ),
        (
            words::banned_names,
            "crates/a/src/b.rs",
            "struct EventHandlers;",
            "crates/a/src/b.rs:1: EventHandlers has the banned word handlers",
        ),
        (
            words::banned_names,
            "crates/a/src/file_utils.rs",
            "",
            "crates/a/src/file_utils.rs: its path has the banned word utils",
        ),
    ] {
        assert_eq!(rule(&Source::parse(path, text)), [complaint], "{text}");
    }
    let good = "//! Doc: unsafe, todo!(), #[allow(it)], helper.\n#![forbid(unsafe_code)]\n\
        /// Check it.\n#[test]\nfn works() {}\n#[expect(dead_code, reason = \"allow(me)\")]\nfn meta_type() {}";
    for rule in [
        rules::tests_in_a_long_file,
        rules::unlisted_unsafe,
        rules::waved_through,
        rules::no_module_doc,
        rules::wordless_tests,
        words::banned_names,
    ] {
        assert!(rule(&Source::parse("crates/a/src/lib.rs", good)).is_empty());
    }
}
