//! The columns of lines and logs: every wildcard made paths, once, at the start.

use anyhow::Context;
use perfhive_hive::Hive;
use perfhive_pdh::{CounterId, CounterPath, Query};

use super::add_error;
use crate::exit::NotFound;

/// The paths of the columns with their machine, and their counters.
pub(super) fn columns(
    query: &mut Query<Hive>,
    paths: &[CounterPath],
) -> anyhow::Result<(Vec<String>, Vec<CounterId>)> {
    let (mut columns, mut counters) = (Vec::new(), Vec::new());
    for path in paths {
        let expanded = match path.has_wildcard() {
            true => query.expand(path).map_err(|it| add_error(path, it))?,
            false => vec![query.localize(path).map_err(|it| add_error(path, it))?],
        };
        if expanded.is_empty() {
            return Err(NotFound(format!("{path}: no instance matches")).into());
        }
        for path in expanded {
            counters.push(query.add(&path).map_err(|it| add_error(&path, it))?);
            columns.push(path);
        }
    }
    for id in query.absent().context("instances cannot be listed")? {
        let column = counters.iter().position(|it| *it == id);
        if let Some(column) = column {
            warn_of_absent_instance(query, &columns[column])?;
        }
    }
    let machine = query.schema().machine();
    let with_machine = |mut path: CounterPath| {
        path.machine.get_or_insert_with(|| machine.to_owned());
        path.to_string()
    };
    Ok((columns.into_iter().map(with_machine).collect(), counters))
}

/// An instance may come later, so it is no error that there is none; a slip of the pen shall be seen all the same.
fn warn_of_absent_instance(query: &mut Query<Hive>, path: &CounterPath) -> anyhow::Result<()> {
    let Some(instance) = path.instance_part() else {
        return Ok(());
    };
    let all = CounterPath {
        instance: Some("*".into()),
        parent: None,
        index: None,
        ..path.clone()
    };
    let there = query.expand(&all).context("instances cannot be listed")?;
    let names = there.iter().filter_map(|it| it.instance.as_deref());
    let near = perfhive_pdh::nearest(instance.name, names).join(", ");
    let hint = if near.is_empty() {
        String::new()
    } else {
        format!(", nearest: {near}")
    };
    eprintln!(
        "perfhive: {path}: no such instance now{hint}; its column stays blank until it comes"
    );
    Ok(())
}
