//! Values that could not be computed, told inside the block.
//!
//! winperf.h has no place for "this one value is missing": a provider writes a number or nothing at all. perfhive's
//! own objects end with one hidden counter, a mask with a bit for each counter of the definition list, so that
//! absence travels with the block through logs and remote links. Windows' consumers skip it, as its type says
//! "not displayed".

use crate::{CounterBlock, CounterDefinition, CounterType, DetailLevel, Object};

/// Name index of the hidden counter.
pub const ABSENT_VALUES_INDEX: u32 = 20_000;

/// Help index of the hidden counter.
pub const ABSENT_VALUES_HELP_INDEX: u32 = 20_001;

/// Which counters of one instance have no value: bit N stands for the counter at position N.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct AbsentValues(pub u64);

impl AbsentValues {
    /// The type of the hidden counter: a hexadecimal eight-byte number that is not displayed.
    pub const COUNTER_TYPE: CounterType = CounterType(0x4000_0100);

    /// Most counters an object with such a mask may have.
    pub const MAX_COUNTERS: usize = 63;

    /// The hidden counter, to stand last in an object's definitions.
    pub const fn definition(counter_offset: u32) -> CounterDefinition {
        CounterDefinition {
            name_index: ABSENT_VALUES_INDEX,
            help_index: ABSENT_VALUES_HELP_INDEX,
            default_scale: 0,
            detail_level: DetailLevel::WIZARD,
            counter_type: Self::COUNTER_TYPE,
            counter_size: 8,
            counter_offset,
        }
    }

    /// Whether this definition is the hidden counter.
    pub fn is_mask(counter: &CounterDefinition) -> bool {
        counter.name_index == ABSENT_VALUES_INDEX
            && counter.counter_type == Self::COUNTER_TYPE
            && counter.counter_size == 8
    }

    /// The hidden counter of an object, when it has one.
    pub fn counter(object: &Object<'_>) -> Option<CounterDefinition> {
        object
            .counters()
            .last()
            .map(|it| it.definition)
            .filter(Self::is_mask)
    }

    /// The mask of one instance; nothing is absent where the object has no such counter.
    pub fn read(counter: Option<&CounterDefinition>, block: &CounterBlock<'_>) -> Self {
        let bits = counter.and_then(|it| block.value(it).ok());
        Self(bits.unwrap_or(0).cast_unsigned())
    }

    /// Whether the counter at this position has no value.
    pub fn contains(self, position: usize) -> bool {
        position < 64 && self.0 >> position & 1 == 1
    }
}
