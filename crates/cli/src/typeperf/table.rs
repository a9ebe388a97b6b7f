//! An aligned table for people, drawn anew at each sample. Wildcards follow what comes and goes.

use std::fmt::Write as _;

use jiff::tz::TimeZone;
use perfhive_catalog::ObjectTable;
use perfhive_hive::Hive;
use perfhive_pdh::{CounterId, CounterPath, InstanceValue, Query, Status};
use perfhive_winperf::SystemTime;

use super::{add_error, sample, schedule};
use crate::args::Typeperf;
use crate::number_text::grouped;
use crate::output;
use crate::time_text::stamp;

/// One sample: a section for each path.
#[derive(Default)]
struct Row {
    time: Option<SystemTime>,
    sections: Vec<Vec<Line>>,
}

/// One value.
struct Line {
    path: String,
    value: Result<f64, Status>,
    unit: &'static str,
}

pub(super) fn run(
    mut query: Query<Hive>,
    paths: &[CounterPath],
    arguments: &Typeperf,
) -> anyhow::Result<()> {
    let add = |path: &CounterPath| query.add(path).map_err(|it| add_error(path, it));
    let counters = paths.iter().map(add).collect::<anyhow::Result<Vec<_>>>()?;
    let machine = query.schema().machine().to_owned();
    let named = paths.iter().map(ToString::to_string).collect::<Vec<_>>();
    let zone = TimeZone::system();
    let is_terminal = output::is_terminal();
    let top = arguments.top;
    sample(
        query,
        schedule(arguments, false),
        move |query, row: &mut Row| {
            row.time = query.system_time();
            row.sections.clear();
            row.sections.extend(
                counters
                    .iter()
                    .zip(&named)
                    .map(|(id, path)| section(query, *id, path, top)),
            );
        },
        |row| {
            let time = row.time.map(|it| stamp(it, &zone)).unwrap_or_default();
            let text = draw(&format!("\\\\{machine}  {time}"), row, is_terminal);
            output::write_with(|out| out.write_all(text.as_bytes()))
        },
    )
}

fn section(query: &Query<Hive>, id: CounterId, path: &str, top: Option<usize>) -> Vec<Line> {
    let mut lines = Vec::new();
    query.values(id, |it| lines.push(line(query, it)));
    if lines.is_empty() {
        let value = Err(query.value(id).status);
        lines.push(Line {
            path: path.to_owned(),
            value,
            unit: "",
        });
    }
    if let Some(top) = top {
        // What has no value comes last.
        let rank = |it: &Line| it.value.unwrap_or(f64::NEG_INFINITY);
        lines.sort_by(|a, b| rank(b).total_cmp(&rank(a)));
        lines.truncate(top);
    }
    lines
}

fn line(query: &Query<Hive>, it: &InstanceValue<'_>) -> Line {
    let unit = ObjectTable::of_index(it.object).and_then(|table| {
        let position = table
            .counters
            .iter()
            .position(|c| c.name_index == it.counter)?;
        Some(table.text(position)?.unit)
    });
    Line {
        path: it.path(query.schema()).to_string(),
        value: it.value.result(),
        unit: unit.unwrap_or(""),
    }
}

/// The text of a sample; on a terminal it replaces the one before and keeps to the height of the screen.
fn draw(head: &str, row: &Row, is_terminal: bool) -> String {
    let lines = row.sections.iter().flatten().collect::<Vec<_>>();
    let height = if is_terminal {
        screen_height()
    } else {
        usize::MAX
    };
    let n_shown = lines.len().min(height.saturating_sub(3));
    let width = lines
        .iter()
        .map(|it| it.path.chars().count())
        .max()
        .unwrap_or(0)
        .min(100);
    let mut text = String::new();
    let (clear_screen, end) = if is_terminal {
        ("\x1b[H\x1b[J", "\n")
    } else {
        ("", "\n\n")
    };
    text += clear_screen;
    text += head;
    text += "\n";
    for line in &lines[..n_shown] {
        let value = match line.value {
            Ok(value) => format!("{:>16} {}", grouped(value), line.unit),
            Err(status) => format!("{:>16} {}", "-", status.explain()),
        };
        let _ = writeln!(text, "{:<width$} {}", line.path, value.trim_end());
    }
    if n_shown < lines.len() {
        let _ = write!(
            text,
            "… {} more, --top N shows the greatest",
            lines.len() - n_shown
        );
    }
    text.truncate(text.trim_end_matches('\n').len());
    text + end
}

fn screen_height() -> usize {
    let size = rustix::termios::tcgetwinsize(std::io::stdout());
    size.map_or(24, |it| usize::from(it.ws_row).max(5))
}
