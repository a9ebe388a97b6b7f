//! What a block of 3000 processes costs: to write, to judge, to walk, and to make values of.

use std::hint::black_box;

use criterion::{Criterion, criterion_group, criterion_main};
use perfhive_winperf::{
    AbsentValues, BlockHeader, CounterDefinition, CounterType as T, DataBlock, DataBlockWriter,
    DetailLevel, FileTime, Formula, InstanceName, ObjectDefinition, PerfTicks, RawValue,
    SystemTime, check,
};

const N_PROCESSES: i32 = 3000;

const OBJECT: ObjectDefinition = ObjectDefinition {
    name_index: 230,
    help_index: 231,
    detail_level: DetailLevel::NOVICE,
    default_counter: 0,
    code_page: 0,
    perf_time: 0,
    perf_freq: 0,
};

/// Name index and type of the counters, all of eight bytes: about as many as Process has, of its types.
const COUNTERS: &[(u32, T)] = &[
    (6, T::HUNDRED_NSEC_TIMER),
    (142, T::HUNDRED_NSEC_TIMER),
    (144, T::HUNDRED_NSEC_TIMER),
    (172, T::COUNTER_LARGE_RAWCOUNT),
    (174, T::COUNTER_LARGE_RAWCOUNT),
    (178, T::COUNTER_LARGE_RAWCOUNT),
    (180, T::COUNTER_LARGE_RAWCOUNT),
    (186, T::COUNTER_LARGE_RAWCOUNT),
    (680, T::COUNTER_LARGE_RAWCOUNT),
    (684, T::ELAPSED_TIME),
    (784, T::COUNTER_LARGE_RAWCOUNT),
    (1410, T::COUNTER_LARGE_RAWCOUNT),
    (1412, T::COUNTER_BULK_COUNT),
    (1414, T::COUNTER_BULK_COUNT),
    (1420, T::COUNTER_BULK_COUNT),
    (1422, T::COUNTER_BULK_COUNT),
];

fn definitions() -> Vec<CounterDefinition> {
    let mut counters = Vec::new();
    let mut counter_offset = 8;
    for (name_index, counter_type) in COUNTERS {
        counters.push(CounterDefinition {
            name_index: *name_index,
            help_index: name_index + 1,
            default_scale: 0,
            detail_level: DetailLevel::NOVICE,
            counter_type: *counter_type,
            counter_size: 8,
            counter_offset,
        });
        counter_offset += 8;
    }
    counters.push(AbsentValues::definition(counter_offset));
    counters
}

/// Writes the processes as they are after so many seconds, over what `out` held.
fn write(out: &mut Vec<u8>, counters: &[CounterDefinition], names: &[String], seconds: u32) {
    out.clear();
    let header = BlockHeader {
        system_name: "bench",
        system_time: SystemTime::default(),
        perf_time: PerfTicks(FileTime::PER_SECOND * i64::from(seconds)),
        perf_freq: FileTime::PER_SECOND,
        perf_time_100ns: FileTime::from_unix(seconds.into(), 0),
        default_object: 230,
    };
    let mut block = DataBlockWriter::begin(out, &header);
    let mut object = block.object(&OBJECT, counters);
    for (unique_id, name) in (1..).zip(names) {
        let mut values = object.instance(&InstanceName {
            unique_id,
            ..InstanceName::named(name)
        });
        for position in 0..COUNTERS.len() {
            values.set(position, u64::from(seconds) * 1_000_000);
        }
    }
    object.finish();
    block.finish();
}

/// Reads all values of the first counter.
fn read(bytes: &[u8]) -> (Formula, Vec<RawValue>) {
    let block = DataBlock::parse(bytes).expect("a block");
    let object = block.object(230).expect("Process");
    let formula = Formula::of(&block, &object, 0).expect("a counter");
    let values = object.instances().map(|it| {
        let values = it.expect("an instance").counter_block();
        let raw = formula.read(&block, &object, &values);
        raw.expect("a value").expect("not absent")
    });
    (formula, values.collect())
}

/// Visits every value of every instance, as a consumer of all counters does.
fn walk(bytes: &[u8]) -> i64 {
    let mut sum = 0_i64;
    let block = DataBlock::parse(bytes).expect("a block");
    for object in block.objects() {
        let object = object.expect("an object");
        let counters = object.counters().collect::<Vec<_>>();
        for instance in object.instances() {
            let instance = instance.expect("an instance");
            sum = sum.wrapping_add(instance.unique_id().into());
            for counter in &counters {
                let value = instance.counter_block().value(&counter.definition);
                sum = sum.wrapping_add(value.expect("a value"));
            }
        }
    }
    sum
}

fn blocks(criterion: &mut Criterion) {
    let counters = definitions();
    let names = (0..N_PROCESSES)
        .map(|i| format!("process-{i}"))
        .collect::<Vec<_>>();
    let mut bytes = Vec::new();
    criterion.bench_function("write 3000 processes", |it| {
        it.iter(|| write(black_box(&mut bytes), &counters, &names, 1));
    });
    assert_eq!(check(&bytes), []);
    criterion.bench_function("parse and walk 3000 processes", |it| {
        it.iter(|| walk(black_box(&bytes)));
    });
    criterion.bench_function("check 3000 processes", |it| {
        it.iter(|| check(black_box(&bytes)));
    });
    let (formula, older) = read(&bytes);
    write(&mut bytes, &counters, &names, 2);
    let (_, newer) = read(&bytes);
    criterion.bench_function("calculate 3000 formulas", |it| {
        it.iter(|| {
            let pairs = black_box(&older).iter().zip(black_box(&newer));
            let values = pairs.map(|(older, newer)| formula.calculate(Some(older), newer));
            values.map(|it| it.expect("a value")).sum::<f64>()
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = blocks
}
criterion_main!(benches);
