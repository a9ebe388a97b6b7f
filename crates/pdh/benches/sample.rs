//! What a sample costs: fixed paths of the running machine, and formatting alone.

use criterion::{Criterion, criterion_group, criterion_main};
use perfhive_hive::{DEFAULT_DEADLINE, Hive};
use perfhive_linux::LinuxProvider;
use perfhive_pdh::{CounterPath, Query};
use perfhive_winperf::LangId;

fn query(paths: &[&str]) -> Query<Hive> {
    let mut hive = Hive::new("bench");
    let linux = LinuxProvider::open().expect("/proc");
    hive.add_provider(Box::new(linux), DEFAULT_DEADLINE);
    let mut query = Query::open(hive, LangId::ENGLISH).expect("a schema");
    for path in paths {
        query
            .add(&CounterPath::parse(path).expect("a path"))
            .expect("a counter");
    }
    query.collect().expect("a first sample");
    query
}

fn samples(criterion: &mut Criterion) {
    let mut vital = query(&[
        r"\Processor(_Total)\% Processor Time",
        r"\System\Context Switches/sec",
        r"\Memory\Available MBytes",
        r"\PhysicalDisk(_Total)\Disk Bytes/sec",
        r"\Network Interface(lo)\Bytes Total/sec",
    ]);
    criterion.bench_function("sample of five vital counters", |it| {
        it.iter(|| vital.collect().expect("a sample"));
    });
    let mut processes = query(&[r"\Process(*)\% Processor Time"]);
    criterion.bench_function("sample of processor time of all processes", |it| {
        it.iter(|| processes.collect().expect("a sample"));
    });
    let all = processes
        .add(&CounterPath::parse(r"\Process(*)\*").expect("a path"))
        .expect("counters");
    processes.collect().expect("a sample");
    criterion.bench_function("formatting all counters of all processes", |it| {
        it.iter(|| {
            let mut sum = 0.0;
            processes.values(all, |it| sum += it.value.value.unwrap_or(0.0));
            sum
        });
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20);
    targets = samples
}
criterion_main!(benches);
