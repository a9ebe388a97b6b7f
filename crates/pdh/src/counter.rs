//! A counter of a query, and its values out of two samples.

use perfhive_winperf::{
    Counter as CounterInObject, CounterBlock, CounterDefinition, DataBlock, Formula, Name, Object,
};

use crate::query::AddError;
use crate::sample::{Located, NameKey, Sample};
use crate::{CounterPath, InstanceIndex, InstancePart, Pattern, Schema, Status, Value};

/// What a path means in a schema.
#[derive(Debug)]
pub(crate) struct Counter {
    /// Object index and counter, in the order of the schema.
    found: Vec<(u32, CounterInObject)>,
    instance: Wanted,
}

/// Which instances a path means.
#[derive(Debug)]
enum Wanted {
    /// The path has none.
    None,
    /// One, by name and number.
    One(NameKey, u32),
    /// All that match.
    Many {
        parent: Option<Pattern>,
        name: Pattern,
        index: Option<InstanceIndex>,
    },
}

impl Counter {
    pub(crate) fn find(schema: &Schema, path: &CounterPath) -> Result<Self, AddError> {
        let mut found = Vec::new();
        let wanted = path.counter_ref();
        let mut unknown = None;
        for object in schema.find_objects(&path.object_ref())? {
            match schema.find_counters(object, &wanted) {
                Ok(counters) => found.extend(counters.into_iter().map(|it| (object.index, it))),
                Err(error) => unknown = Some(error),
            }
            if object.has_instances != path.instance.is_some() {
                let name = schema.name(object.index);
                let text = if object.has_instances {
                    format!("object \"{name}\" has instances, write \"{name}(*)\" for all of them")
                } else {
                    format!("object \"{name}\" has no instances, write it without parentheses")
                };
                return Err(AddError {
                    status: Status::INVALID_PATH,
                    text,
                });
            }
        }
        match (found.is_empty(), unknown) {
            (true, Some(unknown)) => Err(unknown.into()),
            _ => Ok(Self {
                found,
                instance: Wanted::of(path.instance_part()),
            }),
        }
    }

    pub(crate) fn definitions(&self) -> impl Iterator<Item = (u32, &CounterDefinition)> {
        self.found
            .iter()
            .map(|(object, counter)| (*object, &counter.definition))
    }

    /// Whether it is of one instance that a sample does not have.
    pub(crate) fn is_absent(&self, sample: &Sample) -> bool {
        match (&self.instance, self.found.first()) {
            (Wanted::One(name, number), Some((object, _))) => {
                sample.named(*object, *name, *number).is_none()
            }
            _ => false,
        }
    }
}

impl Wanted {
    fn of(part: Option<InstancePart<'_>>) -> Self {
        let Some(part) = part else {
            return Self::None;
        };
        if part.has_wildcard() {
            return Self::Many {
                parent: part.parent.map(Pattern::new),
                name: Pattern::new(part.name),
                index: part.index,
            };
        }
        let number = match part.index {
            Some(InstanceIndex::At(number)) => number,
            _ => 0,
        };
        Self::One(NameKey::new(part.parent, part.name), number)
    }
}

/// A value with the names of what it is of.
#[derive(Clone, Copy, Debug)]
pub struct InstanceValue<'a> {
    /// Name index of the object.
    pub object: u32,
    /// Name index of the counter.
    pub counter: u32,
    /// Name of the instance; `None` for an object without.
    pub instance: Option<Name<'a>>,
    /// Name of the instance that it belongs to.
    pub parent: Option<Name<'a>>,
    /// How many instances of the same name come before it.
    pub number: u32,
    /// The value.
    pub value: Value,
}

impl InstanceValue<'_> {
    /// The path of this one, without a machine.
    pub fn path(&self, schema: &Schema) -> CounterPath {
        CounterPath {
            machine: None,
            object: schema.name(self.object),
            parent: self.parent.map(|it| it.to_string()),
            instance: self.instance.map(|it| it.to_string()),
            index: Some(self.number)
                .filter(|it| *it > 0)
                .map(InstanceIndex::At),
            counter: schema.name(self.counter),
        }
    }
}

/// Two samples to read values from.
#[derive(Clone, Copy)]
pub(crate) struct Reading<'a> {
    pub(crate) newer: &'a Sample,
    pub(crate) older: &'a Sample,
}

/// One object of both samples, with the formula of one counter in each.
struct Side<'a> {
    block: DataBlock<'a>,
    object: Object<'a>,
    formula: Formula,
}

impl<'a> Side<'a> {
    fn of(
        sample: &'a Sample,
        object_index: u32,
        counter: &CounterInObject,
    ) -> Result<Self, Status> {
        let block = sample.block().map_err(|_| Status::CSTATUS_INVALID_DATA)?;
        let is_lost =
            |it: &perfhive_winperf::Note| it.is_lost && it.object_index == Some(object_index);
        let missing = match sample.answer.notes.iter().any(is_lost) {
            true => Status::CSTATUS_INVALID_DATA,
            false => Status::CSTATUS_NO_OBJECT,
        };
        let object = block.object(object_index).ok_or(missing)?;
        // Another kernel, provider or log may order its counters otherwise: the index, not the position, says which.
        let index = counter.definition.name_index;
        let is_it = |it: &CounterInObject| {
            it.definition.name_index == index && !it.definition.counter_type.is_base()
        };
        let position = match object.counter(counter.position) {
            Ok(it) if is_it(&it) => counter.position,
            _ => {
                object
                    .counters()
                    .find(is_it)
                    .ok_or(Status::CSTATUS_NO_COUNTER)?
                    .position
            }
        };
        let formula =
            Formula::of(&block, &object, position).map_err(|_| Status::CSTATUS_INVALID_DATA)?;
        Ok(Self {
            block,
            object,
            formula,
        })
    }

    fn raw(&self, values: &CounterBlock<'_>) -> Result<perfhive_winperf::RawValue, Status> {
        let raw = self.formula.read(&self.block, &self.object, values);
        raw.ok().flatten().ok_or(Status::CSTATUS_INVALID_DATA)
    }
}

/// One counter in both samples; the older one may lack it.
struct Pair<'a> {
    newer: Side<'a>,
    older: Option<Side<'a>>,
}

impl Pair<'_> {
    /// A value of `newer` values, by way of `older` ones where there are any.
    fn value(&self, newer: &CounterBlock<'_>, older: Option<&CounterBlock<'_>>) -> Value {
        let formula = &self.newer.formula;
        let counter_type = Some(formula.counter.counter_type);
        let raw = match self.newer.raw(newer) {
            Ok(raw) => raw,
            Err(status) => {
                return Value {
                    counter_type,
                    ..Value::absent(status)
                };
            }
        };
        // A counter that changed its type is another counter.
        let older =
            self.older.as_ref().zip(older).filter(|(side, _)| {
                side.formula.counter.counter_type == formula.counter.counter_type
            });
        let older = older.and_then(|(side, values)| side.raw(values).ok());
        let (status, value) = match formula.calculate(older.as_ref(), &raw) {
            Ok(value) if older == Some(raw) => (Status::CSTATUS_VALID_DATA, Some(value)),
            Ok(value) => (Status::CSTATUS_NEW_DATA, Some(value)),
            Err(error) => (Status::from(error), None),
        };
        Value {
            status,
            value,
            raw: Some(raw),
            counter_type,
        }
    }
}

impl<'a> Reading<'a> {
    fn pair(&self, object: u32, counter: &CounterInObject) -> Result<Pair<'a>, Status> {
        if self.newer.is_empty() {
            return Err(Status::NO_DATA);
        }
        Ok(Pair {
            newer: Side::of(self.newer, object, counter)?,
            older: Side::of(self.older, object, counter).ok(),
        })
    }

    /// The first value that a counter means.
    pub(crate) fn value(&self, counter: &Counter) -> Value {
        let Some((object, definition)) = counter.found.first() else {
            return Value::absent(Status::CSTATUS_NO_COUNTER);
        };
        let pair = match self.pair(*object, definition) {
            Ok(pair) => pair,
            Err(status) => return Value::absent(status),
        };
        match &counter.instance {
            Wanted::None => self.single(&pair),
            Wanted::One(name, number) => match self.newer.named(*object, *name, *number) {
                Some(located) => self.of_instance(&pair, *object, &located),
                None => Value::absent(Status::CSTATUS_NO_INSTANCE),
            },
            Wanted::Many { .. } => {
                let mut first = None;
                self.values(counter, &mut |it| {
                    first.get_or_insert(it.value);
                });
                first.unwrap_or(Value::absent(Status::CSTATUS_NO_INSTANCE))
            }
        }
    }

    fn single(&self, pair: &Pair<'_>) -> Value {
        let older = pair
            .older
            .as_ref()
            .and_then(|it| it.object.counter_block().ok());
        match pair.newer.object.counter_block() {
            Ok(newer) => pair.value(&newer, older.as_ref()),
            Err(_) => Value::absent(Status::CSTATUS_INVALID_DATA),
        }
    }

    fn of_instance(&self, pair: &Pair<'_>, object: u32, located: &Located) -> Value {
        let older = pair.older.as_ref().and_then(|side| {
            let same = self.older.same_as(object, located)?;
            Some(same.view(&side.object).ok()?.counter_block())
        });
        match located.view(&pair.newer.object) {
            Ok(instance) => pair.value(&instance.counter_block(), older.as_ref()),
            Err(_) => Value::absent(Status::CSTATUS_INVALID_DATA),
        }
    }

    /// Every value that a counter means.
    pub(crate) fn values(&self, counter: &Counter, take: &mut dyn FnMut(&InstanceValue<'_>)) {
        for (object, definition) in &counter.found {
            let Ok(pair) = self.pair(*object, definition) else {
                continue;
            };
            let mut one = |instance, parent, number, value| {
                let counter = definition.definition.name_index;
                take(&InstanceValue {
                    object: *object,
                    counter,
                    instance,
                    parent,
                    number,
                    value,
                });
            };
            let mut located = |it: &Located| {
                if let Ok(view) = it.view(&pair.newer.object) {
                    let parent = self.newer.parent(&pair.newer.block, &view);
                    let value = self.of_instance(&pair, *object, it);
                    one(
                        Some(view.name()),
                        parent.map(|it| it.name()),
                        it.number,
                        value,
                    );
                }
            };
            match &counter.instance {
                Wanted::None => one(None, None, 0, self.single(&pair)),
                Wanted::One(name, number) => {
                    self.newer
                        .named(*object, *name, *number)
                        .iter()
                        .for_each(&mut located);
                }
                Wanted::Many {
                    parent,
                    name,
                    index,
                } => {
                    for it in self.newer.instances(*object) {
                        if self.is_meant(&pair, it, parent.as_ref(), name, *index) {
                            located(it);
                        }
                    }
                }
            }
        }
    }

    fn is_meant(
        &self,
        pair: &Pair<'_>,
        located: &Located,
        parent: Option<&Pattern>,
        name: &Pattern,
        index: Option<InstanceIndex>,
    ) -> bool {
        let Ok(view) = located.view(&pair.newer.object) else {
            return false;
        };
        let of_parent = parent.is_none_or(|pattern| {
            let parent = self.newer.parent(&pair.newer.block, &view);
            parent.is_some_and(|it| pattern.matches_chars(it.name().chars()))
        });
        let of_index = match index {
            Some(InstanceIndex::At(number)) => located.number == number,
            Some(InstanceIndex::Any) | None => true,
        };
        of_parent && of_index && name.matches_chars(view.name().chars())
    }
}
