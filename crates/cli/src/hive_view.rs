//! `perfhive hive`: a block as a readable tree, as bytes with offsets, or as it is.

use std::io::{self, Read as _, Write};
use std::path::Path;

use anyhow::{Context, bail};
use perfhive_catalog::NameTable;
use perfhive_winperf::{
    AbsentValues, Answer, CounterBlock, DataBlock, Formula, Kind, LangId, NumInstances, Object,
    Query, Shape, Source, check,
};
use serde_json::{Value as Json, json};

use crate::args::Hive;
use crate::{machine, output};

/// No block that a machine gives comes near this size; a file that does is not one.
const MOST_BYTES: u64 = 1 << 30;

pub(crate) fn run(arguments: &Hive, language: LangId) -> anyhow::Result<()> {
    let answer = match &arguments.from {
        Some(path) => from_file(path)?,
        None => ask(&arguments.query.join(" "))?,
    };
    if arguments.raw {
        if output::is_terminal() {
            bail!("--raw writes bytes that no terminal shows, redirect it to a file or a pipe");
        }
        return output::write_with(|out| out.write_all(&answer.bytes));
    }
    let names = NameTable::counters(language);
    if answer.shape == Shape::MultiSz {
        let list = NameTable::parse_multi_sz(&answer.bytes)?;
        return output::write_with(|out| write_names(out, &list, arguments.json));
    }
    let block = DataBlock::parse(&answer.bytes).with_context(|| {
        arguments
            .from
            .as_ref()
            .map_or("answer".into(), |it| it.display().to_string())
    })?;
    let violations = check(&answer.bytes);
    if arguments.json {
        let value = block_json(&block, &names, &answer);
        output::write_with(|out| writeln!(out, "{value:#}"))?;
    } else {
        let mut tree = Tree {
            out: Vec::new(),
            names: &names,
            base: block.bytes(),
            hex: arguments.hex,
        };
        tree.block(&block)?;
        output::write_with(|out| out.write_all(&tree.out))?;
    }
    for note in &answer.notes {
        let name = |index| names.name(index).map(str::to_owned);
        eprintln!("perfhive: {}", output::note_text(note, name));
    }
    for violation in violations.iter().take(20) {
        eprintln!("perfhive: {violation}");
    }
    match violations.len() {
        0 => Ok(()),
        n => bail!("the block breaks {n} rules of winperf.h"),
    }
}

fn ask(text: &str) -> anyhow::Result<Answer> {
    let mut answer = Answer::default();
    machine::hive()?.answer(&Query::parse(text), &mut answer)?;
    if answer.shape == Shape::Block && answer.notes.is_empty() {
        let n_objects = DataBlock::parse(&answer.bytes).map_or(0, |it| it.n_objects());
        if n_objects == 0 {
            eprintln!(
                "perfhive: nothing answers \"{text}\"; perfhive counters lists objects and their indexes"
            );
        }
    }
    Ok(answer)
}

fn from_file(path: &Path) -> anyhow::Result<Answer> {
    let mut answer = Answer::default();
    let file = std::fs::File::open(path).with_context(|| path.display().to_string())?;
    file.take(MOST_BYTES)
        .read_to_end(&mut answer.bytes)
        .with_context(|| path.display().to_string())?;
    Ok(answer)
}

fn write_names(out: &mut dyn Write, list: &NameTable, is_json: bool) -> io::Result<()> {
    if is_json {
        let map = list
            .iter()
            .map(|(index, name)| (index.to_string(), json!(name)));
        return writeln!(out, "{:#}", Json::Object(map.collect()));
    }
    list.iter()
        .try_for_each(|(index, name)| writeln!(out, "{index:>6}  {name}"))
}

/// Writes a tree, an indented line for each part.
struct Tree<'a> {
    out: Vec<u8>,
    names: &'a NameTable,
    base: &'a [u8],
    hex: bool,
}

impl Tree<'_> {
    fn name(&self, index: u32) -> &str {
        self.names.name(index).unwrap_or("?")
    }

    fn block(&mut self, block: &DataBlock<'_>) -> io::Result<()> {
        let order = if block.is_big_endian() {
            "big-endian"
        } else {
            "little-endian"
        };
        writeln!(
            self.out,
            "PERF_DATA_BLOCK  \\\\{}  {} bytes, {} objects, version {}.{}, {order}",
            block.system_name(),
            block.bytes().len(),
            block.n_objects(),
            block.version(),
            block.revision(),
        )?;
        let t = block.system_time();
        writeln!(
            self.out,
            "  SystemTime {:04}-{:02}-{:02} {:02}:{:02}:{:02}.{:03}  PerfTime {} / {} Hz  PerfTime100nSec {}  DefaultObject {}",
            t.year,
            t.month,
            t.day,
            t.hour,
            t.minute,
            t.second,
            t.milliseconds,
            block.perf_time().0,
            block.perf_freq(),
            block.perf_time_100ns().0,
            block.default_object(),
        )?;
        self.bytes(&block.bytes()[..block.header_length()])?;
        for object in block.objects() {
            match object {
                Ok(object) => self.object(block, &object)?,
                Err(error) => writeln!(self.out, "  unreadable object: {error}")?,
            }
        }
        Ok(())
    }

    fn object(&mut self, block: &DataBlock<'_>, object: &Object<'_>) -> io::Result<()> {
        let index = object.name_index();
        let instances = match object.num_instances() {
            NumInstances::None | NumInstances::MetadataNone => "no instances".to_owned(),
            NumInstances::Count(n) => format!("{n} instances"),
            NumInstances::MetadataMultiple => "instances".to_owned(),
        };
        let (name, n, len) = (
            self.name(index).to_owned(),
            object.n_counters(),
            object.bytes().len(),
        );
        writeln!(
            self.out,
            "\n  PERF_OBJECT_TYPE  {name} ({index})  {len} bytes, {n} counters, {instances}"
        )?;
        if object.perf_freq() > 0 {
            writeln!(
                self.out,
                "    PerfTime {} / {} Hz",
                object.perf_time(),
                object.perf_freq()
            )?;
        }
        let definitions = &object.bytes()[..object.definition_length()];
        if self.hex
            || matches!(
                object.num_instances(),
                NumInstances::MetadataMultiple | NumInstances::MetadataNone
            )
        {
            for counter in object.counters() {
                let c = counter.definition;
                let name = self.name(c.name_index).to_owned();
                writeln!(
                    self.out,
                    "    PERF_COUNTER_DEFINITION  {name} ({})  {}, {} bytes at {}, scale {}, detail {}",
                    c.name_index,
                    c.counter_type,
                    c.counter_size,
                    c.counter_offset,
                    c.default_scale,
                    c.detail_level.0
                )?;
            }
        }
        self.bytes(definitions)?;
        if object.num_instances() == NumInstances::None {
            match object.counter_block() {
                Ok(values) => self.values(block, object, &values)?,
                Err(error) => writeln!(self.out, "    unreadable counter block: {error}")?,
            }
        }
        for instance in object.instances() {
            match instance {
                Ok(instance) => {
                    let id = match instance.unique_id() {
                        perfhive_winperf::NO_UNIQUE_ID => String::new(),
                        id => format!("  id {id}"),
                    };
                    let parent = instance.parent().map(|it| {
                        format!(
                            "  of {} ({}) instance {}",
                            self.name(it.object_index),
                            it.object_index,
                            it.position
                        )
                    });
                    let parent = parent.unwrap_or_default();
                    writeln!(
                        self.out,
                        "    PERF_INSTANCE_DEFINITION  {}{id}{parent}",
                        instance.name()
                    )?;
                    let start = instance.offset();
                    self.bytes(&object.bytes()[start..start + instance.definition_length()])?;
                    self.values(block, object, &instance.counter_block())?;
                }
                Err(error) => writeln!(self.out, "    unreadable instance: {error}")?,
            }
        }
        Ok(())
    }

    fn values(
        &mut self,
        block: &DataBlock<'_>,
        object: &Object<'_>,
        values: &CounterBlock<'_>,
    ) -> io::Result<()> {
        let absent = AbsentValues::read(AbsentValues::counter(object).as_ref(), values);
        for counter in object.counters() {
            let definition = counter.definition;
            if AbsentValues::is_mask(&definition) {
                continue;
            }
            let name = self.name(definition.name_index).to_owned();
            let name = if definition.counter_type.is_base() {
                format!("{name} (base)")
            } else {
                name
            };
            let is_absent = absent.contains(counter.position);
            let value = match raw_text(values, &definition) {
                _ if is_absent => "absent".into(),
                Ok(text) => text,
                Err(error) => error.to_string(),
            };
            let now = value_now(block, object, values, counter.position)
                .map(|it| format!("  = {}", crate::number_text::grouped(it)))
                .unwrap_or_default();
            writeln!(self.out, "      {name:<36} {value:>22}{now}")?;
        }
        self.bytes(values.bytes())
    }

    /// A hex dump with offsets from the start of the block.
    fn bytes(&mut self, part: &[u8]) -> io::Result<()> {
        if !self.hex {
            return Ok(());
        }
        let start = (part.as_ptr() as usize).saturating_sub(self.base.as_ptr() as usize);
        for (i, row) in part.chunks(16).enumerate() {
            let hex = row
                .iter()
                .map(|it| format!("{it:02x} "))
                .collect::<String>();
            let text = row.iter().map(|it| {
                if it.is_ascii_graphic() {
                    char::from(*it)
                } else {
                    '.'
                }
            });
            let text = text.collect::<String>();
            writeln!(self.out, "        {:08x}  {hex:<48} {text}", start + i * 16)?;
        }
        Ok(())
    }
}

fn raw_text(
    values: &CounterBlock<'_>,
    counter: &perfhive_winperf::CounterDefinition,
) -> Result<String, perfhive_winperf::Error> {
    Ok(match (counter.counter_type.kind(), counter.counter_size) {
        (Kind::Text, _) => String::from_utf8_lossy(values.value_bytes(counter)?).into_owned(),
        (_, 4 | 8) => values.value(counter)?.cast_unsigned().to_string(),
        _ => format!("{} bytes", values.value_bytes(counter)?.len()),
    })
}

/// The formatted value where one sample is enough for it, and it says more than the raw one.
fn value_now(
    block: &DataBlock<'_>,
    object: &Object<'_>,
    values: &CounterBlock<'_>,
    position: usize,
) -> Option<f64> {
    let formula = Formula::of(block, object, position).ok()?;
    let raw = formula.read(block, object, values).ok()??;
    let is_plain = formula.counter.counter_type.kind() == Kind::Number;
    if is_plain {
        None
    } else {
        formula.calculate(None, &raw).ok()
    }
}

fn block_json(block: &DataBlock<'_>, names: &NameTable, answer: &Answer) -> Json {
    let object = |object: Object<'_>| {
        let raw = |values: &CounterBlock<'_>| {
            let absent = AbsentValues::read(AbsentValues::counter(&object).as_ref(), values);
            let values = object
                .counters()
                .filter(|it| !AbsentValues::is_mask(&it.definition))
                .map(|it| {
                    let value = values.value(&it.definition).ok().map(i64::cast_unsigned);
                    json!(value.filter(|_| !absent.contains(it.position)))
                });
            values.collect::<Vec<_>>()
        };
        let counters = object
            .counters()
            .filter(|it| !AbsentValues::is_mask(&it.definition))
            .map(|it| {
                json!({
                    "index": it.definition.name_index,
                    "name": names.name(it.definition.name_index),
                    "type": it.definition.counter_type.to_string(),
                    "is_base": it.definition.counter_type.is_base(),
                })
            });
        let instances = object.instances().flatten().map(|it| {
            json!({
                "name": it.name().to_string(),
                "unique_id": it.unique_id(),
                "parent": it.parent().map(|it| json!({ "object": it.object_index, "position": it.position })),
                "raw_values": raw(&it.counter_block()),
            })
        });
        json!({
            "index": object.name_index(),
            "name": names.name(object.name_index()),
            "perf_time": object.perf_time(),
            "perf_freq": object.perf_freq(),
            "counters": counters.collect::<Vec<_>>(),
            "instances": instances.collect::<Vec<_>>(),
            "raw_values": object.counter_block().ok().map(|it| raw(&it)),
        })
    };
    json!({
        "machine": block.system_name().to_string(),
        "system_time": crate::time_text::rfc3339(block.system_time()),
        "perf_time": block.perf_time().0,
        "perf_freq": block.perf_freq(),
        "perf_time_100ns": block.perf_time_100ns().0,
        "objects": block.objects().flatten().map(object).collect::<Vec<_>>(),
        "notes": answer.notes.iter().map(|it| json!({
            "object": it.object_index, "is_lost": it.is_lost, "text": it.text,
        })).collect::<Vec<_>>(),
    })
}
