//! Every command in a `console` block of README.md and docs/ is run, as a reader would run it.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::{Path, PathBuf};
use std::process::Command;

fn repository() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn pages() -> Vec<PathBuf> {
    let mut pages = vec![repository().join("README.md")];
    let docs = std::fs::read_dir(repository().join("docs")).unwrap();
    pages.extend(
        docs.map(|it| it.unwrap().path())
            .filter(|it| it.extension().is_some_and(|e| e == "md")),
    );
    pages.sort();
    pages
}

/// The lines that begin with `$ ` inside console blocks, and their exit codes: 0, or what a line `? 3` says.
fn commands(page: &str) -> Vec<(String, i32)> {
    let mut in_console = false;
    let mut commands = Vec::new();
    for line in page.lines() {
        if let Some(fence) = line.strip_prefix("```") {
            in_console = fence == "console";
        } else if let Some(command) = line.strip_prefix("$ ").filter(|_| in_console) {
            commands.push((command.to_owned(), 0));
        } else if let Some(code) = line.strip_prefix("? ").filter(|_| in_console) {
            commands.last_mut().unwrap().1 = code.parse().unwrap();
        }
    }
    commands
}

/// Check that only console blocks hold commands, and that a line of its own says another exit code than 0.
#[test]
fn commands_of_a_page() {
    let page = "$ no\n```\n$ no\n```\n```console\n$ a b\nout\n$ c\n? 3\nout\n```\n$ no\n";
    assert_eq!(commands(page), [("a b".to_owned(), 0), ("c".to_owned(), 3)]);
}

/// Check that every documented command works and prints something, or writes a file.
#[test]
fn documented_commands_work() {
    let program = Path::new(env!("CARGO_BIN_EXE_perfhive"));
    let path = std::env::var("PATH").unwrap_or_default();
    let path = format!("{}:{path}", program.parent().unwrap().display());
    let has_jq = Command::new("jq").arg("--version").output().is_ok();
    let mut n_run = 0;
    for page in pages() {
        for (command, code) in commands(&std::fs::read_to_string(&page).unwrap()) {
            if command.contains("jq ") && !has_jq {
                println!("skipped, no jq: {command}");
                continue;
            }
            let dir = tempfile::tempdir().unwrap();
            let output = Command::new("sh")
                .args(["-c", &command])
                .current_dir(dir.path())
                .env("PATH", &path)
                .env("LC_ALL", "C.UTF-8")
                .output()
                .unwrap();
            let told = String::from_utf8_lossy(&output.stderr);
            let place = page.file_name().unwrap().to_string_lossy().into_owned();
            assert_eq!(
                output.status.code(),
                Some(code),
                "{place}: {command}: {told}"
            );
            let wrote_file = dir.path().read_dir().unwrap().next().is_some();
            assert!(
                !output.stdout.is_empty() || code != 0 && !told.is_empty() || wrote_file,
                "{place}: {command} says nothing"
            );
            n_run += 1;
        }
    }
    assert!(n_run >= 15, "{n_run} commands found");
}
