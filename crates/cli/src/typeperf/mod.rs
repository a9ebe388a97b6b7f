//! `perfhive typeperf`: counters at a steady pace.

mod columns;
mod json;
mod lines;
mod list;
mod table;

use std::collections::BTreeSet;
use std::fs;

use anyhow::{Context, bail};
use perfhive_hive::Hive;
use perfhive_pdh::{AddError, CounterPath, Query, Sampler, Schedule, Status};
use perfhive_winperf::LangId;

use crate::args::Typeperf;
use crate::exit::{BadArgument, NotFound};
use crate::{machine, output};

/// What is shown when nothing is asked for.
const VITAL: &[&str] = &[
    r"\Processor(_Total)\% Processor Time",
    r"\Processor(_Total)\% Privileged Time",
    r"\System\Processor Queue Length",
    r"\System\Context Switches/sec",
    r"\Memory\Available MBytes",
    r"\Memory\Page Reads/sec",
    r"\PhysicalDisk(_Total)\% Idle Time",
    r"\PhysicalDisk(_Total)\Disk Bytes/sec",
    r"\PhysicalDisk(_Total)\Avg. Disk sec/Transfer",
    r"\Network Interface(*)\Bytes Total/sec",
];

pub(crate) fn run(arguments: &Typeperf, language: LangId) -> anyhow::Result<()> {
    if let Some(machine) = &arguments.s {
        bail!("-s {machine}: other machines cannot be asked yet, run perfhive there");
    }
    let mut query = Query::open(machine::hive()?, language)?;
    if let Some(object) = arguments.q.as_ref().or(arguments.qx.as_ref()) {
        return list::run(&mut query, object, arguments.qx.is_some(), arguments);
    }
    let asked = asked_paths(arguments)?;
    let is_vital = asked.is_empty();
    let paths = if is_vital {
        VITAL.iter().map(|it| (*it).to_owned()).collect()
    } else {
        asked
    };
    let paths = paths
        .iter()
        .map(|it| parse(it))
        .collect::<Result<Vec<_>, _>>()?;
    if arguments.json {
        return json::run(query, &paths, arguments);
    }
    if arguments.table || is_vital && arguments.o.is_none() && output::is_terminal() {
        return table::run(query, &paths, arguments);
    }
    lines::run(query, &paths, arguments)
}

fn parse(path: &str) -> Result<CounterPath, BadArgument> {
    CounterPath::parse(path).map_err(|error| {
        BadArgument(format!(
            r"{path}: {error}; a path is \object(instance)\counter"
        ))
    })
}

fn asked_paths(arguments: &Typeperf) -> anyhow::Result<Vec<String>> {
    let mut paths = arguments.paths.clone();
    if let Some(file) = &arguments.cf {
        let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
        let lines = text.trim_start_matches('\u{feff}').lines().map(str::trim);
        let is_path = |it: &&str| !it.is_empty() && !it.starts_with([';', '#']);
        paths.extend(
            lines
                .filter(is_path)
                .map(|it| it.trim_matches('"').to_owned()),
        );
        if paths.is_empty() {
            bail!("{}: no counter path in the file", file.display());
        }
    }
    Ok(paths)
}

/// The error of a path that was not added: "not there" has an exit code of its own.
fn add_error(path: &CounterPath, error: AddError) -> anyhow::Error {
    match error.status {
        Status::CSTATUS_NO_OBJECT | Status::CSTATUS_NO_COUNTER | Status::CSTATUS_NO_INSTANCE => {
            anyhow::Error::new(NotFound(format!("{path}: {}", error.text)))
        }
        _ => anyhow::anyhow!("{path}: {}", error.text),
    }
}

fn schedule(arguments: &Typeperf, first_at_once: bool) -> Schedule {
    Schedule {
        interval: arguments.si,
        n_samples: arguments.sc,
        first_at_once,
    }
}

/// A row, and what its sample lacks.
#[derive(Default)]
struct Sampled<R> {
    row: R,
    notes: Vec<String>,
}

/// Samples on a thread and hands each row to `show`; Ctrl-C and SIGTERM end it between two rows. What samples lack is
/// told, each word once.
fn sample<R: Default + Send + 'static>(
    query: Query<Hive>,
    schedule: Schedule,
    fill: impl FnMut(&Query<Hive>, &mut R) + Send + 'static,
    mut show: impl FnMut(&R) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let mut fill = fill;
    let mut signals = signal_hook::iterator::Signals::new([
        signal_hook::consts::SIGINT,
        signal_hook::consts::SIGTERM,
    ])?;
    let sampler = Sampler::start(
        query,
        schedule,
        move |query, collected, it: &mut Sampled<R>| {
            fill(query, &mut it.row);
            it.notes = notes(query);
            it.notes
                .extend(collected.err().map(|error| error.to_string()));
        },
    )?;
    let stopper = sampler.stopper();
    let closer = signals.handle();
    let watcher = std::thread::spawn(move || {
        if signals.forever().next().is_some() {
            stopper.stop();
        }
    });
    let (mut n_overruns, mut n_dropped) = (0, 0);
    let mut result = Ok(());
    let mut told = BTreeSet::new();
    while let Some(tick) = sampler.next_tick() {
        (n_overruns, n_dropped) = (tick.n_overruns, tick.n_dropped);
        for note in &tick.row.notes {
            if told.insert(note.clone()) {
                eprintln!("perfhive: {note}");
            }
        }
        result = show(&tick.row.row);
        sampler.give_back(tick.row);
        if result.is_err() {
            break;
        }
    }
    drop(sampler);
    closer.close();
    // The watcher has nothing left to wait for; its panic would have been printed.
    let _ = watcher.join();
    if n_overruns > 0 {
        eprintln!(
            "perfhive: {n_overruns} samples fell out, the interval is too short for this query"
        );
    }
    if n_dropped > 0 {
        eprintln!("perfhive: {n_dropped} samples were dropped, the output is too slow");
    }
    result
}

/// The notes of a sample, with the names of their objects.
fn notes(query: &Query<Hive>) -> Vec<String> {
    let name = |index| Some(query.name(index));
    query
        .notes()
        .iter()
        .map(|it| output::note_text(it, name))
        .collect()
}
