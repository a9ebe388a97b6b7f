//! Lays out blocks and objects, with winperf.h's alignment rules.
//!
//! Writers append to a buffer that the caller keeps, so that a block of the same shape costs no allocation the
//! second time.

use crate::definition::counter_block_length;
use crate::layout::{
    ALIGNMENT, SIGNATURE, align_up, counter_block, counter_definition as def,
    data_block as block_at, instance_definition as inst, object_type as obj,
};
use crate::{
    AbsentValues, CounterDefinition, FileTime, Kind, NO_INSTANCES, NO_UNIQUE_ID, ObjectDefinition,
    ParentInstance, PerfTicks, SystemTime,
};

/// The members of `PERF_DATA_BLOCK` that are not lengths.
#[derive(Clone, Copy, Debug)]
pub struct BlockHeader<'a> {
    /// Name of the machine.
    pub system_name: &'a str,
    /// Wall-clock time, UTC.
    pub system_time: SystemTime,
    /// Monotonic time in ticks of `perf_freq`.
    pub perf_time: PerfTicks,
    /// Ticks a second of `perf_time`.
    pub perf_freq: i64,
    /// Time in 100 ns.
    pub perf_time_100ns: FileTime,
    /// Name index of the object that a tool should offer first; not 0.
    pub default_object: i32,
}

/// Writes a block: the header at once, the objects as they come, lengths and count at the end.
#[derive(Debug)]
pub struct DataBlockWriter<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    n_objects: u32,
}

impl<'a> DataBlockWriter<'a> {
    /// Begins a block at the end of `out`.
    pub fn begin(out: &'a mut Vec<u8>, header: &BlockHeader<'_>) -> Self {
        let start = out.len();
        out.resize(start + block_at::SIZE, 0);
        header
            .system_name
            .encode_utf16()
            .chain([0])
            .for_each(|u| out.extend(u.to_le_bytes()));
        let name_length = out.len() - start - block_at::SIZE;
        pad(out, start);
        let header_length = dword(out.len() - start);
        let block = &mut out[start..];
        for (i, unit) in SIGNATURE.into_iter().enumerate() {
            put(block, block_at::SIGNATURE + i * 2, unit.to_le_bytes());
        }
        put(block, block_at::LITTLE_ENDIAN, 1u32.to_le_bytes());
        put(block, block_at::VERSION, 1u32.to_le_bytes());
        put(block, block_at::REVISION, 1u32.to_le_bytes());
        put(block, block_at::HEADER_LENGTH, header_length.to_le_bytes());
        put(
            block,
            block_at::DEFAULT_OBJECT,
            header.default_object.to_le_bytes(),
        );
        for (i, member) in header.system_time.members().into_iter().enumerate() {
            put(block, block_at::SYSTEM_TIME + i * 2, member.to_le_bytes());
        }
        put(block, block_at::PERF_TIME, header.perf_time.0.to_le_bytes());
        put(block, block_at::PERF_FREQ, header.perf_freq.to_le_bytes());
        put(
            block,
            block_at::PERF_TIME_100NSEC,
            header.perf_time_100ns.0.to_le_bytes(),
        );
        put(
            block,
            block_at::SYSTEM_NAME_LENGTH,
            dword(name_length).to_le_bytes(),
        );
        put(
            block,
            block_at::SYSTEM_NAME_OFFSET,
            dword(block_at::SIZE).to_le_bytes(),
        );
        Self {
            out,
            start,
            n_objects: 0,
        }
    }

    /// Adds whole objects that an [`ObjectWriter`] laid out elsewhere.
    pub fn append(&mut self, objects: &[u8], n_objects: u32) {
        self.out.extend_from_slice(objects);
        self.n_objects += n_objects;
    }

    /// Begins an object inside the block.
    pub fn object<'b>(
        &'b mut self,
        definition: &ObjectDefinition,
        counters: &'b [CounterDefinition],
    ) -> ObjectWriter<'b> {
        self.n_objects += 1;
        ObjectWriter::begin(self.out, definition, counters)
    }

    /// Sets what is known only now.
    pub fn finish(self) {
        let total = dword(self.out.len() - self.start);
        let block = &mut self.out[self.start..];
        put(block, block_at::TOTAL_BYTE_LENGTH, total.to_le_bytes());
        put(
            block,
            block_at::NUM_OBJECT_TYPES,
            self.n_objects.to_le_bytes(),
        );
    }
}

/// Who an instance is.
#[derive(Clone, Copy, Debug)]
pub struct InstanceName<'a> {
    /// The instance of another object that it belongs to.
    pub parent: Option<ParentInstance>,
    /// What identifies it, or [`NO_UNIQUE_ID`].
    pub unique_id: i32,
    /// Its name, without a number for duplicates; `None` for an instance known by its id alone.
    pub name: Option<&'a str>,
}

/// What stood in the bytes of another block that no member covers, for a copy that is the same to the byte.
/// Windows leaves there whatever its buffers held before, and some of its providers make counter blocks longer
/// than their counters need.
#[derive(Clone, Copy, Debug, Default)]
pub struct UnusedBytes<'a> {
    /// What follows the name up to the end of the instance definition.
    pub name_padding: &'a [u8],
    /// A counter block to write the values over; as much of it as is longer than needed stays.
    pub counter_block: &'a [u8],
}

impl<'a> InstanceName<'a> {
    /// An instance that its name identifies.
    pub const fn named(name: &'a str) -> Self {
        Self {
            parent: None,
            unique_id: NO_UNIQUE_ID,
            name: Some(name),
        }
    }
}

/// Writes one object: definitions at once, instances (or the one counter block) as they come.
#[derive(Debug)]
pub struct ObjectWriter<'a> {
    out: &'a mut Vec<u8>,
    start: usize,
    counters: &'a [CounterDefinition],
    block_length: usize,
    code_page: u32,
    n_instances: i32,
}

impl<'a> ObjectWriter<'a> {
    /// Begins an object at the end of `out`, which must be a multiple of 8 long.
    pub fn begin(
        out: &'a mut Vec<u8>,
        definition: &ObjectDefinition,
        counters: &'a [CounterDefinition],
    ) -> Self {
        let start = out.len();
        out.resize(start + obj::SIZE + counters.len() * def::SIZE, 0);
        let object = &mut out[start..];
        put(
            object,
            obj::DEFINITION_LENGTH,
            dword(object.len()).to_le_bytes(),
        );
        put(object, obj::HEADER_LENGTH, dword(obj::SIZE).to_le_bytes());
        put(
            object,
            obj::OBJECT_NAME_TITLE_INDEX,
            definition.name_index.to_le_bytes(),
        );
        put(
            object,
            obj::OBJECT_HELP_TITLE_INDEX,
            definition.help_index.to_le_bytes(),
        );
        put(
            object,
            obj::DETAIL_LEVEL,
            definition.detail_level.0.to_le_bytes(),
        );
        put(
            object,
            obj::NUM_COUNTERS,
            dword(counters.len()).to_le_bytes(),
        );
        put(
            object,
            obj::DEFAULT_COUNTER,
            definition.default_counter.to_le_bytes(),
        );
        put(object, obj::CODE_PAGE, definition.code_page.to_le_bytes());
        put(object, obj::PERF_TIME, definition.perf_time.to_le_bytes());
        put(object, obj::PERF_FREQ, definition.perf_freq.to_le_bytes());
        for (i, counter) in counters.iter().enumerate() {
            write_counter(&mut object[obj::SIZE + i * def::SIZE..], counter);
        }
        let block_length = counter_block_length(counters);
        let code_page = definition.code_page;
        Self {
            out,
            start,
            counters,
            block_length,
            code_page,
            n_instances: NO_INSTANCES,
        }
    }

    /// Adds an instance and gives its values to set.
    pub fn instance(&mut self, name: &InstanceName<'_>) -> CounterValues<'_> {
        self.instance_over(name, &UnusedBytes::default())
    }

    /// Adds an instance as [`Self::instance`] does, over the unused bytes of another block's instance.
    pub fn instance_over(
        &mut self,
        name: &InstanceName<'_>,
        unused: &UnusedBytes<'_>,
    ) -> CounterValues<'_> {
        self.n_instances = self.n_instances.max(0).saturating_add(1);
        let at = self.out.len();
        self.out.resize(at + inst::SIZE, 0);
        if let Some(name) = name.name {
            self.push_name(name);
        }
        let name_length = dword(self.out.len() - at - inst::SIZE);
        let name_end = self.out.len();
        pad(self.out, at);
        let padding = &mut self.out[name_end..];
        let n_kept = padding.len().min(unused.name_padding.len());
        padding[..n_kept].copy_from_slice(&unused.name_padding[..n_kept]);
        let length = dword(self.out.len() - at);
        let instance = &mut self.out[at..];
        put(instance, inst::BYTE_LENGTH, length.to_le_bytes());
        if let Some(parent) = name.parent {
            put(
                instance,
                inst::PARENT_OBJECT_TITLE_INDEX,
                parent.object_index.to_le_bytes(),
            );
            put(
                instance,
                inst::PARENT_OBJECT_INSTANCE,
                parent.position.to_le_bytes(),
            );
        }
        put(instance, inst::UNIQUE_ID, name.unique_id.to_le_bytes());
        put(instance, inst::NAME_OFFSET, dword(inst::SIZE).to_le_bytes());
        put(instance, inst::NAME_LENGTH, name_length.to_le_bytes());
        self.push_values(unused.counter_block)
    }

    /// Adds the one counter block of an object without instances and gives its values to set.
    pub fn single(&mut self) -> CounterValues<'_> {
        self.single_over(&[])
    }

    /// Adds the one counter block as [`Self::single`] does, over the bytes of another one.
    pub fn single_over(&mut self, counter_block: &[u8]) -> CounterValues<'_> {
        self.n_instances = NO_INSTANCES;
        self.push_values(counter_block)
    }

    /// Declares that the object has instances even if none comes.
    pub fn with_instances(&mut self) {
        self.n_instances = self.n_instances.max(0);
    }

    /// Number of instances so far: the position the next one gets.
    pub fn n_instances(&self) -> u32 {
        u32::try_from(self.n_instances).unwrap_or(0)
    }

    /// Ends the object.
    pub fn finish(self) {
        let n_instances = self.n_instances;
        self.end(n_instances);
    }

    /// Ends the object as a metadata answer: definitions, and whether there would be instances.
    pub fn finish_metadata(self, has_instances: bool) {
        self.end(if has_instances { -2 } else { -3 });
    }

    fn end(self, n_instances: i32) {
        let total = dword(self.out.len() - self.start);
        let object = &mut self.out[self.start..];
        put(object, obj::NUM_INSTANCES, n_instances.to_le_bytes());
        put(object, obj::TOTAL_BYTE_LENGTH, total.to_le_bytes());
    }

    fn push_name(&mut self, name: &str) {
        if self.code_page == 0 {
            name.encode_utf16()
                .chain([0])
                .for_each(|u| self.out.extend(u.to_le_bytes()));
        } else {
            self.out
                .extend(name.chars().map(|c| u8::try_from(c).unwrap_or(b'?')));
            self.out.push(0);
        }
    }

    fn push_values(&mut self, over: &[u8]) -> CounterValues<'_> {
        let at = self.out.len();
        self.out.extend_from_slice(over);
        self.out
            .resize(at + align_up(over.len()).max(self.block_length), 0);
        let bytes = &mut self.out[at..];
        put(
            bytes,
            counter_block::BYTE_LENGTH,
            dword(bytes.len()).to_le_bytes(),
        );
        CounterValues::new(bytes, self.counters)
    }
}

/// The raw values of one instance while they are written. In an object with an [`AbsentValues`] mask every value
/// is absent until it is set.
#[derive(Debug)]
pub struct CounterValues<'a> {
    bytes: &'a mut [u8],
    counters: &'a [CounterDefinition],
    absent: Option<(usize, u64)>,
}

impl<'a> CounterValues<'a> {
    fn new(bytes: &'a mut [u8], counters: &'a [CounterDefinition]) -> Self {
        let mask = counters
            .split_last()
            .filter(|(last, _)| AbsentValues::is_mask(last));
        let absent = mask.map(|(last, others)| {
            let all = others.iter().take(AbsentValues::MAX_COUNTERS).count();
            (offset(last.counter_offset), (1u64 << all) - 1)
        });
        let mut values = Self {
            bytes,
            counters,
            absent,
        };
        values.store_absent();
        values
    }

    /// Sets the value of the counter at a position, as many bytes as its `CounterSize` says. A counter that is
    /// counted up keeps its low 32 bits in a DWORD; a plain number that does not fit becomes the largest DWORD.
    pub fn set(&mut self, position: usize, value: u64) {
        let counter = &self.counters[position];
        let off = offset(counter.counter_offset);
        let low_dword = value
            .to_le_bytes()
            .first_chunk::<4>()
            .copied()
            .unwrap_or_default();
        match (counter.counter_size, counter.counter_type.kind()) {
            (4, Kind::Number) if value > u32::MAX.into() => {
                put(self.bytes, off, u32::MAX.to_le_bytes())
            }
            (4, _) => put(self.bytes, off, low_dword),
            _ => put(self.bytes, off, value.to_le_bytes()),
        }
        if let Some((_, mask)) = &mut self.absent {
            *mask &= !(1u64 << position.min(63));
            self.store_absent();
        }
    }

    /// Sets the value if there is one; otherwise it stays absent.
    pub fn set_known(&mut self, position: usize, value: Option<u64>) {
        if let Some(value) = value {
            self.set(position, value);
        }
    }

    /// Sets the count behind the value of a multi timer.
    pub fn set_multi(&mut self, position: usize, n: u32) {
        let counter = &self.counters[position];
        let off = offset(counter.counter_offset) + offset(counter.counter_size);
        put(self.bytes, off, n.to_le_bytes());
    }

    fn store_absent(&mut self) {
        if let Some((off, mask)) = self.absent {
            put(self.bytes, off, mask.to_le_bytes());
        }
    }
}

fn write_counter(to: &mut [u8], counter: &CounterDefinition) {
    put(to, def::BYTE_LENGTH, dword(def::SIZE).to_le_bytes());
    put(
        to,
        def::COUNTER_NAME_TITLE_INDEX,
        counter.name_index.to_le_bytes(),
    );
    put(
        to,
        def::COUNTER_HELP_TITLE_INDEX,
        counter.help_index.to_le_bytes(),
    );
    put(to, def::DEFAULT_SCALE, counter.default_scale.to_le_bytes());
    put(to, def::DETAIL_LEVEL, counter.detail_level.0.to_le_bytes());
    put(to, def::COUNTER_TYPE, counter.counter_type.0.to_le_bytes());
    put(to, def::COUNTER_SIZE, counter.counter_size.to_le_bytes());
    put(
        to,
        def::COUNTER_OFFSET,
        counter.counter_offset.to_le_bytes(),
    );
}

fn put<const N: usize>(bytes: &mut [u8], off: usize, value: [u8; N]) {
    bytes[off..off + N].copy_from_slice(&value);
}

fn pad(out: &mut Vec<u8>, start: usize) {
    out.resize(start + align_up(out.len() - start), 0);
    debug_assert_eq!((out.len() - start) % ALIGNMENT, 0);
}

/// A length inside a block. A block of 4 GiB cannot be said in winperf.h and is never asked for.
fn dword(n: usize) -> u32 {
    u32::try_from(n).unwrap_or(u32::MAX)
}

fn offset(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
