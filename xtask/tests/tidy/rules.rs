//! Rules about the tokens of one file.

use proc_macro2::{Delimiter, TokenTree};

use crate::tree::{Source, attribute, is_ident, levels};

const MAX_LINES_WITH_TESTS: usize = 400;

/// Files that may have unsafe in them, and why it cannot be done without.
const UNSAFE: &[(&str, &str)] = &[(
    "crates/pdh/tests/allocations.rs",
    "a global allocator that counts is an unsafe trait",
)];

pub(crate) fn tests_in_a_long_file(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let n_lines = source.n_lines();
    source.each_level(|level| {
        for three in level.windows(3) {
            let body =
                matches!(&three[2], TokenTree::Group(it) if it.delimiter() == Delimiter::Brace);
            let tests = is_ident(three.first(), "mod") && is_ident(three.get(1), "tests") && body;
            if tests && n_lines > MAX_LINES_WITH_TESTS {
                found.push(format!(
                    "{}: {n_lines} lines with `mod tests` in it, at most {MAX_LINES_WITH_TESTS}",
                    source.path
                ));
            }
        }
    });
    found
}

pub(crate) fn unlisted_unsafe(source: &Source) -> Vec<String> {
    let path = &source.path;
    if UNSAFE.iter().any(|(listed, _)| listed == path) {
        return Vec::new();
    }
    let mut found = Vec::new();
    let mut forbidden = false;
    source.each_level(|level| {
        for (i, token) in level.iter().enumerate() {
            if is_ident(Some(token), "unsafe") {
                let line = line(token);
                found.push(format!(
                    "{path}:{line}: unsafe in a file that is not listed"
                ));
            }
            let attribute = attribute(level, i).map(|it| it.to_string().replace(' ', ""));
            forbidden |= attribute.as_deref() == Some("forbid(unsafe_code)");
        }
    });
    let is_root = ["src/lib.rs", "src/main.rs"]
        .iter()
        .any(|it| path.ends_with(it));
    if is_root && !forbidden {
        found.push(format!("{path}: no #![forbid(unsafe_code)]"));
    }
    found
}

pub(crate) fn waved_through(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    let mut complain = |token: &TokenTree, what: &str| {
        found.push(format!("{}:{}: {what}", source.path, line(token)));
    };
    source.each_level(|level| {
        for (i, token) in level.iter().enumerate() {
            let called =
                matches!(level.get(i + 1), Some(TokenTree::Punct(it)) if it.as_char() == '!');
            for undone in ["todo", "unimplemented"] {
                if called && is_ident(Some(token), undone) {
                    complain(token, &format!("{undone}!"));
                }
            }
            let Some(attribute) = attribute(level, i) else {
                continue;
            };
            levels(&attribute, &mut |inner| {
                for (i, token) in inner.iter().enumerate() {
                    if is_ident(Some(token), "should_panic") {
                        complain(token, "should_panic, where the error is to be compared");
                    }
                    let group = matches!(inner.get(i + 1), Some(TokenTree::Group(_)));
                    if is_ident(Some(token), "allow") && group {
                        let what = "allow, where #[expect(lint, reason = \"…\")] is meant";
                        complain(token, what);
                    }
                }
            });
        }
    });
    found
}

pub(crate) fn no_module_doc(source: &Source) -> Vec<String> {
    if source.text.starts_with("//! ") {
        return Vec::new();
    }
    vec![format!("{}: does not begin with a //! doc", source.path)]
}

pub(crate) fn wordless_tests(source: &Source) -> Vec<String> {
    let mut found = Vec::new();
    source.each_level(|level| {
        let mut attributes = Vec::new();
        for (i, token) in level.iter().enumerate() {
            if let Some(attribute) = attribute(level, i) {
                // `#![…]` speaks of the file, not of the test that follows.
                if matches!(&level[i - 1], TokenTree::Punct(it) if it.as_char() == '#') {
                    attributes.push(attribute.to_string());
                }
                continue;
            }
            match token {
                TokenTree::Ident(word) if word == "fn" => {
                    let is_test = attributes.iter().any(|it| it == "test");
                    let says = attributes
                        .iter()
                        .find(|it| it.starts_with("doc"))
                        .is_some_and(|it| it.starts_with("doc = \" Check "));
                    let Some(TokenTree::Ident(name)) = level.get(i + 1).filter(|_| is_test) else {
                        continue;
                    };
                    let place = format!("{}:{}", source.path, name.span().start().line);
                    if !says {
                        found.push(format!("{place}: no doc \"Check …\" at test {name}"));
                    }
                    if name.to_string().starts_with("test_") {
                        found.push(format!("{place}: prefix test_ at test {name}"));
                    }
                }
                TokenTree::Group(body) if body.delimiter() == Delimiter::Brace => {
                    attributes.clear();
                }
                TokenTree::Punct(it) if it.as_char() == ';' => attributes.clear(),
                _ => {}
            }
        }
    });
    found
}

fn line(token: &TokenTree) -> usize {
    token.span().start().line
}
