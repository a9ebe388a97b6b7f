//! Integrity checks: everything that is wrong with a block, not only the first thing.
//!
//! The views refuse what they cannot read; this says as well what can be read and breaks winperf.h's rules.

use std::collections::HashSet;
use std::fmt;

use crate::layout::ALIGNMENT;
use crate::view::NumInstances;
use crate::{
    Counter, CounterBlock, DataBlock, Error, Instance, NO_UNIQUE_ID, Object, ParentInstance, Size,
};

/// One rule broken at one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Position of the object in the block.
    pub object: Option<usize>,
    /// Position of the instance in the object.
    pub instance: Option<usize>,
    /// Position of the counter in the object.
    pub counter: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

/// What a [`Violation`] is about.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A part cannot be read at all.
    Unreadable(Error),
    /// A length is no multiple of 8.
    Unaligned {
        /// Which length.
        what: &'static str,
        /// Its value in bytes.
        length: usize,
    },
    /// Bytes are left over between the last part and the end that a length announces.
    LeftOver {
        /// What ends early.
        what: &'static str,
        /// How many bytes are left.
        n_bytes: usize,
    },
    /// `CounterSize` is not what the counter type says.
    SizeDiffersFromType {
        /// `CounterSize`.
        size: u32,
    },
    /// The counter needs a base or time stamp behind it, and none is there.
    NoBase,
    /// A base stands behind a counter that takes none.
    StrayBase,
    /// A value lies over the length of its own counter block.
    ValueInHeader,
    /// `ParentObjectTitleIndex` names an object that the block lacks, or an instance that it lacks.
    NoParent(ParentInstance),
    /// Two instances of one object have one `UniqueID`.
    DuplicateUniqueId(i32),
}

impl fmt::Display for Violation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, position) in [
            ("object", self.object),
            ("instance", self.instance),
            ("counter", self.counter),
        ] {
            if let Some(position) = position {
                write!(f, "{what} {position}: ")?;
            }
        }
        match &self.fault {
            Fault::Unreadable(error) => error.fmt(f),
            Fault::Unaligned { what, length } => {
                write!(f, "{what} is {length}, not a multiple of 8")
            }
            Fault::LeftOver { what, n_bytes } => {
                write!(f, "{n_bytes} bytes left over behind {what}")
            }
            Fault::SizeDiffersFromType { size } => {
                write!(f, "counter size is {size}, its type says otherwise")
            }
            Fault::NoBase => f.write_str("no base counter follows"),
            Fault::StrayBase => f.write_str("base counter follows no counter that needs one"),
            Fault::ValueInHeader => {
                f.write_str("counter value lies in the head of the counter block")
            }
            Fault::NoParent(parent) => write!(
                f,
                "no parent: object {} instance {} is not in the block",
                parent.object_index, parent.position
            ),
            Fault::DuplicateUniqueId(id) => write!(f, "unique id {id} twice"),
        }
    }
}

/// All violations of a block, in the order of its bytes. Nothing after an unreadable part can be judged.
pub fn check(bytes: &[u8]) -> Vec<Violation> {
    let mut found = Found::default();
    match DataBlock::parse(bytes) {
        Ok(block) => check_block(&block, &mut found),
        Err(error) => found.add(Fault::Unreadable(error)),
    }
    found.violations
}

/// The list so far and the place that is looked at.
#[derive(Default)]
struct Found {
    violations: Vec<Violation>,
    object: Option<usize>,
    instance: Option<usize>,
    counter: Option<usize>,
}

impl Found {
    fn add(&mut self, fault: Fault) {
        let Self {
            object,
            instance,
            counter,
            ..
        } = *self;
        self.violations.push(Violation {
            object,
            instance,
            counter,
            fault,
        });
    }

    fn align(&mut self, what: &'static str, length: usize) {
        if !length.is_multiple_of(ALIGNMENT) {
            self.add(Fault::Unaligned { what, length });
        }
    }
}

fn check_block(block: &DataBlock<'_>, found: &mut Found) {
    found.align("header length", block.header_length());
    let mut end = block.header_length();
    let mut readable = true;
    for (i, object) in block.objects().enumerate() {
        found.object = Some(i);
        match object {
            Ok(object) => {
                end += object.bytes().len();
                check_object(block, &object, found);
            }
            Err(error) => {
                readable = false;
                found.add(Fault::Unreadable(error));
            }
        }
    }
    found.object = None;
    if readable && end != block.bytes().len() {
        found.add(Fault::LeftOver {
            what: "the last object",
            n_bytes: block.bytes().len() - end,
        });
    }
}

fn check_object(block: &DataBlock<'_>, object: &Object<'_>, found: &mut Found) {
    found.align("object length", object.bytes().len());
    found.align("definition length", object.definition_length());
    let counters = object.counters().collect::<Vec<_>>();
    check_definitions(&counters, found);
    let mut end = object.definition_length();
    match object.num_instances() {
        NumInstances::MetadataMultiple | NumInstances::MetadataNone => {}
        NumInstances::None => match object.counter_block() {
            Ok(values) => {
                end += values.bytes().len();
                check_values(&values, &counters, found);
            }
            Err(error) => return found.add(Fault::Unreadable(error)),
        },
        NumInstances::Count(_) => match check_instances(block, object, &counters, found) {
            Some(length) => end += length,
            None => return,
        },
    }
    if end != object.bytes().len() {
        let n_bytes = object.bytes().len() - end;
        found.add(Fault::LeftOver {
            what: "the last instance",
            n_bytes,
        });
    }
}

fn check_definitions(counters: &[Counter], found: &mut Found) {
    let mut wants_base = false;
    for (i, counter) in counters.iter().enumerate() {
        found.counter = Some(i);
        let ty = counter.definition.counter_type;
        let size = counter.definition.counter_size;
        let as_typed = match ty.size() {
            // Real blocks carry eight bytes under AVERAGE_TIMER, whose type says four.
            Size::Dword => size == 4 || size == 8,
            Size::Large => size == 8,
            Size::Zero => size == 0,
            Size::Variable => true,
        };
        if !as_typed {
            found.add(Fault::SizeDiffersFromType { size });
        }
        if ty.is_base() && !wants_base {
            found.add(Fault::StrayBase);
        }
        wants_base = ty.has_base();
        if wants_base
            && !counters
                .get(i + 1)
                .is_some_and(|it| it.definition.counter_type.is_base())
        {
            found.add(Fault::NoBase);
        }
        if counter.definition.counter_offset < 4 && size > 0 {
            found.add(Fault::ValueInHeader);
        }
    }
    found.counter = None;
}

/// Length of all instances, `None` when one cannot be read.
fn check_instances(
    block: &DataBlock<'_>,
    object: &Object<'_>,
    counters: &[Counter],
    found: &mut Found,
) -> Option<usize> {
    let mut length = 0;
    let mut ids = HashSet::new();
    for (i, instance) in object.instances().enumerate() {
        found.instance = Some(i);
        match instance {
            Ok(instance) => {
                length += instance.definition_length() + instance.counter_block().bytes().len();
                check_instance(block, &instance, counters, found);
                let id = instance.unique_id();
                if id != NO_UNIQUE_ID && !ids.insert(id) {
                    found.add(Fault::DuplicateUniqueId(id));
                }
            }
            Err(error) => {
                found.add(Fault::Unreadable(error));
                found.instance = None;
                return None;
            }
        }
    }
    found.instance = None;
    Some(length)
}

fn check_instance(
    block: &DataBlock<'_>,
    instance: &Instance<'_>,
    counters: &[Counter],
    found: &mut Found,
) {
    found.align("instance definition length", instance.definition_length());
    if let Some(parent) = instance.parent() {
        let n_instances = block
            .object(parent.object_index)
            .map(|it| it.num_instances());
        if !matches!(n_instances, Some(NumInstances::Count(n)) if parent.position < n) {
            found.add(Fault::NoParent(parent));
        }
    }
    check_values(&instance.counter_block(), counters, found);
}

fn check_values(values: &CounterBlock<'_>, counters: &[Counter], found: &mut Found) {
    found.align("counter block length", values.bytes().len());
    for counter in counters {
        if let Err(error) = values.value_bytes(&counter.definition) {
            found.counter = Some(counter.position);
            found.add(Fault::Unreadable(error));
        }
    }
    found.counter = None;
}
