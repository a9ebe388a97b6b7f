//! The program as scripts and people meet it. Identifiers are those of the shared case table.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::io::{BufRead, BufReader, Read};
use std::os::unix::fs::PermissionsExt;
use std::process::{Command, Output, Stdio};

fn perfhive() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_perfhive"));
    command.env("LC_ALL", "C.UTF-8");
    command
}

fn run(arguments: &[&str]) -> Output {
    perfhive()
        .args(arguments)
        .stdin(Stdio::null())
        .output()
        .unwrap()
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8(bytes.to_vec()).unwrap()
}

fn cells(line: &str) -> Vec<String> {
    let inner = line.trim_end_matches("\r\n").trim_matches('"');
    inner.split("\",\"").map(str::to_owned).collect()
}

const FAST: &[&str] = &["typeperf", "-si", "0.05", "-sc", "2"];

fn typeperf(more: &[&str]) -> Output {
    run(&[FAST, more].concat())
}

/// Check the form of header and lines on the screen: bare tag, full paths, six decimals, CR LF.
#[test]
fn lines_on_the_screen() {
    let output = typeperf(&[r"\System\Threads", r"\Processor(_Total)\% Processor Time"]);
    assert!(output.status.success());
    let text = text(&output.stdout);
    let lines = text.split_inclusive('\n').collect::<Vec<_>>();
    assert_eq!(lines.len(), 3);
    assert!(lines.iter().all(|it| it.ends_with("\"\r\n")));
    let header = cells(lines[0]);
    assert_eq!(header[0], "(PDH-CSV 4.0)");
    assert!(header[1].starts_with(r"\\") && header[1].ends_with(r"\System\Threads"));
    for line in &lines[1..] {
        let cells = cells(line);
        assert_eq!(cells.len(), 3);
        assert_eq!(cells[0].len(), "12/01/2026 02:37:22.727".len());
        for value in &cells[1..] {
            let (_, decimals) = value.split_once('.').unwrap();
            assert_eq!(decimals.len(), 6);
            assert!(value.parse::<f64>().unwrap() >= 0.0);
        }
    }
}

/// Check that a file has zone and bias, all digits, a blank for the first rate, and is its owner's alone (C248, C144).
#[test]
fn logs_in_files() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("log.csv");
    let name = file.to_str().unwrap();
    let paths = [r"\System\Threads", r"\System\Context Switches/sec"];
    let output = typeperf(&[&paths[..], &["-o", name]].concat());
    assert!(output.status.success() && output.stdout.is_empty());
    let log = std::fs::read_to_string(&file).unwrap();
    let lines = log.split_inclusive('\n').collect::<Vec<_>>();
    assert_eq!(lines.len(), 3);
    let tag = &cells(lines[0])[0];
    assert!(
        tag.starts_with("(PDH-CSV 4.0) (") && tag.ends_with(')') && tag.matches('(').count() == 3
    );
    let first = cells(lines[1]);
    assert_eq!(first[2], " ");
    assert!(
        first[1].bytes().all(|it| it.is_ascii_digit()),
        "{}",
        first[1]
    );
    assert!(cells(lines[2])[2].parse::<f64>().is_ok());
    let mode = std::fs::metadata(&file).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);

    let refused = typeperf(&[&paths[..], &["-o", name]].concat());
    assert_eq!(refused.status.code(), Some(1));
    assert!(text(&refused.stderr).contains("-y overwrites it"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), log);
    assert!(
        typeperf(&[&paths[..1], &["-o", name, "-y"]].concat())
            .status
            .success()
    );
    assert_ne!(std::fs::read_to_string(&file).unwrap(), log);
}

/// Check tabs and their own tag.
#[test]
fn tabs() {
    let output = typeperf(&["-f", "TSV", r"\System\Threads"]);
    assert!(text(&output.stdout).starts_with("\"(PDH-TSV 4.0)\"\t\"\\\\"));
}

/// Check that what is not there is named with the nearest that is, and has its own exit code.
#[test]
fn names_that_are_not_there() {
    for (path, told) in [
        (
            r"\Procesor(*)\% Processor Time",
            "no object \"Procesor\", nearest: \"Processor\"",
        ),
        (
            r"\Processor(*)\% Procesor Time",
            "in object \"Processor\", nearest: \"% Processor Time\"",
        ),
        (r"\Process(no such*)\Thread Count", "no instance matches"),
    ] {
        let output = typeperf(&[path]);
        assert_eq!(output.status.code(), Some(3), "{path}");
        assert!(
            text(&output.stderr).contains(told),
            "{}",
            text(&output.stderr)
        );
        assert!(output.stdout.is_empty());
    }
    let output = run(&["counters", "Memroy"]);
    assert_eq!(output.status.code(), Some(3));
    assert!(text(&output.stderr).contains("nearest: \"Memory\""));
}

/// Check that an instance that is not there yet has a blank column, and is told.
#[test]
fn instances_that_may_come() {
    let output = typeperf(&[r"\Process(no such process)\Thread Count"]);
    assert!(output.status.success());
    assert!(
        text(&output.stdout)
            .lines()
            .nth(1)
            .unwrap()
            .ends_with("\" \"")
    );
    assert!(text(&output.stderr).contains("no such instance now"));
}

/// Check that broken arguments and paths end with their codes and a word of what is wanted.
#[test]
fn broken_arguments() {
    for (arguments, code, told) in [
        (&["typeperf", "-si", "x"][..], 2, "[[hh:]mm:]ss"),
        (&["typeperf", "-sc", "0"], 2, "0"),
        (&["typeperf", "--top", "3"], 2, "--table"),
        (&["nonsense"], 2, "nonsense"),
        (&["typeperf", r"System\Threads"], 2, r"System\Threads: "),
        (&["typeperf", "-cf", "no such file"], 3, "no such file"),
        (
            &["typeperf", "-s", "other"],
            1,
            "other machines cannot be asked yet",
        ),
        (&["hive", "--from", "no such file"], 3, "no such file"),
    ] {
        let output = run(arguments);
        assert_eq!(output.status.code(), Some(code), "{arguments:?}");
        assert!(
            text(&output.stderr).contains(told),
            "{}",
            text(&output.stderr)
        );
    }
}

/// Check that Windows' switches work with both marks, and a file of paths with comments and quotes.
#[test]
fn windows_switches() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("paths.txt");
    std::fs::write(
        &file,
        "\u{feff}; comment\r\n\r\n\"\\System\\Threads\"\r\n\\Memory\\Available Bytes\r\n",
    )
    .unwrap();
    let output = run(&[
        "typeperf",
        "/SI",
        "0:0:0.05",
        "/sc",
        "1",
        "-cf",
        file.to_str().unwrap(),
    ]);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert_eq!(cells(text(&output.stdout).lines().next().unwrap()).len(), 3);
}

/// Check the lists of paths with and without instances.
#[test]
fn lists() {
    let plain = text(&run(&["typeperf", "-q", "Processor"]).stdout);
    assert_eq!(
        plain.lines().next(),
        Some(r"\Processor(*)\% Processor Time")
    );
    assert_eq!(plain.lines().count(), 8);
    let with_instances = text(&run(&["typeperf", "-qx", "Processor"]).stdout);
    assert!(
        with_instances
            .lines()
            .any(|it| it == r"\Processor(_Total)\% Processor Time")
    );
    let all = text(&run(&["typeperf", "-q"]).stdout);
    assert!(all.lines().any(|it| it == r"\System\System Up Time"));
    assert!(!all.contains("Absent Values"));
}

/// Check that each line of --json is an object with time and values.
#[test]
fn json_lines() {
    let output = typeperf(&["--json", r"\Processor(*)\% Processor Time"]);
    let text = text(&output.stdout);
    assert_eq!(text.lines().count(), 2);
    for line in text.lines() {
        let sample = serde_json::from_str::<serde_json::Value>(line).unwrap();
        let last = sample["values"].as_array().unwrap().last().unwrap().clone();
        assert_eq!(last["instance"], "_Total");
        assert!(last["value"].as_f64().is_some());
        assert!(sample["time"].as_str().unwrap().ends_with('Z'));
    }
}

/// Check that the table keeps the greatest and writes no control characters into a pipe.
#[test]
fn tables() {
    let output = typeperf(&["--table", "--top", "2", r"\Process(*)\Working Set"]);
    let text = text(&output.stdout);
    assert!(!text.contains('\u{1b}'));
    let first = text.split("\n\n").next().unwrap();
    assert_eq!(first.lines().count(), 3, "{first}");
    assert!(
        first
            .lines()
            .nth(1)
            .unwrap()
            .starts_with(r"\Process(_Total)\Working Set")
    );
}

/// Check that a block written to a file is decoded from it, and shows the same parts.
#[test]
fn blocks_to_files_and_back() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("block.bin");
    let raw = run(&["hive", "--raw", "238", "2"]);
    assert!(raw.status.success());
    std::fs::write(&file, &raw.stdout).unwrap();
    let decoded = run(&["hive", "--from", file.to_str().unwrap()]);
    assert!(decoded.status.success(), "{}", text(&decoded.stderr));
    let tree = text(&decoded.stdout);
    assert!(tree.contains("PERF_OBJECT_TYPE  Processor (238)"));
    assert!(tree.contains("PERF_OBJECT_TYPE  System (2)"));
    let hex = text(&run(&["hive", "--hex", "--from", file.to_str().unwrap()]).stdout);
    assert!(hex.contains("00000000  50 00 45 00 52 00 46 00"));

    let json = run(&["hive", "--json", "--from", file.to_str().unwrap()]);
    let json = serde_json::from_slice::<serde_json::Value>(&json.stdout).unwrap();
    assert_eq!(json["objects"][0]["name"], "Processor");
}

/// Check that a broken block is told with every violation, and what is readable of it is shown.
#[test]
fn broken_blocks() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("block.bin");
    let show = |bytes: &[u8]| {
        std::fs::write(&file, bytes).unwrap();
        run(&["hive", "--from", file.to_str().unwrap()])
    };
    let whole = run(&["hive", "--raw", "238"]).stdout;
    let cut = show(&whole[..whole.len() - 8]);
    assert_eq!(cut.status.code(), Some(1));
    assert!(
        text(&cut.stderr).contains("block ends at"),
        "{}",
        text(&cut.stderr)
    );
    let mut odd = whole.clone();
    let definition_length = 96 + 4;
    odd[definition_length] = odd[definition_length].wrapping_add(4);
    let odd = show(&odd);
    assert_eq!(odd.status.code(), Some(1));
    assert!(
        text(&odd.stderr).contains("not a multiple of 8"),
        "{}",
        text(&odd.stderr)
    );
    assert!(text(&odd.stdout).contains("Processor (238)"));
    assert_eq!(show(b"no block").status.code(), Some(1));
}

/// Check that the name lists are read by index.
#[test]
fn name_lists() {
    let names = text(&run(&["hive", "Counters"]).stdout);
    assert!(names.lines().next().unwrap().ends_with("1  1847"));
    assert!(names.lines().any(|it| it.trim_start() == "238  Processor"));
    assert!(text(&run(&["hive", "Help", "009"]).stdout).contains("   239  "));
}

/// Check that a reader that goes away is no error.
#[test]
fn closed_pipes() {
    let arguments = ["typeperf", "-si", "0.02", r"\System\Threads"];
    let mut child = perfhive()
        .args(arguments)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    out.read_line(&mut String::new()).unwrap();
    drop(out);
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let mut told = String::new();
    child
        .stderr
        .take()
        .unwrap()
        .read_to_string(&mut told)
        .unwrap();
    assert_eq!(told, "");
}

/// Check that Ctrl-C ends with success and a whole last line.
#[test]
fn interrupts() {
    let arguments = ["typeperf", "-si", "0.02", r"\System\Threads"];
    let mut child = perfhive()
        .args(arguments)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap());
    for _ in 0..3 {
        out.read_line(&mut String::new()).unwrap();
    }
    let killed = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status()
        .unwrap();
    assert!(killed.success());
    let mut rest = String::new();
    out.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    assert!(rest.is_empty() || rest.ends_with("\"\r\n"), "{rest:?}");
}

/// Check that objects are listed, and a counter is explained with unit and kernel source.
#[test]
fn explanations() {
    let list = text(&run(&["counters"]).stdout);
    assert!(list.contains("Network Interface"));
    let all = text(&run(&["counters", "PhysicalDisk"]).stdout);
    assert!(all.contains("source  /proc/diskstats, ms reading"));
    let one = text(&run(&["counters", r"\Memory\Available Bytes"]).stdout);
    assert!(one.contains("unit    bytes") && one.contains("source  /proc/meminfo, MemAvailable"));
    let everywhere = text(&run(&["counters", "% User Time"]).stdout);
    assert!(
        everywhere.contains(r"\Process(*)\% User Time")
            && everywhere.contains(r"\Processor(*)\% User Time")
    );
}

/// Check that names are shown in the language that is asked for, or that of the locale, and understood in every one.
#[test]
fn languages() {
    let header = |output: Output| cells(text(&output.stdout).lines().next().unwrap());
    let english = r"\Processor(_Total)\% Processor Time";
    let german = r"\prozessor(_total)\prozessorzeit (%)";
    let shown = header(run(&[
        "--lang", "de", "typeperf", "-si", "0.05", "-sc", "1", english,
    ]));
    assert!(
        shown[1].ends_with(r"\Prozessor(_Total)\Prozessorzeit (%)"),
        "{shown:?}"
    );
    let shown = header(run(&[
        "typeperf", "--lang", "en", "-si", "0.05", "-sc", "1", german,
    ]));
    assert!(
        shown[1].ends_with(r"\Processor(_total)\% Processor Time"),
        "{shown:?}"
    );
    let of_locale = perfhive()
        .args(["counters", "Memory"])
        .env("LC_ALL", "de_DE.UTF-8")
        .output()
        .unwrap();
    assert!(text(&of_locale.stdout).starts_with("Arbeitsspeicher (4)"));
    let chinese = text(&run(&["--lang", "zh", "counters", r"\Memory\Page Reads/sec"]).stdout);
    assert!(chinese.contains("磁盘"));
    let list = text(&run(&["hive", "Counter 007"]).stdout);
    assert!(list.lines().any(|it| it.trim_start() == "238  Prozessor"));
}

/// Check that completions and the manual page are made.
#[test]
fn completions_and_manual() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(
            text(&run(&["completions", shell]).stdout).contains("perfhive"),
            "{shell}"
        );
    }
    assert!(text(&run(&["man"]).stdout).contains(".TH"));
}
