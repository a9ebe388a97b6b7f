//! The tables that the generated modules fill.

use perfhive_winperf::{CounterDefinition, LangId, ObjectDefinition};

use crate::generated;

/// One object of the catalog.
#[derive(Debug)]
pub struct ObjectTable {
    /// The members of its head; the clock is 0 and set at each sample.
    pub definition: ObjectDefinition,
    /// The name of its module: what formats that take no spaces call it.
    pub ident: &'static str,
    /// Its name.
    pub name: Localized,
    /// What it is about.
    pub help: Localized,
    /// Whether it has instances.
    pub has_instances: bool,
    /// Whether it carries a clock of its own.
    pub has_own_clock: bool,
    /// Whether only `Costly`, or its index alone, asks for it.
    pub is_costly: bool,
    /// Name index of the object whose instances own these.
    pub parent: Option<u32>,
    /// Its counters in order, the mask of absent values last.
    pub counters: &'static [CounterDefinition],
    /// The texts of the counters, but for the mask.
    pub texts: &'static [CounterText],
}

/// What is said about one counter.
#[derive(Debug)]
pub struct CounterText {
    /// The name of its position, in lower case; a base ends in `_base`.
    pub ident: &'static str,
    /// Its name.
    pub name: Localized,
    /// What it counts and when it misleads.
    pub help: Localized,
    /// The unit of its formatted value.
    pub unit: &'static str,
    /// The kernel file and field that it comes from.
    pub source: &'static str,
    /// What a wrap or a step back means.
    pub wrap: &'static str,
}

/// A text in the languages that it is there in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Localized {
    /// English, always there.
    pub en: &'static str,
    /// German.
    pub de: Option<&'static str>,
    /// Simplified Chinese.
    pub zh: Option<&'static str>,
}

impl Localized {
    /// The text in a language, in English where it is not there.
    pub fn in_language(&self, language: LangId) -> &'static str {
        match language {
            LangId::GERMAN => self.de.unwrap_or(self.en),
            LangId::CHINESE_SIMPLIFIED => self.zh.unwrap_or(self.en),
            _ => self.en,
        }
    }
}

/// All objects by index.
pub fn all() -> &'static [&'static ObjectTable] {
    generated::ALL
}

impl ObjectTable {
    /// The texts of the counter at a position; none for the mask of absent values.
    pub fn text(&self, position: usize) -> Option<&'static CounterText> {
        self.texts.get(position)
    }

    /// The table of the object of this index.
    pub fn of_index(index: u32) -> Option<&'static Self> {
        all()
            .iter()
            .copied()
            .find(|it| it.definition.name_index == index)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that each language has its own text, and English stands in for what is not there.
    #[test]
    fn languages() {
        let all = Localized {
            en: "Memory",
            de: Some("Arbeitsspeicher"),
            zh: Some("内存"),
        };
        assert_eq!(all.in_language(LangId::ENGLISH), "Memory");
        assert_eq!(all.in_language(LangId::GERMAN), "Arbeitsspeicher");
        assert_eq!(all.in_language(LangId::CHINESE_SIMPLIFIED), "内存");
        assert_eq!(all.in_language(LangId(0x00C)), "Memory");
        let english = Localized {
            de: None,
            zh: None,
            ..all
        };
        assert_eq!(english.in_language(LangId::GERMAN), "Memory");
        assert_eq!(english.in_language(LangId::CHINESE_SIMPLIFIED), "Memory");
    }
}
