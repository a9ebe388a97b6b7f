//! Whatever is written is read back the same, at any alignment; whatever is read never panics.

use perfhive_winperf::{
    AbsentValues, BlockHeader, CounterDefinition, CounterType, DataBlock, DataBlockWriter,
    DetailLevel, Fault, FileTime, Formula, InstanceName, NO_UNIQUE_ID, ObjectDefinition,
    ParentInstance, PerfTicks, SystemTime, check,
};
use proptest::prelude::*;

const OBJECT: ObjectDefinition = ObjectDefinition {
    name_index: 238,
    help_index: 239,
    detail_level: DetailLevel::NOVICE,
    default_counter: 0,
    code_page: 0,
    perf_time: 0,
    perf_freq: 0,
};

fn counter(
    name_index: u32,
    ty: CounterType,
    counter_size: u32,
    counter_offset: u32,
) -> CounterDefinition {
    CounterDefinition {
        name_index,
        help_index: name_index + 1,
        default_scale: 0,
        detail_level: DetailLevel::NOVICE,
        counter_type: ty,
        counter_size,
        counter_offset,
    }
}

fn counters() -> Vec<CounterDefinition> {
    vec![
        counter(6, CounterType::HUNDRED_NSEC_TIMER_INV, 8, 8),
        counter(148, CounterType::COUNTER_COUNTER, 4, 4),
        counter(206, CounterType::AVERAGE_TIMER, 8, 16),
        counter(206, CounterType::AVERAGE_BASE, 4, 24),
        AbsentValues::definition(32),
    ]
}

fn header(system_name: &str) -> BlockHeader<'_> {
    BlockHeader {
        system_name,
        system_time: SystemTime::from_file_time(FileTime(128_315_940_386_596_596)),
        perf_time: PerfTicks(7),
        perf_freq: 10_000_000,
        perf_time_100ns: FileTime(9),
        default_object: 238,
    }
}

type Named = (String, i32, [Option<u64>; 4]);

fn write(machine: &str, instances: &[Named]) -> Vec<u8> {
    let counters = counters();
    let mut bytes = Vec::new();
    let mut writer = DataBlockWriter::begin(&mut bytes, &header(machine));
    let mut object = writer.object(&OBJECT, &counters);
    object.with_instances();
    for (name, unique_id, values) in instances {
        let name = InstanceName {
            parent: None,
            unique_id: *unique_id,
            name: Some(name),
        };
        let mut to = object.instance(&name);
        for (position, value) in values.iter().enumerate() {
            to.set_known(position, *value);
        }
    }
    object.finish();
    writer.finish();
    bytes
}

fn names() -> impl Strategy<Value = Vec<Named>> {
    let value = prop::option::of(any::<u64>());
    let values = [value.clone(), value.clone(), value.clone(), value];
    prop::collection::vec(("[^\0]{0,20}", Just(NO_UNIQUE_ID), values), 0..8)
}

proptest! {
    /// Check that names, ids, values and absences survive, wherever the block stands in memory.
    #[test]
    fn written_and_read(machine in "[^\0]{0,15}", instances in names(), shift in 0usize..8) {
        let bytes = write(&machine, &instances);
        prop_assert_eq!(check(&bytes), vec![]);
        let mut shifted = vec![0xAA; shift];
        shifted.extend(&bytes);
        let block = DataBlock::parse(&shifted[shift..]).unwrap();
        prop_assert_eq!(block.system_name().to_string(), machine);
        let object = block.object(238).unwrap();
        prop_assert_eq!(object.definition(), OBJECT);
        prop_assert_eq!(object.counters().map(|it| it.definition).collect::<Vec<_>>(), counters());
        let read = object.instances().map(|it| it.unwrap()).collect::<Vec<_>>();
        prop_assert_eq!(read.len(), instances.len());
        let idle = Formula::of(&block, &object, 0).unwrap();
        let average = Formula::of(&block, &object, 2).unwrap();
        for (instance, (name, unique_id, values)) in read.iter().zip(&instances) {
            prop_assert_eq!(&instance.name().to_string(), name);
            prop_assert_eq!(instance.unique_id(), *unique_id);
            let raw = idle.read(&block, &object, &instance.counter_block()).unwrap();
            prop_assert_eq!(raw.map(|it| it.first.cast_unsigned()), values[0]);
            let raw = average.read(&block, &object, &instance.counter_block()).unwrap();
            let known = values[2].zip(values[3]);
            let base = |base: u64| i64::try_from(base % (1 << 32)).unwrap();
            prop_assert_eq!(
                raw.map(|it| (it.first, it.second)),
                known.map(|(n, b)| (n.cast_signed(), base(b)))
            );
        }
    }

    /// Check that bytes without meaning are judged and never panic, with and without a real head.
    #[test]
    fn any_bytes(mut noise in prop::collection::vec(any::<u8>(), 0..400), at in 0usize..300) {
        check(&noise);
        let mut damaged = write("m", &[("a".into(), 1, [Some(1); 4])]);
        noise.truncate(damaged.len().saturating_sub(at));
        if let Some(place) = damaged.get_mut(at..at + noise.len()) {
            place.copy_from_slice(&noise);
        }
        check(&damaged);
    }
}

/// Check that a big-endian block of a foreign machine gives the same values (C171).
#[test]
fn big_endian_blocks() {
    let little = write(
        "m",
        &[("a".into(), 5, [Some(1), Some(2), Some(3), Some(4)])],
    );
    let mut big = little.clone();
    let mut reverse = |at: usize, size: usize| big[at..at + size].reverse();
    (0..4).for_each(|i| reverse(i * 2, 2));
    (8..36).step_by(4).for_each(|at| reverse(at, 4));
    (36..52).step_by(2).for_each(|at| reverse(at, 2));
    [56, 64, 72].into_iter().for_each(|at| reverse(at, 8));
    [80, 84].into_iter().for_each(|at| reverse(at, 4));
    (88..96).step_by(2).for_each(|at| reverse(at, 2));
    let object = 96;
    (0..48).step_by(4).for_each(|at| reverse(object + at, 4));
    [48, 56].into_iter().for_each(|at| reverse(object + at, 8));
    let definitions = object + 64;
    (0..5 * 40)
        .step_by(4)
        .for_each(|at| reverse(definitions + at, 4));
    let instance = definitions + 200;
    (0..24).step_by(4).for_each(|at| reverse(instance + at, 4));
    (24..28).step_by(2).for_each(|at| reverse(instance + at, 2));
    let values = instance + 32;
    [0, 4, 24]
        .into_iter()
        .for_each(|at| reverse(values + at, 4));
    [8, 16, 32]
        .into_iter()
        .for_each(|at| reverse(values + at, 8));
    big[8..12].fill(0);
    assert_eq!(check(&big), []);
    let block = DataBlock::parse(&big).unwrap();
    assert!(block.is_big_endian());
    assert_eq!(block.system_name().to_string(), "m");
    let object = block.object(238).unwrap();
    let instance = object.instances().next().unwrap().unwrap();
    assert_eq!(
        (instance.name().to_string().as_str(), instance.unique_id()),
        ("a", 5)
    );
    let values = (0..4)
        .map(|i| instance.counter_block().value(&counters()[i]).unwrap())
        .collect::<Vec<_>>();
    assert_eq!(values, [1, 2, 3, 4]);
}

/// Check that a counter block of two DWORDs is 16 bytes long and a name's padding is outside its length (C165, C166).
#[test]
fn lengths_and_padding() {
    let two = [
        counter(2, CounterType::COUNTER_RAWCOUNT, 4, 4),
        counter(4, CounterType::COUNTER_RAWCOUNT, 4, 8),
    ];
    let mut bytes = Vec::new();
    let mut writer = DataBlockWriter::begin(&mut bytes, &header("m"));
    let mut object = writer.object(&OBJECT, &two);
    object.instance(&InstanceName::named("ab"));
    object.instance(&InstanceName {
        parent: None,
        unique_id: 3,
        name: None,
    });
    object.finish();
    writer.finish();
    let block = DataBlock::parse(&bytes).unwrap();
    let instances = block
        .object(238)
        .unwrap()
        .instances()
        .map(|it| it.unwrap())
        .collect::<Vec<_>>();
    assert_eq!(instances[0].counter_block().bytes().len(), 16);
    assert_eq!(instances[0].definition_length(), 32);
    assert!(!instances[1].has_name());
    assert_eq!(instances[1].definition_length(), 24);
}

/// Check that every broken rule is told, and where.
#[test]
fn violations_are_all_told() {
    let lonely = [
        counter(2, CounterType::AVERAGE_BULK, 8, 8),
        counter(4, CounterType::COUNTER_LARGE_RAWCOUNT, 4, 0),
    ];
    let mut bytes = Vec::new();
    let mut writer = DataBlockWriter::begin(&mut bytes, &header("m"));
    let mut object = writer.object(&OBJECT, &lonely);
    let parent = ParentInstance {
        object_index: 230,
        position: 0,
    };
    for _ in 0..2 {
        object.instance(&InstanceName {
            parent: Some(parent),
            unique_id: 9,
            name: Some("x"),
        });
    }
    object.finish();
    writer.append(&[0; 3], 0);
    writer.finish();
    let faults = check(&bytes)
        .into_iter()
        .map(|it| it.fault)
        .collect::<Vec<_>>();
    assert_eq!(
        faults,
        [
            Fault::NoBase,
            Fault::SizeDiffersFromType { size: 4 },
            Fault::ValueInHeader,
            Fault::NoParent(parent),
            Fault::NoParent(parent),
            Fault::DuplicateUniqueId(9),
            Fault::LeftOver {
                what: "the last object",
                n_bytes: 3
            },
        ]
    );
}

/// Check that an error names the part and both figures.
#[test]
fn errors_name_the_part() {
    let bytes = write("m", &[]);
    let error = DataBlock::parse(&bytes[..bytes.len() - 8]).unwrap_err();
    assert_eq!(
        error.to_string(),
        format!("block ends at {}, data at {}", bytes.len(), bytes.len() - 8)
    );
    assert_eq!(
        DataBlock::parse(b"PERF").unwrap_err().to_string(),
        "no \"PERF\" signature at offset 0"
    );
}
