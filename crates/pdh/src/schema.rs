//! What a source has: its objects, their counters, and the names of both.
//!
//! Names are not unique over a whole machine, only inside an object; so a counter is always looked for among the
//! counters of its object.

use perfhive_catalog::NameTable;
use perfhive_winperf::{
    Answer, Counter, DataBlock, LangId, NumInstances, Query, QueryKind, Source, SourceError,
};

use crate::{NameRef, Status, nearest};

/// The objects of a source, and their names: in one language to show them, in all to understand them.
#[derive(Clone, Debug)]
pub struct Schema {
    machine: String,
    language: LangId,
    names: NameTable,
    /// The names in the other languages that paths may be written in.
    other_names: Vec<NameTable>,
    objects: Vec<ObjectSchema>,
}

/// One object of a source.
#[derive(Clone, Debug)]
pub struct ObjectSchema {
    /// Its name index.
    pub index: u32,
    /// Whether it has instances.
    pub has_instances: bool,
    /// Whether `Global` leaves it out.
    pub is_costly: bool,
    /// The counters that a person may be shown, in order.
    pub counters: Vec<Counter>,
}

/// A name in a path that nothing has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnknownName {
    /// The status that PDH gives for it.
    pub status: Status,
    /// What was looked for, and the nearest names there are.
    pub text: String,
}

impl Schema {
    /// Asks a source for its definitions and names. A source that knows no metadata is asked for a sample instead.
    pub fn read(source: &mut impl Source, language: LangId) -> Result<Self, SourceError> {
        let mut answer = Answer::default();
        let mut schema = Self {
            machine: String::new(),
            language,
            names: names_in(source, language, &mut answer)?,
            other_names: Vec::new(),
            objects: Vec::new(),
        };
        for other in LangId::ALL.into_iter().filter(|it| *it != language) {
            let names = names_in(source, other, &mut answer)?;
            schema.other_names.push(names);
        }
        schema.add(source, QueryKind::MetadataGlobal, false, &mut answer)?;
        schema.add(source, QueryKind::MetadataCostly, true, &mut answer)?;
        if schema.objects.is_empty() {
            schema.add(source, QueryKind::Global, false, &mut answer)?;
        }
        Ok(schema)
    }

    fn add(
        &mut self,
        source: &mut impl Source,
        kind: QueryKind,
        is_costly: bool,
        answer: &mut Answer,
    ) -> Result<(), SourceError> {
        source.answer(&Query::from(kind), answer)?;
        let block = DataBlock::parse(&answer.bytes)
            .map_err(|error| SourceError::Failed(error.to_string()))?;
        self.machine = block.system_name().to_string();
        for object in block.objects().flatten() {
            if self
                .objects
                .iter()
                .any(|it| it.index == object.name_index())
            {
                continue;
            }
            let is_shown = |it: &Counter| it.definition.counter_type.is_displayed();
            self.objects.push(ObjectSchema {
                index: object.name_index(),
                has_instances: !matches!(
                    object.num_instances(),
                    NumInstances::None | NumInstances::MetadataNone
                ),
                is_costly,
                counters: object.counters().filter(is_shown).collect(),
            });
        }
        Ok(())
    }

    /// Name of the machine that the source is.
    pub fn machine(&self) -> &str {
        &self.machine
    }

    /// The language that names are shown in.
    pub fn language(&self) -> LangId {
        self.language
    }

    /// All objects, in the order the source gives them.
    pub fn objects(&self) -> &[ObjectSchema] {
        &self.objects
    }

    /// The name of an index; the index itself where the source has no name for it.
    pub fn name(&self, index: u32) -> String {
        self.names
            .name(index)
            .map_or_else(|| index.to_string(), str::to_owned)
    }

    /// The objects that a path means.
    pub fn find_objects(&self, wanted: &NameRef<'_>) -> Result<Vec<&ObjectSchema>, UnknownName> {
        let is_meant = |it: &&ObjectSchema| self.is_meant(wanted, it.index);
        let found = self.objects.iter().filter(is_meant).collect::<Vec<_>>();
        if found.is_empty() {
            let indexes = self.objects.iter().map(|it| it.index);
            let text = self.not_found("object", wanted, indexes, "");
            return Err(UnknownName {
                status: Status::CSTATUS_NO_OBJECT,
                text,
            });
        }
        Ok(found)
    }

    /// The counters of an object that a path means.
    pub fn find_counters(
        &self,
        object: &ObjectSchema,
        wanted: &NameRef<'_>,
    ) -> Result<Vec<Counter>, UnknownName> {
        let is_meant = |it: &&Counter| self.is_meant(wanted, it.definition.name_index);
        let found = object
            .counters
            .iter()
            .filter(is_meant)
            .copied()
            .collect::<Vec<_>>();
        if found.is_empty() {
            let indexes = object.counters.iter().map(|it| it.definition.name_index);
            let place = format!(" in object \"{}\"", self.name(object.index));
            let text = self.not_found("counter", wanted, indexes, &place);
            return Err(UnknownName {
                status: Status::CSTATUS_NO_COUNTER,
                text,
            });
        }
        Ok(found)
    }

    /// The names of an index in every language, the one that is shown first.
    fn all_names(&self, index: u32) -> impl Iterator<Item = &str> {
        let tables = std::iter::once(&self.names).chain(&self.other_names);
        tables.filter_map(move |it| it.name(index))
    }

    fn is_meant(&self, wanted: &NameRef<'_>, index: u32) -> bool {
        let mut names = self.all_names(index);
        match wanted {
            NameRef::Index(wanted) => *wanted == index,
            NameRef::Name(wanted) => names.any(|it| crate::same_name(it.chars(), wanted.chars())),
            NameRef::Pattern(pattern) => names.any(|it| pattern.matches(it)),
        }
    }

    fn not_found(
        &self,
        what: &str,
        wanted: &NameRef<'_>,
        indexes: impl Iterator<Item = u32>,
        place: &str,
    ) -> String {
        let names = indexes
            .flat_map(|it| self.all_names(it))
            .collect::<Vec<_>>();
        match wanted {
            NameRef::Index(index) => format!("no {what} has index {index}{place}"),
            NameRef::Pattern(_) => format!("no {what} matches the pattern{place}"),
            NameRef::Name(wanted) => {
                let near = nearest(wanted, names);
                let near = near
                    .iter()
                    .map(|it| format!("\"{it}\""))
                    .collect::<Vec<_>>()
                    .join(", ");
                let hint = if near.is_empty() {
                    String::new()
                } else {
                    format!(", nearest: {near}")
                };
                format!("no {what} \"{wanted}\"{place}{hint}")
            }
        }
    }
}

fn names_in(
    source: &mut impl Source,
    language: LangId,
    answer: &mut Answer,
) -> Result<NameTable, SourceError> {
    source.answer(&QueryKind::Counters(language).into(), answer)?;
    NameTable::parse_multi_sz(&answer.bytes).map_err(|error| SourceError::Failed(error.to_string()))
}
