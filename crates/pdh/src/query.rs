//! A query: counters that are collected together, over any source.
//!
//! The last two blocks are kept, and every value comes out of them when it is asked for. A sample of fixed paths
//! allocates nothing once the blocks have their size.

use std::fmt;

use perfhive_winperf::{
    Answer, LangId, ObjectQuery, Query as SourceQuery, QueryKind, Source, SourceError, Wanted,
};

use crate::counter::{Counter, Reading};
use crate::sample::Sample;
use crate::{CounterPath, NameRef, Schema, Status, UnknownName, Value};

/// Counters over one source.
#[derive(Debug)]
pub struct Query<S> {
    pub(crate) source: S,
    pub(crate) schema: Schema,
    counters: Vec<Option<Counter>>,
    request: SourceQuery,
    newer: Sample,
    older: Sample,
}

/// A counter of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CounterId(usize);

/// Why a counter was not added.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AddError {
    /// The status that PDH gives for it.
    pub status: Status,
    /// What was not found and what there is, as a lower-case fragment.
    pub text: String,
}

impl fmt::Display for AddError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for AddError {}

impl From<UnknownName> for AddError {
    fn from(unknown: UnknownName) -> Self {
        Self {
            status: unknown.status,
            text: unknown.text,
        }
    }
}

impl<S: Source> Query<S> {
    /// A query without counters; asks the source what it has, with names in `language`.
    pub fn open(mut source: S, language: LangId) -> Result<Self, SourceError> {
        let schema = Schema::read(&mut source, language)?;
        Ok(Self {
            source,
            schema,
            counters: Vec::new(),
            request: SourceQuery::objects([]),
            newer: Sample::default(),
            older: Sample::default(),
        })
    }

    /// What the source has.
    pub fn schema(&self) -> &Schema {
        &self.schema
    }

    /// Adds a counter. Object and counter must be there; an instance need not (yet), and patterns are looked up anew
    /// at each sample.
    pub fn add(&mut self, path: &CounterPath) -> Result<CounterId, AddError> {
        self.check_machine(path)?;
        let counter = Counter::find(&self.schema, path)?;
        for (object, definition) in counter.definitions() {
            self.want(object, definition.name_index);
        }
        self.counters.push(Some(counter));
        Ok(CounterId(self.counters.len() - 1))
    }

    /// Takes a counter out. What the source is asked for shrinks at once.
    pub fn remove(&mut self, id: CounterId) -> Result<(), Status> {
        let slot = self.counters.get_mut(id.0).filter(|it| it.is_some());
        *slot.ok_or(Status::INVALID_HANDLE)? = None;
        self.request = SourceQuery::objects([]);
        let left = self.counters.iter().flatten();
        let wanted = left
            .flat_map(Counter::definitions)
            .map(|(o, c)| (o, c.name_index));
        for (object, counter) in wanted.collect::<Vec<_>>() {
            self.want(object, counter);
        }
        Ok(())
    }

    fn check_machine(&self, path: &CounterPath) -> Result<(), AddError> {
        match &path.machine {
            Some(machine)
                if !crate::same_name(machine.chars(), self.schema.machine().chars())
                    && !machine.eq_ignore_ascii_case("localhost") =>
            {
                let text = format!(
                    "machine \"{machine}\" is not this one, \"{}\"",
                    self.schema.machine()
                );
                Err(AddError {
                    status: Status::CSTATUS_NO_MACHINE,
                    text,
                })
            }
            _ => Ok(()),
        }
    }

    /// Adds an object, or a counter of it, to what the source is asked for; objects stay sorted, parents have the
    /// lower indexes.
    fn want(&mut self, object: u32, counter: u32) {
        let QueryKind::Objects(objects) = &mut self.request.kind else {
            return;
        };
        let at = objects.partition_point(|it| it.index < object);
        if objects.get(at).is_none_or(|it| it.index != object) {
            let wanted = Wanted::Counters(Vec::new());
            objects.insert(
                at,
                ObjectQuery {
                    index: object,
                    wanted,
                },
            );
        }
        if let Wanted::Counters(counters) = &mut objects[at].wanted
            && !counters.contains(&counter)
        {
            counters.push(counter);
        }
    }

    /// Takes a sample. The one before becomes the older one, also when this one fails.
    pub fn collect(&mut self) -> Result<(), CollectError> {
        if self.counters.iter().all(Option::is_none) {
            return Err(CollectError {
                status: Status::NO_DATA,
                text: "no counters in the query".into(),
            });
        }
        std::mem::swap(&mut self.older, &mut self.newer);
        self.newer.answer.clear();
        let answered = self.source.answer(&self.request, &mut self.newer.answer);
        self.newer.index();
        self.learn_parents();
        answered.map_err(CollectError::from)
    }

    /// A source brings the parents of what it is asked for. To ask for them as well lets it plan once and for all.
    fn learn_parents(&mut self) {
        let QueryKind::Objects(objects) = &mut self.request.kind else {
            return;
        };
        for index in self.newer.objects() {
            let at = objects.partition_point(|it| it.index < index);
            if objects.get(at).is_none_or(|it| it.index != index) {
                let wanted = Wanted::Counters(Vec::new());
                objects.insert(at, ObjectQuery { index, wanted });
            }
        }
    }

    fn reading(&self) -> Reading<'_> {
        Reading {
            newer: &self.newer,
            older: &self.older,
        }
    }

    fn counter(&self, id: CounterId) -> Result<&Counter, Status> {
        self.counters
            .get(id.0)
            .and_then(Option::as_ref)
            .ok_or(Status::INVALID_HANDLE)
    }

    /// The value of a counter in the last sample; of a wildcard, that of the first instance and counter.
    pub fn value(&self, id: CounterId) -> Value {
        match self.counter(id) {
            Ok(counter) => self.reading().value(counter),
            Err(status) => Value::absent(status),
        }
    }

    /// Every counter and instance that a path means in the last sample, in the order of the block: the name of the
    /// instance (empty for an object without), the counter's name index, and the value.
    pub fn values(&self, id: CounterId, mut take: impl FnMut(&InstanceValue<'_>)) {
        if let Ok(counter) = self.counter(id) {
            self.reading().values(counter, &mut take);
        }
    }

    /// What the last sample lacks, and why.
    pub fn notes(&self) -> &[perfhive_winperf::Note] {
        &self.newer.answer.notes
    }

    /// What the wall clock of the source showed at the last sample, as its block says: UTC on a live machine.
    pub fn system_time(&self) -> Option<perfhive_winperf::SystemTime> {
        Some(self.newer.block().ok()?.system_time())
    }

    /// Name of an index in the language of the query.
    pub fn name(&self, index: u32) -> String {
        self.schema.name(index)
    }

    /// The path with the names of its object and counter in the language of the query, whatever language or index they
    /// were given by. Wildcards and the instance stay as they are.
    pub fn localize(&self, path: &CounterPath) -> Result<CounterPath, AddError> {
        let counter = Counter::find(&self.schema, path)?;
        let mut localized = path.clone();
        if let Some((object, definition)) = counter.definitions().next() {
            if !matches!(path.object_ref(), NameRef::Pattern(_)) {
                localized.object = self.schema.name(object);
            }
            if !matches!(path.counter_ref(), NameRef::Pattern(_)) {
                localized.counter = self.schema.name(definition.name_index);
            }
        }
        Ok(localized)
    }

    /// The paths without wildcards that a path means now, in the order of the block. Instances that come later are not
    /// among them.
    pub fn expand(&mut self, path: &CounterPath) -> Result<Vec<CounterPath>, AddError> {
        self.check_machine(path)?;
        let counter = Counter::find(&self.schema, path)?;
        let objects = counter
            .definitions()
            .map(|(object, _)| object)
            .collect::<Vec<_>>();
        let mut names = Sample::default();
        self.look(objects, &mut names.answer)
            .map_err(|error| AddError {
                status: error.status,
                text: error.text,
            })?;
        names.index();
        let mut paths = Vec::new();
        let reading = Reading {
            newer: &names,
            older: &names,
        };
        reading.values(&counter, &mut |it| {
            paths.push(CounterPath {
                machine: path.machine.clone(),
                ..it.path(&self.schema)
            });
        });
        Ok(paths)
    }

    /// The counters of one instance that is not there now. One look at all objects tells it for all counters.
    pub fn absent(&mut self) -> Result<Vec<CounterId>, CollectError> {
        let counters = self.counters.iter().flatten();
        let objects = counters
            .flat_map(|it| it.definitions().map(|(object, _)| object))
            .collect();
        let mut names = Sample::default();
        self.look(objects, &mut names.answer)?;
        names.index();
        let is_absent = |it: &Option<Counter>| it.as_ref().is_some_and(|it| it.is_absent(&names));
        let positions = self
            .counters
            .iter()
            .enumerate()
            .filter(|(_, it)| is_absent(it));
        Ok(positions.map(|(position, _)| CounterId(position)).collect())
    }

    /// A block with the instances of these objects and none of their values.
    fn look(&mut self, objects: Vec<u32>, answer: &mut Answer) -> Result<(), CollectError> {
        let mut query = SourceQuery::objects(objects);
        if let QueryKind::Objects(objects) = &mut query.kind {
            objects.sort_by_key(|it| it.index);
            objects.dedup_by_key(|it| it.index);
            objects
                .iter_mut()
                .for_each(|it| it.wanted = Wanted::Counters(Vec::new()));
        }
        Ok(self.source.answer(&query, answer)?)
    }
}

pub use crate::counter::InstanceValue;

/// Why a sample was not taken.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectError {
    /// The status that PDH gives for it.
    pub status: Status,
    /// Why, as a lower-case fragment.
    pub text: String,
}

impl fmt::Display for CollectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl std::error::Error for CollectError {}

impl From<SourceError> for CollectError {
    fn from(error: SourceError) -> Self {
        let status = match error {
            SourceError::NoMachine(_) => Status::CSTATUS_NO_MACHINE,
            SourceError::NoMoreData => Status::NO_MORE_DATA,
            SourceError::Failed(_) => Status::NO_DATA,
        };
        Self {
            status,
            text: error.to_string(),
        }
    }
}
