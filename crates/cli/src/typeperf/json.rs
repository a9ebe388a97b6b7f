//! One JSON object a sample, on a line of its own. Wildcards are looked up anew at each sample.

use perfhive_hive::Hive;
use perfhive_pdh::{CounterId, CounterPath, Query};
use serde_json::{Value as Json, json};

use super::{Notes, add_error, notes, sample, schedule};
use crate::args::Typeperf;
use crate::output;
use crate::time_text::rfc3339;

#[derive(Default)]
struct Row {
    sample: Json,
    notes: Vec<String>,
}

pub(super) fn run(
    mut query: Query<Hive>,
    paths: &[CounterPath],
    arguments: &Typeperf,
) -> anyhow::Result<()> {
    let add = |path: &CounterPath| query.add(path).map_err(|it| add_error(path, it));
    let counters = paths.iter().map(add).collect::<anyhow::Result<Vec<_>>>()?;
    let mut told = Notes::default();
    sample(
        query,
        schedule(arguments, false),
        move |query, row: &mut Row| {
            row.sample = sample_json(query, &counters);
            row.notes = notes(query);
        },
        |row| {
            told.tell(&row.notes);
            output::write_with(|out| writeln!(out, "{}", row.sample))
        },
    )
}

fn sample_json(query: &Query<Hive>, counters: &[CounterId]) -> Json {
    let mut values = Vec::new();
    for counter in counters {
        query.values(*counter, |it| {
            values.push(json!({
                "object": query.name(it.object),
                "parent": it.parent.map(|it| it.to_string()),
                "instance": it.instance.map(|it| it.to_string()),
                "number": it.number,
                "counter": query.name(it.counter),
                "value": it.value.value,
                "status": it.value.status.name(),
            }));
        });
    }
    json!({
        "machine": query.schema().machine(),
        "time": query.system_time().map(rfc3339),
        "values": values,
    })
}
