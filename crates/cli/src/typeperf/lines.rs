//! CSV and TSV, on the screen and in files, as Windows' tools write and read them.

use std::fs::{File, OpenOptions};
use std::io::{self, BufWriter, IsTerminal, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::Path;

use anyhow::{Context, bail};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use perfhive_hive::Hive;
use perfhive_pdh::{CounterPath, Query};
use perfhive_winperf::SystemTime;

use super::columns::columns;
use super::{sample, schedule};
use crate::args::{TextFormat, Typeperf};
use crate::number_text::{fixed, significant};
use crate::time_text::{stamp, zone_and_bias};

/// One sample of all columns.
#[derive(Default)]
struct Row {
    time: Option<SystemTime>,
    values: Vec<Option<f64>>,
}

pub(super) fn run(
    mut query: Query<Hive>,
    paths: &[CounterPath],
    arguments: &Typeperf,
) -> anyhow::Result<()> {
    let (names, counters) = columns(&mut query, paths)?;
    let zone = TimeZone::system();
    let mut out: Box<dyn Write> = match &arguments.o {
        Some(path) => Box::new(BufWriter::new(create(path, arguments.y)?)),
        None => Box::new(io::stdout()),
    };
    let is_file = arguments.o.is_some();
    let (separator, tag) = match arguments.f {
        TextFormat::Csv => (',', "PDH-CSV 4.0"),
        TextFormat::Tsv => ('\t', "PDH-TSV 4.0"),
    };
    let first = match is_file {
        true => {
            let (name, bias) = zone_and_bias(&zone, Timestamp::now());
            format!("({tag}) ({name})({bias})")
        }
        false => format!("({tag})"),
    };
    write_line(&mut out, separator, std::iter::once(first).chain(names))?;
    let number: fn(f64) -> String = if is_file { significant } else { fixed };
    sample(
        query,
        schedule(arguments, is_file),
        move |query, row: &mut Row| {
            row.time = query.system_time();
            row.values.clear();
            row.values
                .extend(counters.iter().map(|it| query.value(*it).value));
        },
        |row| {
            let time = row.time.map(|it| stamp(it, &zone)).unwrap_or_default();
            // An absent value is one blank, as Windows writes it: never nothing, never 0.
            let cells = row
                .values
                .iter()
                .map(|it| it.map_or_else(|| " ".into(), number));
            write_line(&mut out, separator, std::iter::once(time).chain(cells))?;
            Ok(out.flush()?)
        },
    )
}

fn write_line(
    out: &mut dyn Write,
    separator: char,
    cells: impl Iterator<Item = String>,
) -> io::Result<()> {
    let mut line = String::new();
    for (i, cell) in cells.enumerate() {
        if i > 0 {
            line.push(separator);
        }
        line.push('"');
        line += &cell.replace('"', "\"\"");
        line.push('"');
    }
    // Windows' own readers want CR LF, and all others take it.
    line += "\r\n";
    out.write_all(line.as_bytes())
}

/// Opens the log for the owner alone. A file that is there is overwritten only when it was said or is answered so.
pub(super) fn create(path: &Path, overwrite: bool) -> anyhow::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).mode(0o600);
    let name = || path.display().to_string();
    match options.clone().create_new(true).open(path) {
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
        result => return result.with_context(name),
    }
    if !overwrite && !is_confirmed(path)? {
        bail!("{} is there already, -y overwrites it", path.display());
    }
    options.truncate(true).open(path).with_context(name)
}

fn is_confirmed(path: &Path) -> io::Result<bool> {
    if !io::stdin().is_terminal() {
        return Ok(false);
    }
    eprint!("{} is there already, overwrite it? [y/n] ", path.display());
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(answer.trim().eq_ignore_ascii_case("y"))
}
