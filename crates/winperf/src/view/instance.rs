//! `PERF_INSTANCE_DEFINITION` and `PERF_COUNTER_BLOCK`: who is counted, and the raw values.

use super::fields::{Fields, index};
use crate::layout::{counter_block, instance_definition as at};
use crate::{CounterDefinition, Error, Name, ParentInstance, Utf16};

/// One instance and its raw values.
#[derive(Clone, Copy, Debug)]
pub struct Instance<'a> {
    off: usize,
    fields: Fields<'a>,
    code_page: u32,
    counter_block: CounterBlock<'a>,
}

impl<'a> Instance<'a> {
    /// Where the instance begins, from the start of its object: for [`crate::Object::instance_at`].
    pub fn offset(&self) -> usize {
        self.off
    }

    /// Length of definition, name and padding, in bytes.
    pub fn definition_length(&self) -> usize {
        self.fields.bytes.len()
    }

    /// The instance of another object that this one belongs to.
    pub fn parent(&self) -> Option<ParentInstance> {
        match self.dword(at::PARENT_OBJECT_TITLE_INDEX) {
            0 => None,
            object_index => Some(ParentInstance {
                object_index,
                position: self.dword(at::PARENT_OBJECT_INSTANCE),
            }),
        }
    }

    /// What identifies the instance, or [`crate::NO_UNIQUE_ID`] when its name does.
    pub fn unique_id(&self) -> i32 {
        self.dword(at::UNIQUE_ID).cast_signed()
    }

    /// The name as the provider gave it; duplicates carry no number in a block. Empty when there is none.
    pub fn name(&self) -> Name<'a> {
        let off = index(self.dword(at::NAME_OFFSET));
        let len = index(self.dword(at::NAME_LENGTH));
        let bytes = self
            .fields
            .part(off, len)
            .map_or(&[][..], |part| part.bytes);
        match self.code_page {
            0 => Name::Utf16(Utf16::new(bytes, self.fields.big_endian)),
            code_page => {
                let end = bytes
                    .iter()
                    .position(|&byte| byte == 0)
                    .unwrap_or(bytes.len());
                Name::Ansi {
                    bytes: &bytes[..end],
                    code_page,
                }
            }
        }
    }

    /// The bytes from the end of the name to the end of the definition. Windows does not clear them.
    pub fn name_padding(&self) -> &'a [u8] {
        let end =
            index(self.dword(at::NAME_OFFSET)).saturating_add(index(self.dword(at::NAME_LENGTH)));
        self.fields.bytes.get(end..).unwrap_or(&[])
    }

    /// Whether there is a name at all (`NameLength` other than 0).
    pub fn has_name(&self) -> bool {
        self.dword(at::NAME_LENGTH) != 0
    }

    /// The raw values.
    pub fn counter_block(&self) -> CounterBlock<'a> {
        self.counter_block
    }

    fn dword(&self, off: usize) -> u32 {
        self.fields.u32(off).unwrap_or(0)
    }

    pub(super) fn parse(object: Fields<'a>, off: usize, code_page: u32) -> Result<Self, Error> {
        let limit = object.len();
        let end = (off as u64).saturating_add(at::SIZE as u64);
        let length = object
            .u32(off)
            .filter(|_| end <= limit)
            .ok_or(Error::overrun("instance definition", end, "object", limit))?;
        if index(length) < at::SIZE {
            let need = at::SIZE as u64;
            let what = "instance definition length";
            return Err(Error::too_short(
                what,
                length.into(),
                "instance definition",
                need,
            ));
        }
        let end = off as u64 + u64::from(length);
        let fields = object.part(off, index(length)).ok_or(Error::overrun(
            "instance definition",
            end,
            "object",
            limit,
        ))?;
        let name_end = match fields.u32(at::NAME_LENGTH).unwrap_or(0) {
            0 => 0,
            n => u64::from(n) + u64::from(fields.u32(at::NAME_OFFSET).unwrap_or(0)),
        };
        if name_end > u64::from(length) {
            let holder = "instance definition";
            return Err(Error::overrun(
                "instance name",
                name_end,
                holder,
                length.into(),
            ));
        }
        let counter_block = CounterBlock::parse(object, off + index(length))?;
        Ok(Self {
            off,
            fields,
            code_page,
            counter_block,
        })
    }
}

/// The instances of an object. After one that cannot be read there is no telling where the next begins, so the
/// iterator gives the error and ends.
#[derive(Clone, Debug)]
pub struct Instances<'a> {
    object: Fields<'a>,
    off: usize,
    remaining: u32,
    code_page: u32,
}

impl<'a> Instances<'a> {
    pub(super) fn new(object: Fields<'a>, off: usize, remaining: u32, code_page: u32) -> Self {
        Self {
            object,
            off,
            remaining,
            code_page,
        }
    }
}

impl<'a> Iterator for Instances<'a> {
    type Item = Result<Instance<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.remaining = self.remaining.checked_sub(1)?;
        let instance = Instance::parse(self.object, self.off, self.code_page);
        match &instance {
            Ok(it) => self.off += it.definition_length() + it.counter_block.fields.bytes.len(),
            Err(_) => self.remaining = 0,
        }
        Some(instance)
    }
}

/// The raw values of one instance, or of an object without instances.
#[derive(Clone, Copy, Debug)]
pub struct CounterBlock<'a> {
    fields: Fields<'a>,
}

impl<'a> CounterBlock<'a> {
    pub(super) fn parse(object: Fields<'a>, off: usize) -> Result<Self, Error> {
        let limit = object.len();
        let end = (off as u64).saturating_add(counter_block::SIZE as u64);
        let length =
            object
                .u32(off)
                .ok_or(Error::overrun("counter block", end, "object", limit))?;
        if index(length) < counter_block::SIZE {
            let need = counter_block::SIZE as u64;
            return Err(Error::too_short(
                "counter block length",
                length.into(),
                "counter block",
                need,
            ));
        }
        let end = off as u64 + u64::from(length);
        let fields = object.part(off, index(length)).ok_or(Error::overrun(
            "counter block",
            end,
            "object",
            limit,
        ))?;
        Ok(Self { fields })
    }

    /// The bytes of the block, its own length in front.
    pub fn bytes(&self) -> &'a [u8] {
        self.fields.bytes
    }

    /// The raw value of a counter, four bytes taken as unsigned.
    pub fn value(&self, counter: &CounterDefinition) -> Result<i64, Error> {
        let off = index(counter.counter_offset);
        let value = match counter.counter_size {
            4 => self.fields.u32(off).map(i64::from),
            8 => self.fields.i64(off),
            size => return Err(Error::bad_size("counter size", size.into())),
        };
        let end = u64::from(counter.counter_offset) + u64::from(counter.counter_size);
        value.ok_or(Error::overrun(
            "counter value",
            end,
            "counter block",
            self.fields.len(),
        ))
    }

    /// The bytes of a counter of any size (text, histograms).
    pub fn value_bytes(&self, counter: &CounterDefinition) -> Result<&'a [u8], Error> {
        let end = u64::from(counter.counter_offset) + u64::from(counter.counter_size);
        let part = self
            .fields
            .part(index(counter.counter_offset), index(counter.counter_size));
        part.map(|it| it.bytes).ok_or(Error::overrun(
            "counter value",
            end,
            "counter block",
            self.fields.len(),
        ))
    }

    /// The count behind the value of a multi timer.
    pub fn multi_count(&self, counter: &CounterDefinition) -> Result<u32, Error> {
        let end = u64::from(counter.counter_offset) + u64::from(counter.counter_size);
        let off = usize::try_from(end).unwrap_or(usize::MAX);
        self.fields.u32(off).ok_or(Error::overrun(
            "multi count",
            end + 4,
            "counter block",
            self.fields.len(),
        ))
    }
}
