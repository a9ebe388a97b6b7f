//! What git tracks: files, Rust sources as tokens, manifests.
//!
//! Rules look at tokens, so that neither text nor comments can break one of them by naming what it forbids.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

/// A Rust file.
pub(crate) struct Source {
    /// From the root of the repository.
    pub(crate) path: String,
    pub(crate) text: String,
    pub(crate) tokens: TokenStream,
}

impl Source {
    pub(crate) fn parse(path: &str, text: &str) -> Self {
        let tokens = text.parse().unwrap_or_else(|error| {
            panic!("{path}: {error}");
        });
        Self {
            path: path.into(),
            text: text.into(),
            tokens,
        }
    }

    pub(crate) fn n_lines(&self) -> usize {
        self.text.lines().count()
    }

    /// Shows each run of sibling tokens: those of the file, and those between each pair of brackets.
    pub(crate) fn each_level(&self, mut visit: impl FnMut(&[TokenTree])) {
        levels(&self.tokens, &mut visit);
    }
}

pub(crate) fn levels(tokens: &TokenStream, visit: &mut dyn FnMut(&[TokenTree])) {
    let level = tokens.clone().into_iter().collect::<Vec<_>>();
    visit(&level);
    for token in &level {
        if let TokenTree::Group(group) = token {
            levels(&group.stream(), visit);
        }
    }
}

/// What stands in `#[…]` or `#![…]` if the token at `i` is its bracket.
pub(crate) fn attribute(level: &[TokenTree], i: usize) -> Option<TokenStream> {
    let TokenTree::Group(group) = &level[i] else {
        return None;
    };
    let is_punct = |back: usize, wanted: char| {
        i.checked_sub(back)
            .is_some_and(|i| matches!(&level[i], TokenTree::Punct(it) if it.as_char() == wanted))
    };
    let marked = is_punct(1, '#') || is_punct(1, '!') && is_punct(2, '#');
    (group.delimiter() == Delimiter::Bracket && marked).then(|| group.stream())
}

pub(crate) fn is_ident(token: Option<&TokenTree>, wanted: &str) -> bool {
    matches!(token, Some(TokenTree::Ident(it)) if it == wanted)
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Path and contents of every tracked file that is there.
pub(crate) fn files() -> Vec<(String, Vec<u8>)> {
    // Who owns the checkout is no matter here, and in a container it is often somebody else.
    let listed = Command::new("git")
        .args(["-c", "safe.directory=*", "ls-files", "-z"])
        .current_dir(root())
        .output()
        .expect("git runs");
    assert!(listed.status.success(), "git ls-files: {listed:?}");
    let paths = String::from_utf8(listed.stdout).expect("paths in UTF-8");
    paths
        .split_terminator('\0')
        .filter_map(|path| {
            let whole = root().join(path);
            let file = whole.symlink_metadata().is_ok_and(|it| it.is_file());
            file.then(|| (path.into(), fs::read(whole).expect("a readable file")))
        })
        .collect()
}

fn texts(wanted: impl Fn(&str) -> bool) -> Vec<(String, String)> {
    files()
        .into_iter()
        .filter(|(path, _)| wanted(path))
        .map(|(path, bytes)| {
            let text = String::from_utf8(bytes).unwrap_or_else(|error| panic!("{path}: {error}"));
            (path, text)
        })
        .collect()
}

pub(crate) fn sources() -> Vec<Source> {
    texts(|path| path.ends_with(".rs"))
        .iter()
        .map(|(path, text)| Source::parse(path, text))
        .collect()
}

/// Folder below `crates/` and manifest of every crate.
pub(crate) fn manifests() -> Vec<(String, toml::Table)> {
    let folder = |path: &str| {
        let folder = path.strip_prefix("crates/")?.strip_suffix("/Cargo.toml")?;
        (!folder.contains('/')).then(|| folder.to_owned())
    };
    texts(|path| folder(path).is_some())
        .into_iter()
        .filter_map(|(path, text)| {
            let manifest = text
                .parse()
                .unwrap_or_else(|error| panic!("{path}: {error}"));
            Some((folder(&path)?, manifest))
        })
        .collect()
}
