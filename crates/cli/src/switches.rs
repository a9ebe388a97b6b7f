//! Windows' switches as people type them: `-si 5`, `/si 5`, `-SC 10`. They become what clap knows: `--si 5`.

use std::ffi::OsString;

/// The switches of Windows' typeperf, and those of ours that people who write `-si` will write alike.
const TYPEPERF: &[&str] = &[
    "f", "cf", "si", "o", "q", "qx", "sc", "s", "y", "table", "top", "json",
];

/// The arguments with Windows' switches of the given command made long options. A path that begins with a slash is
/// left alone unless it is a switch to the letter.
pub(crate) fn translate(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut arguments = arguments.collect::<Vec<_>>();
    // Options for all commands may stand before it.
    let command = arguments.iter().position(|it| it == "typeperf");
    if let Some(command) = command {
        arguments.iter_mut().skip(command + 1).for_each(|it| {
            if let Some(long) = it.to_str().and_then(long_option) {
                *it = long.into();
            }
        });
    }
    arguments
}

fn long_option(argument: &str) -> Option<String> {
    if argument == "-?" || argument == "/?" {
        return Some("--help".into());
    }
    let switch = argument.strip_prefix(['-', '/'])?.to_ascii_lowercase();
    TYPEPERF
        .contains(&switch.as_str())
        .then(|| format!("--{switch}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn translated(arguments: &[&str]) -> Vec<String> {
        let all = ["perfhive"].iter().chain(arguments).map(OsString::from);
        translate(all)
            .into_iter()
            .skip(1)
            .map(|it| it.into_string().unwrap())
            .collect()
    }

    /// Check that both marks and both letter cases work, and that paths, numbers and other commands stay as they are.
    #[test]
    fn marks_and_letter_case() {
        assert_eq!(
            translated(&[
                "typeperf",
                "-si",
                "1",
                "/SC",
                "2",
                "-Y",
                "/tmp/si",
                r"\System\Threads"
            ]),
            [
                "typeperf",
                "--si",
                "1",
                "--sc",
                "2",
                "--y",
                "/tmp/si",
                r"\System\Threads"
            ]
        );
        assert_eq!(
            translated(&["--lang", "de", "typeperf", "-si"]),
            ["--lang", "de", "typeperf", "--si"]
        );
        assert_eq!(translated(&["hive", "-si"]), ["hive", "-si"]);
        assert_eq!(translated(&["typeperf", "/?"]), ["typeperf", "--help"]);
    }
}
