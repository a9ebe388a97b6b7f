//! `PERF_DATA_BLOCK`, the head of an answer, and the objects behind it.

use super::fields::{Fields, index};
use super::object::Object;
use crate::layout::{SIGNATURE, data_block as at};
use crate::{Error, FileTime, Name, PerfTicks, SystemTime, Utf16};

/// One whole answer: its head is checked, its objects are when [`DataBlock::objects`] comes to them.
#[derive(Clone, Copy, Debug)]
pub struct DataBlock<'a> {
    fields: Fields<'a>,
    header_length: usize,
}

impl<'a> DataBlock<'a> {
    /// The block at the start of `bytes`. Bytes after `TotalByteLength` are left alone.
    pub fn parse(bytes: &'a [u8]) -> Result<Self, Error> {
        let have = bytes.len() as u64;
        let signature = |f: Fields<'_>| (0..4).all(|i| f.u16(i * 2) == Some(SIGNATURE[i]));
        // A foreign machine may write all members, its signature too, big-endian: LittleEndian is then 0.
        let little = Fields {
            bytes,
            big_endian: false,
        };
        let big = Fields {
            bytes,
            big_endian: true,
        };
        let fields = match (signature(little), signature(big)) {
            (true, _) if little.u32(at::LITTLE_ENDIAN) == Some(0) => big,
            (true, _) => little,
            (_, true) => big,
            _ => return Err(Error::not_a_block()),
        };
        if bytes.len() < at::SIZE {
            return Err(Error::overrun(
                "block header",
                at::SIZE as u64,
                "data",
                have,
            ));
        }
        let total = fields.u32(at::TOTAL_BYTE_LENGTH).unwrap_or(0);
        let header = fields.u32(at::HEADER_LENGTH).unwrap_or(0);
        if index(header) < at::SIZE {
            return Err(Error::too_short(
                "header length",
                header.into(),
                "block header",
                at::SIZE as u64,
            ));
        }
        if header > total {
            return Err(Error::overrun(
                "block header",
                header.into(),
                "block",
                total.into(),
            ));
        }
        let fields = fields.part(0, index(total)).ok_or(Error::overrun(
            "block",
            total.into(),
            "data",
            have,
        ))?;
        Ok(Self {
            fields,
            header_length: index(header),
        })
    }

    fn dword(&self, off: usize) -> u32 {
        self.fields.u32(off).unwrap_or(0)
    }

    fn quad(&self, off: usize) -> i64 {
        self.fields.i64(off).unwrap_or(0)
    }

    /// The bytes of the block, `TotalByteLength` of them.
    pub fn bytes(&self) -> &'a [u8] {
        self.fields.bytes
    }

    /// Whether numbers in the block are big-endian.
    pub fn is_big_endian(&self) -> bool {
        self.fields.big_endian
    }

    /// Length of the header with the system name, in bytes: where the first object begins.
    pub fn header_length(&self) -> usize {
        self.header_length
    }

    /// `Version` of the structure.
    pub fn version(&self) -> u32 {
        self.dword(at::VERSION)
    }

    /// `Revision` of the structure.
    pub fn revision(&self) -> u32 {
        self.dword(at::REVISION)
    }

    /// How many objects the header announces.
    pub fn n_objects(&self) -> u32 {
        self.dword(at::NUM_OBJECT_TYPES)
    }

    /// Name index of the object that a tool should offer first.
    pub fn default_object(&self) -> i32 {
        self.dword(at::DEFAULT_OBJECT).cast_signed()
    }

    /// Wall-clock time of the sample. PDH rewrites it to local time in its logs.
    pub fn system_time(&self) -> SystemTime {
        SystemTime::from_members(std::array::from_fn(|i| {
            self.fields.u16(at::SYSTEM_TIME + i * 2).unwrap_or(0)
        }))
    }

    /// Monotonic time of the sample, in ticks of [`Self::perf_freq`].
    pub fn perf_time(&self) -> PerfTicks {
        PerfTicks(self.quad(at::PERF_TIME))
    }

    /// Ticks a second of [`Self::perf_time`].
    pub fn perf_freq(&self) -> i64 {
        self.quad(at::PERF_FREQ)
    }

    /// Time of the sample in 100 ns.
    pub fn perf_time_100ns(&self) -> FileTime {
        FileTime(self.quad(at::PERF_TIME_100NSEC))
    }

    /// Name of the machine; empty when the header points outside itself.
    pub fn system_name(&self) -> Name<'a> {
        let off = index(self.dword(at::SYSTEM_NAME_OFFSET));
        let len = index(self.dword(at::SYSTEM_NAME_LENGTH));
        let bytes = self
            .fields
            .part(off, len)
            .map_or(&[][..], |part| part.bytes);
        Name::Utf16(Utf16::new(bytes, self.fields.big_endian))
    }

    /// The objects in order. After an object that cannot be read there is no telling where the next begins,
    /// so the iterator gives the error and ends.
    pub fn objects(&self) -> Objects<'a> {
        Objects {
            fields: self.fields,
            off: self.header_length,
            remaining: self.n_objects(),
        }
    }

    /// The first readable object of this name index.
    pub fn object(&self, name_index: u32) -> Option<Object<'a>> {
        self.objects()
            .flatten()
            .find(|object| object.name_index() == name_index)
    }
}

/// The objects of a block, see [`DataBlock::objects`].
#[derive(Clone, Debug)]
pub struct Objects<'a> {
    fields: Fields<'a>,
    off: usize,
    remaining: u32,
}

impl<'a> Iterator for Objects<'a> {
    type Item = Result<Object<'a>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.remaining = self.remaining.checked_sub(1)?;
        let object = Object::parse(self.fields, self.off);
        match &object {
            Ok(it) => self.off += it.bytes().len(),
            Err(_) => self.remaining = 0,
        }
        Some(object)
    }
}
