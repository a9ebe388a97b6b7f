//! Rules that object definitions must keep.

use std::collections::{BTreeMap, BTreeSet};

use anyhow::{Context, bail, ensure};
use perfhive_winperf::{
    ABSENT_VALUES_HELP_INDEX, ABSENT_VALUES_INDEX, AbsentValues, CounterType, Size,
};

use crate::model::{CounterEntry, ObjectFile};

/// The rules of one object.
pub(crate) fn check(object: &ObjectFile) -> anyhow::Result<()> {
    check_ident(&object.ident)?;
    check_indexes(object.index, object.help_index)?;
    check_detail(object.detail)?;
    for (what, text) in [("name", &object.name.en), ("help", &object.help.en)] {
        ensure!(!text.trim().is_empty(), "no {what}");
    }
    ensure!(!object.counters.is_empty(), "no counters");
    let n_counters = object.counters.len();
    ensure!(
        n_counters <= AbsentValues::MAX_COUNTERS,
        "{n_counters} counters, at most {} fit",
        AbsentValues::MAX_COUNTERS
    );
    let mut idents = BTreeSet::new();
    let mut indexes = BTreeSet::new();
    let mut before = None;
    for counter in &object.counters {
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
        before = Some(counter);
    }
    if let Some(last) = before {
        ensure!(
            !counter_type(last)?.has_base(),
            "base counter missing behind {}",
            last.ident
        );
    }
    check_shares(&object.counters)?;
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

/// The rules between objects: each index means one text, each module is written once, each parent is there.
pub(crate) fn check_across(objects: &[ObjectFile]) -> anyhow::Result<()> {
    let mut idents = BTreeSet::new();
    let mut indexes = BTreeSet::new();
    for object in objects {
        ensure!(
            idents.insert(&object.ident),
            "two objects have the ident {}",
            object.ident
        );
        ensure!(
            indexes.insert(object.index),
            "two objects have the index {}",
            object.index
        );
    }
    let mut texts = BTreeMap::<u32, &str>::new();
    let mut add = |index, text| {
        let known = texts.entry(index).or_insert(text);
        ensure!(
            *known == text,
            "index {index} means \"{known}\" and \"{text}\""
        );
        Ok(())
    };
    for object in objects {
        if let Some(parent) = object.parent {
            ensure!(
                indexes.contains(&parent) && parent != object.index,
                "object {}: no other object has the parent's index {parent}",
                object.ident
            );
        }
        add(object.index, &object.name.en)?;
        add(object.help_index, &object.help.en)?;
        for counter in &object.counters {
            add(counter.index, &counter.name.en)?;
            // A base stands under the help index of its counter with words of its own, for the docs of the code.
            if !counter_type(counter)?.is_base() {
                add(counter.help_index, &counter.help.en)?;
            }
        }
    }
    Ok(())
}

pub(crate) fn counter_type(counter: &CounterEntry) -> anyhow::Result<CounterType> {
    CounterType::from_name(&counter.counter_type)
        .with_context(|| format!("unknown counter type {}", counter.counter_type))
}

fn check_counter(counter: &CounterEntry, before: Option<&CounterEntry>) -> anyhow::Result<()> {
    check_ident(&counter.ident)?;
    check_indexes(counter.index, counter.help_index)?;
    check_detail(counter.detail)?;
    for (what, text) in [
        ("name", &counter.name.en),
        ("help", &counter.help.en),
        ("unit", &counter.unit),
        ("source", &counter.source),
        ("wrap", &counter.wrap),
    ] {
        ensure!(!text.trim().is_empty(), "no {what}");
    }
    let ty = counter_type(counter)?;
    let fits = match ty.size() {
        Size::Large => counter.size == 8,
        // Real systems give AVERAGE_TIMER eight bytes, though its type says four.
        Size::Dword => counter.size == 4 || ty == CounterType::AVERAGE_TIMER && counter.size == 8,
        Size::Zero | Size::Variable => false,
    };
    ensure!(fits, "size {} does not fit {ty}", counter.size);
    ensure!(
        !ty.is_multi(),
        "{ty} wants a count behind its value, which the layout has no room for"
    );
    check_base(counter, before)
}

/// A base stands right behind the counter that takes one, under its name.
fn check_base(counter: &CounterEntry, before: Option<&CounterEntry>) -> anyhow::Result<()> {
    let is_base = counter_type(counter)?.is_base();
    let base_is_wanted = before
        .map(counter_type)
        .transpose()?
        .is_some_and(CounterType::has_base);
    match (is_base, base_is_wanted) {
        (true, false) => bail!("base counter behind a counter that takes none"),
        (false, true) => bail!("base counter missing before this counter"),
        _ => {}
    }
    ensure!(
        is_base == counter.ident.ends_with("_base"),
        "the ident of a base counter ends in _base, and no other"
    );
    if let Some(before) = before.filter(|_| is_base) {
        ensure!(
            before.index == counter.index && before.name.en == counter.name.en,
            "base counter has another name than its counter {}",
            before.ident
        );
    }
    Ok(())
}

/// Only time stamps of one instance are the same number for certain.
fn check_shares(counters: &[CounterEntry]) -> anyhow::Result<()> {
    for counter in counters.iter().filter(|it| it.share.is_some()) {
        ensure!(
            counter_type(counter)? == CounterType::PRECISION_TIMESTAMP,
            "counter {}: share is for PERF_PRECISION_TIMESTAMP alone",
            counter.ident
        );
    }
    Ok(())
}

/// Idents become names of modules and constants.
fn check_ident(ident: &str) -> anyhow::Result<()> {
    let is_snake_case = ident.starts_with(|it: char| it.is_ascii_lowercase())
        && ident
            .chars()
            .all(|it| it.is_ascii_lowercase() || it.is_ascii_digit() || it == '_');
    ensure!(is_snake_case, "ident \"{ident}\" is not snake_case");
    Ok(())
}

fn check_indexes(index: u32, help_index: u32) -> anyhow::Result<()> {
    ensure!(index.is_multiple_of(2), "index {index} is odd");
    ensure!(
        !help_index.is_multiple_of(2),
        "help index {help_index} is even"
    );
    for (index, of_mask) in [
        (index, ABSENT_VALUES_INDEX),
        (help_index, ABSENT_VALUES_HELP_INDEX),
    ] {
        ensure!(
            index != of_mask,
            "index {index} is that of the mask of absent values"
        );
    }
    Ok(())
}

/// The levels that winperf.h has.
fn check_detail(detail: u32) -> anyhow::Result<()> {
    ensure!(
        matches!(detail, 100 | 200 | 300 | 400),
        "detail {detail} is none of 100, 200, 300, 400"
    );
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn object(ident: &str, index: u32, counter: &str) -> ObjectFile {
        let head = format!(
            "index = {index}\nhelp_index = {}\nident = \"{ident}\"\n",
            index + 1
        );
        ObjectFile::parse(
            &(head
                + r#"
                instances = "many"
                detail = 100
                default_counter = "one"
                own_clock = false
                name = { en = "Name" }
                help = { en = "Help." }
                [[counter]]
                ident = "one"
                "#
                + &format!("name = {{ en = \"{counter}\" }}\n")
                + r#"
                help = { en = "What it counts." }
                index = 90
                help_index = 91
                type = "PERF_COUNTER_RAWCOUNT"
                size = 4
                scale = 0
                detail = 100
                unit = "things"
                source = "/proc/x"
                wrap = "never"
                "#),
        )
        .unwrap()
    }

    /// Check that objects which contradict each other are refused.
    #[test]
    fn objects_agree_with_each_other() {
        let (a, b) = (object("a", 2, "One"), object("b", 4, "One"));
        let same_index = object("b", 2, "One");
        let same_ident = object("a", 4, "One");
        let other_name = object("b", 4, "Two");
        let orphan = ObjectFile {
            parent: Some(6),
            ..b.clone()
        };
        let child = ObjectFile {
            parent: Some(2),
            ..b.clone()
        };
        check_across(&[a.clone(), b]).unwrap();
        check_across(&[a.clone(), child]).unwrap();
        for (second, why) in [
            (same_index, "two objects have the index 2"),
            (same_ident, "two objects have the ident a"),
            (other_name, "index 90 means \"One\" and \"Two\""),
            (orphan, "object b: no other object has the parent's index 6"),
        ] {
            let error = check_across(&[a.clone(), second]).unwrap_err();
            assert_eq!(error.to_string(), why);
        }
    }
}
