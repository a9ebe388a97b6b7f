//! One JSON object a sample, on a line of its own. Wildcards are looked up anew at each sample.

use perfhive_hive::Hive;
use perfhive_pdh::{CounterId, CounterPath, Query};
use serde_json::{Value as Json, json};

use super::{add_error, sample, schedule};
use crate::args::Typeperf;
use crate::output;
use crate::time_text::rfc3339;

pub(super) fn run(
    mut query: Query<Hive>,
    paths: &[CounterPath],
    arguments: &Typeperf,
) -> anyhow::Result<()> {
    let add = |path: &CounterPath| match query.add(path) {
        Ok(id) => Ok((id, path.to_string())),
        Err(error) => Err(add_error(path, error)),
    };
    let counters = paths.iter().map(add).collect::<anyhow::Result<Vec<_>>>()?;
    sample(
        query,
        schedule(arguments, false),
        move |query, row: &mut Json| *row = sample_json(query, &counters),
        |row| output::write_with(|out| writeln!(out, "{row}")),
    )
}

fn sample_json(query: &Query<Hive>, counters: &[(CounterId, String)]) -> Json {
    let mut values = Vec::new();
    for (counter, path) in counters {
        let n_before = values.len();
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
        // Nothing that the path means is there: its status says why.
        if values.len() == n_before {
            let status = query.value(*counter).status.name();
            values.push(json!({ "path": path, "value": null, "status": status }));
        }
    }
    json!({
        "machine": query.schema().machine(),
        "time": query.system_time().map(rfc3339),
        "values": values,
    })
}
