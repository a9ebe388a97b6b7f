//! Names that could stand on anything, or that mean something else in the words of the project.

use proc_macro2::TokenTree;

use crate::tree::Source;

const BANNED: &[&str] = &[
    "util", "utils", "helper", "helpers", "manager", "managers", "handler", "handlers", "common",
    "types", "misc", "metric", "metrics", "gauge", "gauges", "entity", "entities", "plugin",
    "plugins",
];

/// Identifiers that spell a name of somebody else.
const FOREIGN: &[(&str, &str)] = &[("NUM_OBJECT_TYPES", "winperf.h, NumObjectTypes")];

pub(crate) fn banned_names(source: &Source) -> Vec<String> {
    let path = &source.path;
    if !(path.starts_with("crates/") && path.contains("/src/")) {
        return Vec::new();
    }
    let mut found = Vec::new();
    for word in path.split(['/', '.']).flat_map(banned_words) {
        found.push(format!("{path}: its path has the banned word {word}"));
    }
    source.each_level(|level| {
        for token in level {
            let TokenTree::Ident(ident) = token else {
                continue;
            };
            let name = ident.to_string();
            if FOREIGN.iter().any(|(foreign, _)| *foreign == name) {
                continue;
            }
            let line = ident.span().start().line;
            for word in banned_words(&name) {
                found.push(format!("{path}:{line}: {name} has the banned word {word}"));
            }
        }
    });
    found
}

fn banned_words(name: &str) -> Vec<String> {
    let mut words = words(name);
    words.retain(|it| BANNED.contains(&it.as_str()));
    words
}

/// The words of a name in snake_case, CamelCase or SHOUTING_CASE, in small letters.
fn words(name: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word = String::new();
    let letters = name.chars().collect::<Vec<_>>();
    for (i, letter) in letters.iter().enumerate() {
        let after_small = i > 0 && !letters[i - 1].is_uppercase();
        let before_small = letters.get(i + 1).is_some_and(|it| it.is_lowercase());
        if !letter.is_alphanumeric() || letter.is_uppercase() && (after_small || before_small) {
            words.push(std::mem::take(&mut word));
        }
        if letter.is_alphanumeric() {
            word.extend(letter.to_lowercase());
        }
    }
    words.push(word);
    words.retain(|it| !it.is_empty());
    words
}

/// Check that a name falls into the words that a reader sees in it.
#[test]
fn names_fall_into_words() {
    for (name, expected) in [
        ("snake_case", &["snake", "case"][..]),
        ("CamelCase", &["camel", "case"]),
        ("SHOUTING_CASE", &["shouting", "case"]),
        ("HTTPHandler", &["http", "handler"]),
        ("_subtypes", &["subtypes"]),
    ] {
        assert_eq!(words(name), expected, "{name}");
    }
}
