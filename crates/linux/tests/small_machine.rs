//! The fixture tree `small`, object by object, value by value.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod small;

use std::path::Path;

use perfhive_catalog::ObjectTable;
use perfhive_linux::LinuxProvider;
use perfhive_provider::{Class, Collected, Provider, Request};
use perfhive_winperf::{
    DataBlock, FileTime, Formula, NumInstances, ObjectQuery, Query, QueryKind, Wanted, check,
};
use small::{BOOT, FixedClock, block_of, collect, copy_tree, expect, small, values};

/// Check System: threads ready beyond the three processors online, boot time, counts.
#[test]
fn system() {
    let (bytes, _) = collect(&small(), &[2]);
    let expected = [
        ("Context Switches/sec", 123_456),
        ("System Up Time", BOOT.0),
        ("Processor Queue Length", 2),
        ("Processes", 3),
        ("Threads", 321),
    ];
    expect(&values(&bytes, 2), "", &expected);
}

/// Check Processor: ticks of 10 ms in 100 ns, the gap of the offline processor, `_Total` as mean and sum (C153).
#[test]
fn processor() {
    let (bytes, _) = collect(&small(), &[238]);
    let values = values(&bytes, 238);
    let names = values
        .keys()
        .map(|it| it.split(' ').next().unwrap())
        .collect::<Vec<_>>();
    assert_eq!(names, ["0", "1", "3", "_Total"]);
    let cpu3 = [
        ("% Processor Time", 40_500 * 100_000),
        ("% User Time", 330 * 100_000),
        ("% Privileged Time", 455 * 100_000),
        ("Interrupts/sec", 333),
        ("% DPC Time", 40 * 100_000),
        ("% Interrupt Time", 15 * 100_000),
        ("DPCs Queued/sec", 33),
        ("% Idle Time", 40_500 * 100_000),
    ];
    expect(&values, "3", &cpu3);
    let total = [
        ("% Processor Time", 30_300 * 100_000),
        ("% User Time", 220 * 100_000),
        ("Interrupts/sec", 666),
        ("DPCs Queued/sec", 66),
    ];
    expect(&values, "_Total", &total);
}

/// Check that the first counter of Processor is the idle time that % Processor Time is made of, as programs that
/// read the block by hand expect (the first of the documents the project was founded on).
#[test]
fn first_counter_of_processor() {
    let (bytes, _) = collect(&small(), &[238]);
    let block = DataBlock::parse(&bytes).unwrap();
    let object = block.object(238).unwrap();
    let first = object.counter(0).unwrap().definition;
    let instance = object.instances().next().unwrap().unwrap();
    assert_eq!(
        (first.name_index, instance.name().to_string()),
        (6, "0".into())
    );
    assert_eq!(instance.counter_block().value(&first), Ok(20_100 * 100_000));
}

/// Check Memory: KiB in bytes and pages, the share of the commit limit.
#[test]
fn memory() {
    let (bytes, _) = collect(&small(), &[4]);
    let expected = [
        ("Page Faults/sec", 5_000_000),
        ("Available Bytes", 8_192_000_000),
        ("Committed Bytes", 2_048_000_000),
        ("Commit Limit", 8_192_000_000),
        ("Pages/sec", 300_000),
        ("Pages Input/sec", 100_000),
        ("Page Reads/sec", 3000),
        ("Pages Output/sec", 200_000),
        ("Cache Bytes", 6_500_000 * 1024),
        ("System Cache Resident Bytes", 6_100_000 * 1024),
        ("% Committed Bytes In Use", 500_000),
        ("Available KBytes", 8_000_000),
        ("Available MBytes", 7812),
        ("Free & Zero Page List Bytes", 1_024_000_000),
        ("Modified Page List Bytes", 512_000),
    ];
    expect(&values(&bytes, 4), "", &expected);
    let block = DataBlock::parse(&bytes).unwrap();
    let object = block.object(4).unwrap();
    let position = perfhive_catalog::memory::COMMITTED_BYTES_IN_USE;
    let formula = Formula::of(&block, &object, position).unwrap();
    let raw = formula
        .read(&block, &object, &object.counter_block().unwrap())
        .unwrap()
        .unwrap();
    assert_eq!(formula.calculate(None, &raw), Ok(25.0));
}

/// Check Process: two of one name told apart by their ids, parentheses made brackets, sums in `_Total`.
#[test]
fn process() {
    let (bytes, collected) = collect(&small(), &[230]);
    let values = values(&bytes, 230);
    let names = values.keys().map(String::as_str).collect::<Vec<_>>();
    assert_eq!(
        names,
        [
            "Idle 0",
            "_Total",
            "init[1] 100",
            "terminated",
            "worker 200",
            "worker 300"
        ]
    );
    assert_eq!(collected.notes(), []);
    let page = i64::try_from(rustix::param::page_size()).unwrap();
    let second_worker = [
        ("% Processor Time", 2100 * 100_000),
        ("% User Time", 1500 * 100_000),
        ("% Privileged Time", 600 * 100_000),
        ("Virtual Bytes Peak", 15_000 * 1024),
        ("Virtual Bytes", 12_288_000),
        ("Page Faults/sec", 3030),
        ("Working Set Peak", 1800 * 1024),
        ("Working Set", 300 * page),
        ("Private Bytes", 960 * 1024),
        ("Thread Count", 1),
        ("Elapsed Time", BOOT.0 + 30 * FileTime::PER_SECOND),
        ("ID Process", 300),
        ("Creating Process ID", 100),
        ("Handle Count", 3),
        ("IO Read Operations/sec", 90),
        ("IO Write Operations/sec", 120),
        ("IO Data Operations/sec", 210),
        ("IO Read Bytes/sec", 30_000),
        ("IO Write Bytes/sec", 60_000),
        ("IO Data Bytes/sec", 90_000),
        ("Working Set - Private", 900 * 1024),
    ];
    expect(&values, "worker 300", &second_worker);
    let idle = (20_100 + 30_300 + 40_500) * 100_000;
    expect(
        &values,
        "Idle",
        &[("% Processor Time", idle), ("Thread Count", 3)],
    );
    let total = [
        ("% Processor Time", idle + 4200 * 100_000),
        ("IO Data Bytes/sec", 180_000),
    ];
    expect(&values, "_Total", &total);
    assert_eq!(values["_Total"]["ID Process"], None);
}

/// Check Thread: Process comes before it, parents point into it, states are Windows' numbers.
#[test]
fn thread() {
    let (bytes, _) = collect(&small(), &[230, 232]);
    let block = DataBlock::parse(&bytes).unwrap();
    let processes = block
        .object(230)
        .unwrap()
        .instances()
        .map(|it| it.unwrap())
        .collect::<Vec<_>>();
    let threads = block
        .object(232)
        .unwrap()
        .instances()
        .map(|it| it.unwrap())
        .collect::<Vec<_>>();
    let named = threads.iter().map(|it| {
        let parent = it.parent().unwrap();
        assert_eq!(parent.object_index, 230);
        let parent = &processes[usize::try_from(parent.position).unwrap()];
        format!("{}/{} {}", parent.name(), it.name(), it.unique_id())
    });
    assert_eq!(
        named.collect::<Vec<_>>(),
        [
            "init[1]/init[1] 100",
            "init[1]/log writer 101",
            "worker/worker 200",
            "worker/worker 300"
        ]
    );
    let writer = [
        ("% Processor Time", 200 * 100_000),
        ("% User Time", 100 * 100_000),
        ("Context Switches/sec", 77),
        ("Elapsed Time", BOOT.0 + 15 * FileTime::PER_SECOND),
        ("Thread State", 5),
        ("ID Process", 100),
        ("ID Thread", 101),
    ];
    expect(&values(&bytes, 232), "log writer", &writer);
    expect(&values(&bytes, 232), "init[1]", &[("Thread State", 2)]);
}

/// Check PhysicalDisk: whole devices alone, shares as mean and the rest as sum in `_Total`.
#[test]
fn physical_disk() {
    let (bytes, _) = collect(&small(), &[234]);
    let values = values(&bytes, 234);
    let names = values
        .keys()
        .map(|it| it.split(' ').next().unwrap())
        .collect::<Vec<_>>();
    assert_eq!(names, ["_Total", "nvme0n1", "sda"]);
    let now = BOOT.0 + 1000 * FileTime::PER_SECOND;
    let sda = [
        ("Current Disk Queue Length", 3),
        ("% Disk Time", 130_000_000),
        ("Avg. Disk Queue Length", 130_000_000),
        ("% Disk Read Time", 50_000_000),
        ("% Disk Write Time", 80_000_000),
        ("Avg. Disk sec/Transfer", 130_000_000),
        ("Disk Transfers/sec", 3000),
        ("Disk Reads/sec", 1000),
        ("Disk Writes/sec", 2000),
        ("Disk Bytes/sec", 240_000 * 512),
        ("Disk Read Bytes/sec", 80_000 * 512),
        ("Avg. Disk Bytes/Write", 160_000 * 512),
        ("% Idle Time", now - 90_000_000),
    ];
    expect(&values, "sda", &sda);
    let total = [
        ("Current Disk Queue Length", 4),
        ("% Disk Time", 80_000_000),
        ("Avg. Disk Queue Length", 160_000_000),
        ("Disk Reads/sec", 4000),
        ("% Idle Time", now - 57_500_000),
    ];
    expect(&values, "_Total", &total);
}

/// Check Network Interface: a speed that nobody knows is absent and not 0.
#[test]
fn network_interface() {
    let (bytes, _) = collect(&small(), &[510]);
    let values = values(&bytes, 510);
    assert_eq!(values["lo"]["Current Bandwidth"], None);
    let eth0 = [
        ("Bytes Total/sec", 1_700_000),
        ("Packets/sec", 3500),
        ("Packets Received/sec", 2000),
        ("Packets Sent/sec", 1500),
        ("Current Bandwidth", 1_000_000_000),
        ("Bytes Received/sec", 1_000_000),
        ("Packets Received Discarded", 4),
        ("Packets Received Errors", 3),
        ("Bytes Sent/sec", 700_000),
        ("Packets Outbound Discarded", 6),
        ("Packets Outbound Errors", 5),
    ];
    expect(&values, "eth0", &eth0);
}

/// Check that metadata has every definition and no instance, and reads nothing.
#[test]
fn metadata() {
    let empty = tempfile::tempdir().unwrap();
    let mut provider = LinuxProvider::open_below(empty.path(), Box::new(FixedClock)).unwrap();
    let indexes = provider
        .objects()
        .iter()
        .map(|it| it.index)
        .collect::<Vec<_>>();
    let QueryKind::Objects(objects) = Query::objects(indexes.iter().copied()).kind else {
        unreachable!("a list of objects")
    };
    let mut collected = Collected::default();
    let request = Request {
        objects,
        is_metadata: true,
        ..Request::default()
    };
    provider.collect(&request, &mut collected).unwrap();
    assert_eq!(collected.notes(), []);
    let bytes = block_of(&collected);
    assert_eq!(check(&bytes), []);
    let block = DataBlock::parse(&bytes).unwrap();
    for (object, index) in block.objects().map(|it| it.unwrap()).zip(indexes) {
        let table = ObjectTable::of_index(index).unwrap();
        let kind = if table.has_instances {
            NumInstances::MetadataMultiple
        } else {
            NumInstances::MetadataNone
        };
        assert_eq!((object.name_index(), object.num_instances()), (index, kind));
        assert_eq!(
            object
                .counters()
                .map(|it| it.definition)
                .collect::<Vec<_>>(),
            table.counters
        );
    }
}

/// Check that what a kernel lacks is absent alone, and a missing file costs its own values or its own object.
#[test]
fn missing_fields_and_files() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    let proc = tree.path().join("proc");
    std::fs::write(proc.join("meminfo"), "MemFree: 10 kB\n").unwrap();
    std::fs::remove_file(proc.join("vmstat")).unwrap();
    std::fs::remove_file(proc.join("diskstats")).unwrap();
    std::fs::remove_file(proc.join("interrupts")).unwrap();
    std::fs::remove_file(proc.join("200/io")).unwrap();
    std::fs::remove_file(proc.join("300/stat")).unwrap();
    let (bytes, collected) = collect(tree.path(), &[4, 234, 238, 230]);
    let memory = values(&bytes, 4);
    assert_eq!(memory[""]["Available Bytes"], None);
    assert_eq!(memory[""]["Free & Zero Page List Bytes"], Some(10_240));
    assert_eq!(memory[""]["Page Faults/sec"], None);
    let processors = values(&bytes, 238);
    assert_eq!(processors["0"]["Interrupts/sec"], None);
    assert_eq!(processors["0"]["DPCs Queued/sec"], Some(11));
    let processes = values(&bytes, 230);
    assert!(
        !processes.contains_key("worker 300"),
        "ended while it was read"
    );
    assert_eq!(processes["worker 200"]["IO Read Bytes/sec"], None);
    assert_eq!(processes["_Total"]["IO Read Bytes/sec"], None);
    assert_eq!(processes["_Total"]["Page Faults/sec"], Some(3030));
    let notes = collected
        .notes()
        .iter()
        .map(|it| (it.object_index, it.is_lost, it.text.as_str()));
    assert_eq!(
        notes.collect::<Vec<_>>(),
        [
            (Some(4), false, "/proc/vmstat: not there"),
            (Some(234), true, "/proc/diskstats: not there"),
            (Some(238), false, "/proc/interrupts: not there"),
        ]
    );
}

/// Check that a `_Total` of other members is another instance.
#[test]
fn total_of_other_members() {
    let id_of_total = |root: &Path| {
        let (bytes, _) = collect(root, &[238]);
        let block = DataBlock::parse(&bytes).unwrap();
        let last = block
            .object(238)
            .unwrap()
            .instances()
            .last()
            .unwrap()
            .unwrap();
        assert_eq!(last.name().to_string(), "_Total");
        last.unique_id()
    };
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    assert_eq!(id_of_total(&small()), id_of_total(tree.path()));
    let stat = std::fs::read_to_string(small().join("proc/stat")).unwrap();
    let fewer = stat
        .lines()
        .filter(|it| !it.starts_with("cpu3"))
        .collect::<Vec<_>>()
        .join("\n");
    std::fs::write(tree.path().join("proc/stat"), fewer).unwrap();
    assert_ne!(id_of_total(&small()), id_of_total(tree.path()));
}

/// Check that `_Total` keeps what an ended process has counted, and levels go with it.
#[test]
fn total_keeps_what_ended_processes_counted() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    let mut provider = LinuxProvider::open_below(tree.path(), Box::new(FixedClock)).unwrap();
    let mut total = || {
        let QueryKind::Objects(objects) = Query::objects([230]).kind else {
            unreachable!("a list of objects")
        };
        let mut collected = Collected::default();
        let request = Request {
            objects,
            ..Request::default()
        };
        provider.collect(&request, &mut collected).unwrap();
        let values = values(&block_of(&collected), 230);
        let of = |instance: &str| {
            ["% Processor Time", "IO Read Bytes/sec", "Thread Count"].map(|it| values[instance][it])
        };
        (of("_Total"), of("terminated"))
    };
    let ([time, read, threads], none_yet) = total();
    assert_eq!(none_yet, [Some(0); 3]);
    std::fs::remove_dir_all(tree.path().join("proc/300")).unwrap();
    let ended = [Some(2100 * 100_000), Some(30_000), Some(0)];
    assert_eq!(total(), ([time, read, threads.map(|it| it - 1)], ended));
    // The same id, started later, is another process: its counts come on top.
    let stat = std::fs::read_to_string(small().join("proc/200/stat")).unwrap();
    let later = stat.replace(" 2000 8192000 ", " 2500 8192000 ");
    assert_ne!(stat, later);
    std::fs::write(tree.path().join("proc/200/stat"), later).unwrap();
    std::fs::write(
        tree.path().join("proc/200/io"),
        "rchar: 7\nwchar: 0\nsyscr: 0\nsyscw: 0\n",
    )
    .unwrap();
    assert_eq!(total().0[1], read.map(|it| it + 7));
}

/// Check that only the files are read that the wanted counters need.
#[test]
fn only_what_is_wanted_is_read() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    for file in [
        "interrupts",
        "softirqs",
        "vmstat",
        "loadavg",
        "100/io",
        "200/status",
    ] {
        std::fs::remove_file(tree.path().join("proc").join(file)).unwrap();
    }
    let wanted = [(2, 146), (4, 24), (230, 6), (238, 6)];
    let objects = wanted.map(|(index, counter)| ObjectQuery {
        index,
        wanted: Wanted::Counters(vec![counter]),
    });
    let mut provider = LinuxProvider::open_below(tree.path(), Box::new(FixedClock)).unwrap();
    let mut collected = Collected::default();
    let request = Request {
        objects: objects.to_vec(),
        ..Request::default()
    };
    provider.collect(&request, &mut collected).unwrap();
    assert_eq!(collected.notes(), []);
    let bytes = block_of(&collected);
    assert!(values(&bytes, 230)["_Total"]["% Processor Time"].is_some());
    assert_eq!(values(&bytes, 230)["worker 300"]["IO Read Bytes/sec"], None);
    assert_eq!(values(&bytes, 238)["0"]["Interrupts/sec"], None);
    assert!(values(&bytes, 4)[""]["Available Bytes"].is_some());
}

/// Check that every file full of nonsense gives absent values and never a panic.
#[test]
fn nonsense_in_every_file() {
    for nonsense in [
        "",
        "\n\n",
        "cpu0 x\n",
        "18446744073709551616 99999999999999999999\n",
        "cpu0 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615\ncpu1 18446744073709551615 1 1 18446744073709551615 1 18446744073709551615 18446744073709551615\n",
        "8 0 sda 18446744073709551615 1 18446744073709551615 18446744073709551615 18446744073709551615 1 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615\n",
        "((((",
        "a:b:c 1 2",
    ] {
        let tree = tempfile::tempdir().unwrap();
        copy_tree(&small(), tree.path());
        for path in [
            "stat",
            "loadavg",
            "meminfo",
            "vmstat",
            "diskstats",
            "net/dev",
            "interrupts",
            "softirqs",
            "100/stat",
            "200/status",
            "300/io",
        ] {
            std::fs::write(tree.path().join("proc").join(path), nonsense).unwrap();
        }
        collect(tree.path(), &[2, 4, 230, 232, 234, 238, 510]);
    }
}

/// Check that the running kernel gives every object that it has anything for.
#[test]
fn running_kernel() {
    let mut provider = LinuxProvider::open().unwrap();
    let indexes = provider
        .objects()
        .iter()
        .filter(|it| it.class == Class::Global)
        .map(|it| it.index)
        .collect::<Vec<_>>();
    let QueryKind::Objects(objects) = Query::objects(indexes.iter().copied()).kind else {
        unreachable!("a list of objects")
    };
    let mut collected = Collected::default();
    provider
        .collect(
            &Request {
                objects,
                ..Request::default()
            },
            &mut collected,
        )
        .unwrap();
    let lost = collected
        .notes()
        .iter()
        .filter(|it| it.is_lost)
        .collect::<Vec<_>>();
    assert!(
        lost.iter().all(|it| it.object_index == Some(234)),
        "{lost:?}"
    );
    let bytes = block_of(&collected);
    assert_eq!(check(&bytes), []);
    let own = values(&bytes, 230);
    let pid = i64::from(std::process::id());
    let me = own
        .values()
        .find(|it| it["ID Process"] == Some(pid))
        .unwrap();
    assert!(me["Working Set"] > Some(0) && me["Thread Count"] > Some(0));
}
