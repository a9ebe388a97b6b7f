//! What stands in an object's TOML file.

use anyhow::Context;
use serde::Deserialize;

/// One object.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ObjectFile {
    pub(crate) index: u32,
    pub(crate) help_index: u32,
    /// Name of the Rust module.
    pub(crate) ident: String,
    pub(crate) instances: Instances,
    pub(crate) detail: u32,
    /// `ident` of the counter that a tool should offer first.
    pub(crate) default_counter: String,
    /// Whether the object carries a clock of its own (ELAPSED_TIME counters need one).
    pub(crate) own_clock: bool,
    /// Whether only `Costly`, or its index alone, asks for the object.
    #[serde(default)]
    pub(crate) costly: bool,
    /// Index of the object whose instances own these.
    pub(crate) parent: Option<u32>,
    pub(crate) name: Text,
    pub(crate) help: Text,
    #[serde(rename = "counter")]
    pub(crate) counters: Vec<CounterEntry>,
}

/// Whether an object has instances.
#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Instances {
    None,
    Many,
}

/// One counter.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct CounterEntry {
    /// Name of the Rust constant, in lower case.
    pub(crate) ident: String,
    pub(crate) name: Text,
    pub(crate) help: Text,
    pub(crate) index: u32,
    pub(crate) help_index: u32,
    /// The name of the type in winperf.h.
    #[serde(rename = "type")]
    pub(crate) counter_type: String,
    pub(crate) size: u32,
    pub(crate) scale: i32,
    pub(crate) detail: u32,
    pub(crate) unit: String,
    /// The kernel file and field that the value comes from.
    pub(crate) source: String,
    /// What a wrap or a step back means.
    pub(crate) wrap: String,
    /// Counters with one `share` have one raw value.
    pub(crate) share: Option<String>,
}

/// A text in the languages it is there in.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Text {
    pub(crate) en: String,
    pub(crate) de: Option<String>,
    pub(crate) zh: Option<String>,
}

impl ObjectFile {
    /// The object that a TOML text defines, checked.
    pub fn parse(text: &str) -> anyhow::Result<Self> {
        let object = toml::from_str::<Self>(text)?;
        crate::check::check(&object).with_context(|| format!("object {}", object.ident))?;
        Ok(object)
    }
}
