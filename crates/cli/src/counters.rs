//! `perfhive counters`: what there is, what it counts, where it comes from.

use std::collections::BTreeSet;
use std::io::{self, Write};

use anyhow::Context;
use perfhive_catalog::{CounterText, ObjectTable};
use perfhive_pdh::{CounterPath, NameRef, ObjectSchema, Query, Schema};
use perfhive_winperf::{Counter, LangId, Source};
use serde_json::{Value as Json, json};

use crate::args::Counters;
use crate::exit::{BadArgument, NotFound};
use crate::wrapped::{WIDTH, write_wrapped};
use crate::{machine, output};

pub(crate) fn run(arguments: &Counters, language: LangId) -> anyhow::Result<()> {
    let mut query = Query::open(machine::hive()?, language)?;
    let Some(name) = &arguments.name else {
        return list_objects(query.schema(), arguments.json);
    };
    let (object, counter) = match name.starts_with('\\') {
        true => {
            let path = CounterPath::parse(name)
                .map_err(|error| BadArgument(format!("{name}: {error}")))?;
            (path.object, Some(path.counter))
        }
        false => (name.clone(), None),
    };
    let found = query
        .schema()
        .find_objects(&NameRef::of(&object))
        .map(|it| it.into_iter().cloned().collect::<Vec<_>>());
    let objects = match found {
        Ok(objects) => objects,
        // A bare name may be that of a counter: it is explained in every object that has it.
        Err(unknown) => match explain_everywhere(query.schema(), name, arguments.json) {
            Some(result) => return result,
            None => {
                let near = nearest_counters(query.schema(), name);
                return Err(NotFound(unknown.text + &near).into());
            }
        },
    };
    let mut all = Vec::new();
    for object in &objects {
        let counters = match &counter {
            Some(counter) => query
                .schema()
                .find_counters(object, &NameRef::of(counter))
                .map_err(|it| NotFound(it.text))?,
            None => object.counters.clone(),
        };
        let instances = instances(&mut query, object)?;
        all.push((object.clone(), counters, instances));
    }
    if arguments.json {
        let objects = all.iter().map(|(object, counters, instances)| {
            let mut value = object_json(query.schema(), object);
            value["instances"] = json!(instances);
            value["counters"] = counters
                .iter()
                .map(|it| counter_json(query.schema(), object, it))
                .collect();
            value
        });
        return print_json(&objects.collect());
    }
    output::write_with(|out| {
        for (object, counters, instances) in &all {
            write_object(out, query.schema(), object, counters, instances)?;
        }
        Ok(())
    })
}

/// The counters of any object that somebody may have meant.
fn nearest_counters(schema: &Schema, name: &str) -> String {
    let counters = schema.objects().iter().flat_map(|it| &it.counters);
    let names = counters
        .map(|it| schema.name(it.definition.name_index))
        .collect::<BTreeSet<_>>();
    let near = perfhive_pdh::nearest(name, names.iter().map(String::as_str));
    match near.is_empty() {
        true => String::new(),
        false => format!("; nearest counters: \"{}\"", near.join("\", \"")),
    }
}

fn instances<S: Source>(
    query: &mut Query<S>,
    object: &ObjectSchema,
) -> anyhow::Result<Vec<String>> {
    let Some(first) = object.counters.first().filter(|_| object.has_instances) else {
        return Ok(Vec::new());
    };
    let path = CounterPath {
        machine: None,
        object: object.index.to_string(),
        parent: None,
        instance: Some("*".into()),
        index: None,
        counter: first.definition.name_index.to_string(),
    };
    let paths = query.expand(&path).context("instances cannot be listed")?;
    Ok(paths
        .iter()
        .filter_map(|it| it.instance_part().map(|it| it.to_string()))
        .collect())
}

fn list_objects(schema: &Schema, is_json: bool) -> anyhow::Result<()> {
    let language = schema.language();
    if is_json {
        return print_json(
            &schema
                .objects()
                .iter()
                .map(|it| object_json(schema, it))
                .collect(),
        );
    }
    let names = schema.objects().iter().map(|it| schema.name(it.index));
    let width = names.map(|it| it.chars().count()).max().unwrap_or(0);
    output::write_with(|out| {
        writeln!(
            out,
            "{:>6}  {:<width$} {:>8}  what it is about",
            "index", "object", "counters"
        )?;
        for object in schema.objects() {
            let help =
                ObjectTable::of_index(object.index).map_or("", |it| it.help.in_language(language));
            let ends = [":", ", ", ". ", "：", "，", "。"];
            let end = ends.iter().filter_map(|it| help.find(it)).min();
            let first = end.map_or(help, |it| &help[..it]);
            let (name, n) = (schema.name(object.index), object.counters.len());
            writeln!(
                out,
                "{:>6}  {name:<width$} {n:>8}  {}",
                object.index,
                first.trim_end_matches('.')
            )?;
        }
        writeln!(
            out,
            "\nperfhive counters NAME explains an object or a counter."
        )
    })
}

fn text_of(object: u32, counter: &Counter) -> Option<&'static CounterText> {
    ObjectTable::of_index(object)?.text(counter.position)
}

fn write_object(
    out: &mut dyn Write,
    schema: &Schema,
    object: &ObjectSchema,
    counters: &[Counter],
    instances: &[String],
) -> io::Result<()> {
    let name = schema.name(object.index);
    writeln!(out, "{name} ({})", object.index)?;
    if let Some(table) = ObjectTable::of_index(object.index) {
        write_wrapped(out, table.help.in_language(schema.language()))?;
    }
    if object.has_instances {
        writeln!(out, "\n  instances ({}):", instances.len())?;
        let mut line = String::new();
        for instance in instances {
            if !line.is_empty() && line.len() + instance.len() + 2 > WIDTH - 4 {
                writeln!(out, "    {line}")?;
                line.clear();
            }
            line += if line.is_empty() { "" } else { ", " };
            line += instance;
        }
        writeln!(out, "    {line}")?;
    }
    for counter in counters {
        let of_instance = if object.has_instances { "(*)" } else { "" };
        let counter_name = schema.name(counter.definition.name_index);
        writeln!(out, "\n\\{name}{of_instance}\\{counter_name}")?;
        write_counter(out, schema.language(), object.index, counter)?;
    }
    Ok(())
}

fn write_counter(
    out: &mut dyn Write,
    language: LangId,
    object: u32,
    counter: &Counter,
) -> io::Result<()> {
    let definition = &counter.definition;
    if let Some(text) = text_of(object, counter) {
        write_wrapped(out, text.help.in_language(language))?;
        writeln!(out, "  unit    {}", text.unit)?;
        writeln!(out, "  source  {}", text.source)?;
        writeln!(out, "  wrap    {}", text.wrap)?;
    }
    writeln!(
        out,
        "  index   {}, help {}, {}, {} bytes",
        definition.name_index,
        definition.help_index,
        definition.counter_type,
        definition.counter_size
    )
}

fn explain_everywhere(schema: &Schema, name: &str, is_json: bool) -> Option<anyhow::Result<()>> {
    let wanted = NameRef::of(name);
    let found = schema
        .objects()
        .iter()
        .filter_map(|object| Some((object, schema.find_counters(object, &wanted).ok()?)))
        .collect::<Vec<_>>();
    if found.is_empty() {
        return None;
    }
    if is_json {
        let all = found.iter().flat_map(|(object, counters)| {
            counters.iter().map(|it| counter_json(schema, object, it))
        });
        return Some(print_json(&all.collect()));
    }
    Some(output::write_with(|out| {
        for (i, (object, counter)) in found
            .iter()
            .flat_map(|(o, c)| c.iter().map(move |it| (o, it)))
            .enumerate()
        {
            let of_instance = if object.has_instances { "(*)" } else { "" };
            let names = (
                schema.name(object.index),
                schema.name(counter.definition.name_index),
            );
            let gap = if i == 0 { "" } else { "\n" };
            writeln!(out, "{gap}\\{}{of_instance}\\{}", names.0, names.1)?;
            write_counter(out, schema.language(), object.index, counter)?;
        }
        Ok(())
    }))
}

fn object_json(schema: &Schema, object: &ObjectSchema) -> Json {
    let language = schema.language();
    json!({
        "index": object.index,
        "object": schema.name(object.index),
        "help": ObjectTable::of_index(object.index).map(|it| it.help.in_language(language)),
        "has_instances": object.has_instances,
        "is_costly": object.is_costly,
        "n_counters": object.counters.len(),
    })
}

fn counter_json(schema: &Schema, object: &ObjectSchema, counter: &Counter) -> Json {
    let text = text_of(object.index, counter);
    let language = schema.language();
    json!({
        "object": schema.name(object.index),
        "index": counter.definition.name_index,
        "counter": schema.name(counter.definition.name_index),
        "type": counter.definition.counter_type.to_string(),
        "help": text.map(|it| it.help.in_language(language)),
        "unit": text.map(|it| it.unit),
        "source": text.map(|it| it.source),
        "wrap": text.map(|it| it.wrap),
    })
}

fn print_json(value: &Json) -> anyhow::Result<()> {
    output::write_with(|out| writeln!(out, "{value:#}"))
}
