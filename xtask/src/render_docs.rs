//! `docs/objects.md`: every object and counter for people.

use std::fmt::Write as _;

use crate::check::counter_type;
use crate::model::{Instances, ObjectFile};

pub(crate) fn objects(objects: &[ObjectFile]) -> anyhow::Result<String> {
    let mut out = String::from(
        "# Objects and counters\n\n\
         Made by `cargo xtask codegen` from `crates/catalog/objects/*.toml`; `perfhive counters` shows the same of the \
         machine it runs on.\nEvery object ends with a hidden counter, Absent Values: a mask of the values that could not \
         be had.\n",
    );
    for object in objects {
        let instances = match object.instances {
            Instances::None => "no instances",
            Instances::Many => "instances",
        };
        let _ = write!(
            out,
            "\n## {} ({}, {instances})\n\n{}\n\n\
             | index | counter | unit | type | source | what it says | wrap |\n|---|---|---|---|---|---|---|\n",
            object.name.en, object.index, object.help.en
        );
        for counter in &object.counters {
            if counter_type(counter)?.is_base() {
                continue;
            }
            let index = counter.index.to_string();
            let cells = [
                &index,
                &counter.name.en,
                &counter.unit,
                &counter.counter_type,
                &counter.source,
                &counter.help.en,
                &counter.wrap,
            ];
            for cell in cells {
                let _ = write!(out, "| {} ", cell.replace('|', "\\|"));
            }
            out += "|\n";
        }
    }
    Ok(out)
}
