//! One block and an index over its instances: who is who, by name and by identity.
//!
//! A name with its number says what a path means now; identity says whether an instance of another sample is the same
//! one. A process that takes over another's number, or another's id, is never mistaken for it.

use std::hash::{DefaultHasher, Hash, Hasher};

use perfhive_winperf::{
    Answer, CounterBlock, DataBlock, Error, Instance, NO_UNIQUE_ID, Object, SubType,
};

use crate::wildcard::fold;

/// A block with its index; both are filled anew at each sample and keep their memory.
#[derive(Debug, Default)]
pub(crate) struct Sample {
    pub(crate) answer: Answer,
    objects: Vec<ObjectIndex>,
    n_objects: usize,
}

/// The instances of one object.
#[derive(Debug, Default)]
struct ObjectIndex {
    name_index: u32,
    /// In the order of the block.
    instances: Vec<Located>,
    /// Positions in `instances`, sorted by name and number.
    by_name: Vec<u32>,
    /// Positions in `instances`, sorted by identity.
    by_identity: Vec<u32>,
}

/// What is known of an instance without looking at its bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Located {
    offset: usize,
    name: NameKey,
    /// How many instances of the same name come before it.
    pub(crate) number: u32,
    unique_id: i32,
    /// The raw value of its elapsed time: two lives under one id have started at different times.
    start: i64,
}

/// A name with that of its parent, letter case apart. Hashes stand for the texts: two names that differ and hash alike
/// are not to be met with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameKey {
    name: u64,
    parent: u64,
}

impl NameKey {
    pub(crate) fn new(parent: Option<&str>, name: &str) -> Self {
        Self {
            name: hash(name.chars()),
            parent: parent.map_or(0, |it| hash(it.chars())),
        }
    }
}

fn hash(chars: impl Iterator<Item = char>) -> u64 {
    let mut hasher = DefaultHasher::new();
    chars.map(fold).for_each(|it| it.hash(&mut hasher));
    hasher.finish() | 1
}

/// Sorts by unique id where there is one, by name and number where there is none.
type Identity = (i32, i64, NameKey, u32);

impl Located {
    fn identity(&self) -> Identity {
        let number = if self.unique_id == NO_UNIQUE_ID {
            self.number
        } else {
            0
        };
        (self.unique_id, self.start, self.name, number)
    }
}

impl Sample {
    /// The block; an error when the source gave none, or a broken one.
    pub(crate) fn block(&self) -> Result<DataBlock<'_>, Error> {
        DataBlock::parse(&self.answer.bytes)
    }

    /// Whether there is a block at all.
    pub(crate) fn is_empty(&self) -> bool {
        self.answer.bytes.is_empty()
    }

    /// Makes the index of the block. Objects that cannot be read are left out.
    pub(crate) fn index(&mut self) {
        let Self {
            answer,
            objects,
            n_objects,
        } = self;
        *n_objects = 0;
        let Ok(block) = DataBlock::parse(&answer.bytes) else {
            return;
        };
        for object in block.objects().flatten() {
            if objects.len() == *n_objects {
                objects.push(ObjectIndex::default());
            }
            let (done, rest) = objects.split_at_mut(*n_objects);
            if let Some(index) = rest.first_mut() {
                index.fill(&object, done);
            }
            *n_objects += 1;
        }
    }

    fn object_index(&self, name_index: u32) -> Option<&ObjectIndex> {
        self.objects[..self.n_objects]
            .iter()
            .find(|it| it.name_index == name_index)
    }

    /// Name indexes of the objects in the block.
    pub(crate) fn objects(&self) -> impl Iterator<Item = u32> {
        self.objects[..self.n_objects]
            .iter()
            .map(|it| it.name_index)
    }

    /// The instances of an object, in the order of the block.
    pub(crate) fn instances(&self, object: u32) -> &[Located] {
        self.object_index(object).map_or(&[], |it| &it.instances)
    }

    /// The instance of this name and number.
    pub(crate) fn named(&self, object: u32, name: NameKey, number: u32) -> Option<Located> {
        let index = self.object_index(object)?;
        index.search(&index.by_name, |it| {
            (it.name, it.number).cmp(&(name, number))
        })
    }

    /// The instance that is the same one as `other` of another sample.
    pub(crate) fn same_as(&self, object: u32, other: &Located) -> Option<Located> {
        let index = self.object_index(object)?;
        let wanted = other.identity();
        index.search(&index.by_identity, |it| it.identity().cmp(&wanted))
    }

    /// The name of the instance that another one's parent reference points to.
    pub(crate) fn parent<'a>(
        &self,
        block: &DataBlock<'a>,
        instance: &Instance<'_>,
    ) -> Option<Instance<'a>> {
        let parent = instance.parent()?;
        let position = usize::try_from(parent.position).ok()?;
        let located = self.instances(parent.object_index).get(position)?;
        block
            .object(parent.object_index)?
            .instance_at(located.offset)
            .ok()
    }
}

impl ObjectIndex {
    fn fill(&mut self, object: &Object<'_>, before: &[Self]) {
        self.name_index = object.name_index();
        self.instances.clear();
        let is_start = |ty: perfhive_winperf::CounterType| ty.sub_type() == SubType::Elapsed;
        let start = object
            .counters()
            .map(|it| it.definition)
            .find(|it| is_start(it.counter_type) && it.counter_size == 8);
        for instance in object.instances().flatten() {
            let value = |values: CounterBlock<'_>| values.value(start.as_ref()?).ok();
            self.instances.push(Located {
                offset: instance.offset(),
                name: NameKey {
                    name: hash(instance.name().chars()),
                    parent: parent_hash(&instance, before),
                },
                number: 0,
                unique_id: instance.unique_id(),
                start: value(instance.counter_block()).unwrap_or(0),
            });
        }
        self.number();
        let instances = &self.instances;
        refill(&mut self.by_identity, instances.len());
        let identity = |it: &u32| instances[position(*it)].identity();
        self.by_identity.sort_unstable_by_key(identity);
    }

    /// Numbers the instances of one name in the order of the block, as Windows does.
    fn number(&mut self) {
        let Self {
            instances, by_name, ..
        } = self;
        refill(by_name, instances.len());
        by_name.sort_unstable_by_key(|it| (instances[position(*it)].name, *it));
        let mut last = None;
        let mut number = 0;
        for &at in by_name.iter() {
            let located = &mut instances[position(at)];
            number = if last == Some(located.name) {
                number + 1
            } else {
                0
            };
            last = Some(located.name);
            located.number = number;
        }
    }

    fn search(
        &self,
        order: &[u32],
        compare: impl Fn(&Located) -> std::cmp::Ordering,
    ) -> Option<Located> {
        let at = order
            .binary_search_by(|it| compare(&self.instances[position(*it)]))
            .ok()?;
        self.instances.get(position(order[at])).copied()
    }
}

fn parent_hash(instance: &Instance<'_>, before: &[ObjectIndex]) -> u64 {
    let name = instance.parent().and_then(|parent| {
        let object = before
            .iter()
            .find(|it| it.name_index == parent.object_index)?;
        Some(object.instances.get(position(parent.position))?.name.name)
    });
    name.unwrap_or(0)
}

fn refill(order: &mut Vec<u32>, n: usize) {
    order.clear();
    order.extend(0..u32::try_from(n).unwrap_or(u32::MAX));
}

fn position(at: u32) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

impl Located {
    /// The instance in its object.
    pub(crate) fn view<'a>(&self, object: &Object<'a>) -> Result<Instance<'a>, Error> {
        object.instance_at(self.offset)
    }
}
