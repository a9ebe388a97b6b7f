//! `PERF_OBJECT_TYPE` and the counter definitions behind it.

use super::fields::{Fields, index};
use super::instance::{CounterBlock, Instance, Instances};
use crate::layout::{counter_definition as def, object_type as at};
use crate::{CounterDefinition, CounterType, DetailLevel, Error, NO_INSTANCES, ObjectDefinition};

/// One object. Its head and all its counter definitions are checked, its instances are when they are come to.
#[derive(Clone, Copy, Debug)]
pub struct Object<'a> {
    fields: Fields<'a>,
    header_length: usize,
    definition_length: usize,
}

/// What `NumInstances` says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NumInstances {
    /// The object is its own one instance: a counter block follows the definitions.
    None,
    /// So many instances follow the definitions.
    Count(u32),
    /// A metadata answer for an object that has instances: nothing follows.
    MetadataMultiple,
    /// A metadata answer for an object without instances: nothing follows.
    MetadataNone,
}

impl<'a> Object<'a> {
    pub(super) fn parse(block: Fields<'a>, off: usize) -> Result<Self, Error> {
        let start = off as u64;
        let rest = block.part(off, block.bytes.len().saturating_sub(off));
        let total = rest
            .and_then(|it| it.u32(at::TOTAL_BYTE_LENGTH))
            .ok_or(Error::overrun(
                "object header",
                start + at::SIZE as u64,
                "block",
                block.len(),
            ))?;
        if index(total) < at::SIZE {
            return Err(Error::too_short(
                "object length",
                total.into(),
                "object header",
                at::SIZE as u64,
            ));
        }
        let fields = block.part(off, index(total)).ok_or(Error::overrun(
            "object",
            start + u64::from(total),
            "block",
            block.len(),
        ))?;
        let dword = |off| fields.u32(off).unwrap_or(0);
        let header_length = dword(at::HEADER_LENGTH);
        let definition_length = dword(at::DEFINITION_LENGTH);
        if index(header_length) < at::SIZE {
            return Err(Error::too_short(
                "object header length",
                header_length.into(),
                "object header",
                at::SIZE as u64,
            ));
        }
        if definition_length > total {
            return Err(Error::overrun(
                "object definition",
                definition_length.into(),
                "object",
                total.into(),
            ));
        }
        let object = Self {
            fields,
            header_length: index(header_length),
            definition_length: index(definition_length),
        };
        object.check_definitions()?;
        Ok(object)
    }

    /// Walks the counter definitions once, so that [`Counters`] need not fail.
    fn check_definitions(&self) -> Result<(), Error> {
        let limit = self.definition_length as u64;
        let mut off = self.header_length as u64;
        for _ in 0..self.n_counters() {
            let end = off + def::SIZE as u64;
            if end > limit {
                return Err(Error::overrun(
                    "counter definition",
                    end,
                    "object definition",
                    limit,
                ));
            }
            let length = usize::try_from(off)
                .ok()
                .and_then(|off| self.fields.u32(off))
                .unwrap_or(0);
            if index(length) < def::SIZE {
                return Err(Error::too_short(
                    "counter definition length",
                    length.into(),
                    "counter definition",
                    def::SIZE as u64,
                ));
            }
            off += u64::from(length);
        }
        if off > limit {
            return Err(Error::overrun(
                "counter definition",
                off,
                "object definition",
                limit,
            ));
        }
        Ok(())
    }

    fn dword(&self, off: usize) -> u32 {
        self.fields.u32(off).unwrap_or(0)
    }

    /// The bytes of the object, `TotalByteLength` of them.
    pub fn bytes(&self) -> &'a [u8] {
        self.fields.bytes
    }

    /// Length of the object's header, in bytes: where the counter definitions begin.
    pub fn header_length(&self) -> usize {
        self.header_length
    }

    /// Length of header and counter definitions, in bytes: where the instances begin.
    pub fn definition_length(&self) -> usize {
        self.definition_length
    }

    /// Index of the object's name.
    pub fn name_index(&self) -> u32 {
        self.dword(at::OBJECT_NAME_TITLE_INDEX)
    }

    /// Number of counters, base counters too.
    pub fn n_counters(&self) -> u32 {
        self.dword(at::NUM_COUNTERS)
    }

    /// What follows the definitions. A negative number that means nothing is read as [`NumInstances::None`].
    pub fn num_instances(&self) -> NumInstances {
        match self.dword(at::NUM_INSTANCES).cast_signed() {
            -2 => NumInstances::MetadataMultiple,
            -3 => NumInstances::MetadataNone,
            NO_INSTANCES | ..0 => NumInstances::None,
            n => NumInstances::Count(n.cast_unsigned()),
        }
    }

    /// The object's own clock in ticks of [`Self::perf_freq`], 0 when it has none.
    pub fn perf_time(&self) -> i64 {
        self.fields.i64(at::PERF_TIME).unwrap_or(0)
    }

    /// Ticks a second of the object's own clock, 0 when it has none.
    pub fn perf_freq(&self) -> i64 {
        self.fields.i64(at::PERF_FREQ).unwrap_or(0)
    }

    /// All members that are not lengths.
    pub fn definition(&self) -> ObjectDefinition {
        ObjectDefinition {
            name_index: self.name_index(),
            help_index: self.dword(at::OBJECT_HELP_TITLE_INDEX),
            detail_level: DetailLevel(self.dword(at::DETAIL_LEVEL)),
            default_counter: self.dword(at::DEFAULT_COUNTER).cast_signed(),
            code_page: self.dword(at::CODE_PAGE),
            perf_time: self.perf_time(),
            perf_freq: self.perf_freq(),
        }
    }

    /// The counter definitions in order.
    pub fn counters(&self) -> Counters<'a> {
        Counters {
            fields: self.fields,
            off: self.header_length,
            position: 0,
            n_counters: self.n_counters(),
        }
    }

    /// The counter at a position.
    pub fn counter(&self, position: usize) -> Result<Counter, Error> {
        let missing = Error::missing("counter", position as u64, "object");
        self.counters().nth(position).ok_or(missing)
    }

    /// The instances in order; none for an object that has none and in a metadata answer.
    pub fn instances(&self) -> Instances<'a> {
        let n = match self.num_instances() {
            NumInstances::Count(n) => n,
            _ => 0,
        };
        Instances::new(
            self.fields,
            self.definition_length,
            n,
            self.dword(at::CODE_PAGE),
        )
    }

    /// The instance that begins at [`Instance::offset`]; at any other offset an error or nonsense, never a panic.
    pub fn instance_at(&self, offset: usize) -> Result<Instance<'a>, Error> {
        Instance::parse(self.fields, offset, self.dword(at::CODE_PAGE))
    }

    /// The counter block of an object without instances.
    pub fn counter_block(&self) -> Result<CounterBlock<'a>, Error> {
        match self.num_instances() {
            NumInstances::None => CounterBlock::parse(self.fields, self.definition_length),
            _ => Err(Error::missing("counter block of its own", 0, "object")),
        }
    }
}

/// A counter definition and its position in the object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Counter {
    /// 0 for the first counter.
    pub position: usize,
    /// The members of the structure.
    pub definition: CounterDefinition,
}

/// The counters of an object, see [`Object::counters`].
#[derive(Clone, Debug)]
pub struct Counters<'a> {
    fields: Fields<'a>,
    off: usize,
    position: u32,
    n_counters: u32,
}

impl Iterator for Counters<'_> {
    type Item = Counter;

    fn next(&mut self) -> Option<Counter> {
        if self.position == self.n_counters {
            return None;
        }
        let dword = |at: usize| self.fields.u32(self.off + at).unwrap_or(0);
        let definition = CounterDefinition {
            name_index: dword(def::COUNTER_NAME_TITLE_INDEX),
            help_index: dword(def::COUNTER_HELP_TITLE_INDEX),
            default_scale: dword(def::DEFAULT_SCALE).cast_signed(),
            detail_level: DetailLevel(dword(def::DETAIL_LEVEL)),
            counter_type: CounterType(dword(def::COUNTER_TYPE)),
            counter_size: dword(def::COUNTER_SIZE),
            counter_offset: dword(def::COUNTER_OFFSET),
        };
        let counter = Counter {
            position: index(self.position),
            definition,
        };
        self.off += index(dword(def::BYTE_LENGTH));
        self.position += 1;
        Some(counter)
    }
}
