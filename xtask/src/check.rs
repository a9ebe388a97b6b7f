//! Rules that an object definition must keep.

use std::collections::BTreeSet;

use anyhow::{Context, bail, ensure};
use perfhive_winperf::{AbsentValues, CounterType, Size};

use crate::model::{CounterEntry, ObjectFile};

pub(crate) fn check(object: &ObjectFile) -> anyhow::Result<()> {
    ensure!(
        object.index.is_multiple_of(2),
        "index {} is odd",
        object.index
    );
    ensure!(
        !object.help_index.is_multiple_of(2),
        "help index {} is even",
        object.help_index
    );
    ensure!(!object.counters.is_empty(), "no counters");
    let n_counters = object.counters.len();
    ensure!(
        n_counters <= AbsentValues::MAX_COUNTERS,
        "{n_counters} counters, at most 63 fit"
    );
    let mut idents = BTreeSet::new();
    let mut indexes = BTreeSet::new();
    for (i, counter) in object.counters.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| &object.counters[i]);
        check_counter(counter, before).with_context(|| format!("counter {}", counter.ident))?;
        ensure!(
            idents.insert(&counter.ident),
            "ident {} twice",
            counter.ident
        );
        let is_base = counter_type(counter)?.is_base();
        ensure!(
            is_base || indexes.insert(counter.index),
            "counter index {} twice in one object",
            counter.index
        );
    }
    ensure!(
        object
            .counters
            .iter()
            .any(|it| it.ident == object.default_counter),
        "default counter {} is not one of the counters",
        object.default_counter
    );
    let needs_clock = object
        .counters
        .iter()
        .any(|it| it.counter_type == "PERF_ELAPSED_TIME");
    ensure!(
        !needs_clock || object.own_clock,
        "ELAPSED_TIME needs own_clock"
    );
    Ok(())
}

fn check_counter(counter: &CounterEntry, before: Option<&CounterEntry>) -> anyhow::Result<()> {
    let ty = counter_type(counter)?;
    ensure!(
        counter.index.is_multiple_of(2),
        "index {} is odd",
        counter.index
    );
    ensure!(
        !counter.help_index.is_multiple_of(2),
        "help index {} is even",
        counter.help_index
    );
    for (what, text) in [
        ("name", &counter.name.en),
        ("help", &counter.help.en),
        ("unit", &counter.unit),
        ("source", &counter.source),
        ("wrap", &counter.wrap),
    ] {
        ensure!(!text.trim().is_empty(), "no {what}");
    }
    let fits = match ty.size() {
        Size::Large => counter.size == 8,
        // Real systems give AVERAGE_TIMER eight bytes, though its type says four.
        Size::Dword => counter.size == 4 || ty == CounterType::AVERAGE_TIMER && counter.size == 8,
        Size::Zero | Size::Variable => false,
    };
    ensure!(fits, "size {} does not fit {ty}", counter.size);
    let base_is_wanted = before
        .map(counter_type)
        .transpose()?
        .is_some_and(CounterType::has_base);
    match (ty.is_base(), base_is_wanted) {
        (true, false) => bail!("base counter behind a counter that takes none"),
        (false, true) => bail!("base counter missing before this counter"),
        _ => {}
    }
    if let Some(before) = before.filter(|_| ty.is_base()) {
        ensure!(
            before.index == counter.index && before.name.en == counter.name.en,
            "base counter has another name than its counter {}",
            before.ident
        );
    }
    Ok(())
}

pub(crate) fn counter_type(counter: &CounterEntry) -> anyhow::Result<CounterType> {
    CounterType::from_name(&counter.counter_type)
        .with_context(|| format!("unknown counter type {}", counter.counter_type))
}
