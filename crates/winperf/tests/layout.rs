//! Offsets and sizes against the bindings that Microsoft generates from its headers.

use std::mem::{offset_of, size_of};

use perfhive_winperf::CounterType;
use perfhive_winperf::layout::{
    counter_block, counter_definition, data_block, instance_definition, object_type,
};
use windows_sys::Win32::System::Performance as win;

/// Check that the block header is laid out as in winperf.h (C171: `LittleEndian` stands behind the signature).
#[test]
fn data_block_members() {
    type T = win::PERF_DATA_BLOCK;
    assert_eq!(data_block::SIZE, size_of::<T>());
    assert_eq!(data_block::SIGNATURE, offset_of!(T, Signature));
    assert_eq!(data_block::LITTLE_ENDIAN, offset_of!(T, LittleEndian));
    assert_eq!(data_block::VERSION, offset_of!(T, Version));
    assert_eq!(data_block::REVISION, offset_of!(T, Revision));
    assert_eq!(
        data_block::TOTAL_BYTE_LENGTH,
        offset_of!(T, TotalByteLength)
    );
    assert_eq!(data_block::HEADER_LENGTH, offset_of!(T, HeaderLength));
    assert_eq!(data_block::NUM_OBJECT_TYPES, offset_of!(T, NumObjectTypes));
    assert_eq!(data_block::DEFAULT_OBJECT, offset_of!(T, DefaultObject));
    assert_eq!(data_block::SYSTEM_TIME, offset_of!(T, SystemTime));
    assert_eq!(data_block::PERF_TIME, offset_of!(T, PerfTime));
    assert_eq!(data_block::PERF_FREQ, offset_of!(T, PerfFreq));
    assert_eq!(
        data_block::PERF_TIME_100NSEC,
        offset_of!(T, PerfTime100nSec)
    );
    assert_eq!(
        data_block::SYSTEM_NAME_LENGTH,
        offset_of!(T, SystemNameLength)
    );
    assert_eq!(
        data_block::SYSTEM_NAME_OFFSET,
        offset_of!(T, SystemNameOffset)
    );
}

/// Check that objects are laid out as in winperf.h (C156).
#[test]
fn object_type_members() {
    type T = win::PERF_OBJECT_TYPE;
    assert_eq!(object_type::SIZE, size_of::<T>());
    assert_eq!(
        object_type::TOTAL_BYTE_LENGTH,
        offset_of!(T, TotalByteLength)
    );
    assert_eq!(
        object_type::DEFINITION_LENGTH,
        offset_of!(T, DefinitionLength)
    );
    assert_eq!(object_type::HEADER_LENGTH, offset_of!(T, HeaderLength));
    assert_eq!(
        object_type::OBJECT_NAME_TITLE_INDEX,
        offset_of!(T, ObjectNameTitleIndex)
    );
    assert_eq!(
        object_type::OBJECT_NAME_TITLE,
        offset_of!(T, ObjectNameTitle)
    );
    assert_eq!(
        object_type::OBJECT_HELP_TITLE_INDEX,
        offset_of!(T, ObjectHelpTitleIndex)
    );
    assert_eq!(
        object_type::OBJECT_HELP_TITLE,
        offset_of!(T, ObjectHelpTitle)
    );
    assert_eq!(object_type::DETAIL_LEVEL, offset_of!(T, DetailLevel));
    assert_eq!(object_type::NUM_COUNTERS, offset_of!(T, NumCounters));
    assert_eq!(object_type::DEFAULT_COUNTER, offset_of!(T, DefaultCounter));
    assert_eq!(object_type::NUM_INSTANCES, offset_of!(T, NumInstances));
    assert_eq!(object_type::CODE_PAGE, offset_of!(T, CodePage));
    assert_eq!(object_type::PERF_TIME, offset_of!(T, PerfTime));
    assert_eq!(object_type::PERF_FREQ, offset_of!(T, PerfFreq));
    assert_eq!((object_type::SIZE, object_type::NUM_COUNTERS), (64, 32));
}

/// Check that counter definitions are laid out as in winperf.h (C157).
#[test]
fn counter_definition_members() {
    type T = win::PERF_COUNTER_DEFINITION;
    assert_eq!(counter_definition::SIZE, size_of::<T>());
    assert_eq!(counter_definition::BYTE_LENGTH, offset_of!(T, ByteLength));
    assert_eq!(
        counter_definition::COUNTER_NAME_TITLE_INDEX,
        offset_of!(T, CounterNameTitleIndex)
    );
    assert_eq!(
        counter_definition::COUNTER_NAME_TITLE,
        offset_of!(T, CounterNameTitle)
    );
    assert_eq!(
        counter_definition::COUNTER_HELP_TITLE_INDEX,
        offset_of!(T, CounterHelpTitleIndex)
    );
    assert_eq!(
        counter_definition::COUNTER_HELP_TITLE,
        offset_of!(T, CounterHelpTitle)
    );
    assert_eq!(
        counter_definition::DEFAULT_SCALE,
        offset_of!(T, DefaultScale)
    );
    assert_eq!(counter_definition::DETAIL_LEVEL, offset_of!(T, DetailLevel));
    assert_eq!(counter_definition::COUNTER_TYPE, offset_of!(T, CounterType));
    assert_eq!(counter_definition::COUNTER_SIZE, offset_of!(T, CounterSize));
    assert_eq!(
        counter_definition::COUNTER_OFFSET,
        offset_of!(T, CounterOffset)
    );
}

/// Check that instances and counter blocks are laid out as in winperf.h (C158, C159).
#[test]
fn instance_and_counter_block_members() {
    type T = win::PERF_INSTANCE_DEFINITION;
    assert_eq!(instance_definition::SIZE, size_of::<T>());
    assert_eq!(instance_definition::BYTE_LENGTH, offset_of!(T, ByteLength));
    assert_eq!(
        instance_definition::PARENT_OBJECT_TITLE_INDEX,
        offset_of!(T, ParentObjectTitleIndex)
    );
    assert_eq!(
        instance_definition::PARENT_OBJECT_INSTANCE,
        offset_of!(T, ParentObjectInstance)
    );
    assert_eq!(instance_definition::UNIQUE_ID, offset_of!(T, UniqueID));
    assert_eq!(instance_definition::NAME_OFFSET, offset_of!(T, NameOffset));
    assert_eq!(instance_definition::NAME_LENGTH, offset_of!(T, NameLength));
    assert_eq!(counter_block::SIZE, size_of::<win::PERF_COUNTER_BLOCK>());
}

/// Check that composite types are put together from the bits that the bindings have.
#[test]
fn counter_types_from_their_bits() {
    let counter_large = win::PERF_TYPE_COUNTER | win::PERF_SIZE_LARGE;
    let timer = counter_large
        | win::PERF_COUNTER_RATE
        | win::PERF_DELTA_COUNTER
        | win::PERF_DISPLAY_PERCENT;
    assert_eq!(CounterType::COUNTER_TIMER.0, timer | win::PERF_TIMER_TICK);
    let inverse = timer | win::PERF_TIMER_100NS | win::PERF_INVERSE_COUNTER;
    assert_eq!(CounterType::HUNDRED_NSEC_TIMER_INV.0, inverse);
    assert_eq!(
        CounterType::HUNDRED_NSEC_MULTI_TIMER_INV.0,
        inverse | win::PERF_MULTI_COUNTER
    );
    let elapsed = win::PERF_COUNTER_ELAPSED | win::PERF_OBJECT_TIMER | win::PERF_DISPLAY_SECONDS;
    assert_eq!(CounterType::ELAPSED_TIME.0, counter_large | elapsed);
    let precision = win::PERF_COUNTER_PRECISION | win::PERF_TIMER_100NS | win::PERF_DELTA_COUNTER;
    assert_eq!(
        CounterType::PRECISION_100NS_TIMER.0,
        counter_large | precision | win::PERF_DISPLAY_PERCENT
    );
}
