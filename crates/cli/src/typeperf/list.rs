//! `-q` and `-qx`: the paths there are.

use std::io::Write as _;

use perfhive_hive::Hive;
use perfhive_pdh::{CounterPath, NameRef, Query};

use crate::args::Typeperf;
use crate::exit::NotFound;
use crate::output;

pub(super) fn run(
    query: &mut Query<Hive>,
    object: &str,
    with_instances: bool,
    arguments: &Typeperf,
) -> anyhow::Result<()> {
    let wanted = if object.is_empty() {
        "*"
    } else {
        object.trim_start_matches('\\')
    };
    let objects = query.schema().find_objects(&NameRef::of(wanted));
    let objects = objects
        .map_err(|it| NotFound(it.text))?
        .into_iter()
        .cloned()
        .collect::<Vec<_>>();
    let mut paths = Vec::new();
    for object in &objects {
        let path = CounterPath {
            machine: None,
            object: query.name(object.index),
            parent: None,
            instance: object.has_instances.then(|| "*".to_owned()),
            index: None,
            counter: "*".into(),
        };
        match with_instances {
            true => paths.extend(query.expand(&path)?),
            false => paths.extend(object.counters.iter().map(|counter| CounterPath {
                counter: query.name(counter.definition.name_index),
                ..path.clone()
            })),
        }
    }
    if arguments.json {
        let paths = paths.iter().map(ToString::to_string).collect::<Vec<_>>();
        return output::write_with(|out| writeln!(out, "{:#}", serde_json::json!(paths)));
    }
    match &arguments.o {
        Some(file) => {
            let text = paths
                .iter()
                .map(|it| format!("{it}\r\n"))
                .collect::<String>();
            let mut file = super::lines::create(file, arguments.y)?;
            Ok(file.write_all(text.as_bytes())?)
        }
        None => output::write_with(|out| paths.iter().try_for_each(|it| writeln!(out, "{it}"))),
    }
}
