//! How long files may be: generated code as long as it likes, everything else short enough to be read in one go.

use crate::tree::Source;

const MAX_LINES: usize = 800;
const MAX_LINES_OF_MOST: usize = 500;
const MAX_PERCENT_LONGER: usize = 10;
const MAX_MEDIAN_LINES: usize = 180;

pub(crate) fn complaints(sources: &[Source]) -> Vec<String> {
    let mut found = Vec::new();
    let written = sources
        .iter()
        .filter(|it| !it.path.contains("/generated/"))
        .map(|it| (it.n_lines(), it.path.as_str()))
        .collect::<Vec<_>>();
    for (n_lines, path) in written.iter().filter(|(n, _)| *n > MAX_LINES) {
        found.push(format!("{path}: {n_lines} lines, at most {MAX_LINES}"));
    }
    let long = written
        .iter()
        .filter(|(n, _)| *n >= MAX_LINES_OF_MOST)
        .collect::<Vec<_>>();
    if long.len() * 100 > written.len() * MAX_PERCENT_LONGER {
        let n_files = written.len();
        found.push(format!(
            "{} of {n_files} files have {MAX_LINES_OF_MOST} lines or more: {long:?}",
            long.len()
        ));
    }
    let mut of_code = written
        .iter()
        .filter(|(_, path)| path.contains("src/") && !path.contains("/tests"))
        .map(|(n, _)| *n)
        .collect::<Vec<_>>();
    of_code.sort_unstable();
    match of_code.get(of_code.len() / 2) {
        Some(median) if *median < MAX_MEDIAN_LINES => {}
        median => found.push(format!(
            "median of {} files is {median:?} lines, not under {MAX_MEDIAN_LINES}",
            of_code.len()
        )),
    }
    found
}

/// Check that each part of the budget is held: the longest file, most files, the median.
#[test]
fn long_files_are_found() {
    let files = |lengths: &[(usize, &str)]| {
        let sources = lengths
            .iter()
            .map(|(n, path)| Source::parse(path, &"\n".repeat(*n)));
        complaints(&sources.collect::<Vec<_>>())
    };
    let small = [(10, "crates/a/src/b.rs"); 19];
    let with = |more: (usize, &'static str)| [&small[..], &[more]].concat();
    assert!(files(&small).is_empty());
    assert!(files(&with((9000, "crates/a/src/generated/b.rs"))).is_empty());
    assert_eq!(
        files(&with((801, "crates/a/tests/b.rs"))),
        ["crates/a/tests/b.rs: 801 lines, at most 800"]
    );
    let found = files(&[(500, "crates/a/tests/b.rs"), (180, "crates/a/src/b.rs")]);
    assert_eq!(found.len(), 2, "{found:?}");
}
