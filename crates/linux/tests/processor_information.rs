//! Processor Information, on the fixture tree `small`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod small;

use std::path::Path;

use perfhive_catalog::{processor, processor_information};
use perfhive_linux::LinuxProvider;
use perfhive_provider::{Collected, Provider, Request};
use perfhive_winperf::{DataBlock, Query, QueryKind};
use small::{FixedClock, block_of, collect, copy_tree, expect, small, values};

const PROCESSOR_INFORMATION: u32 = 20220;

/// The instances in their order, without their ids.
fn names(bytes: &[u8]) -> Vec<String> {
    let block = DataBlock::parse(bytes).unwrap();
    let object = block.object(PROCESSOR_INFORMATION).unwrap();
    let names = object.instances().map(|it| it.unwrap().name().to_string());
    names.collect()
}

/// Check that both objects say the same of a processor at the same positions.
#[test]
fn counters_of_processor_come_first() {
    let n_shared = processor::OBJECT.texts.len();
    for i in 0..n_shared {
        let [ours, theirs] =
            [&processor_information::OBJECT, &processor::OBJECT].map(|it| &it.counters[i]);
        assert_eq!(
            (ours.name_index, ours.counter_type, ours.counter_size),
            (theirs.name_index, theirs.counter_type, theirs.counter_size)
        );
    }
}

/// Check that processors stand behind each other by node, each node ends in its own sum, and offline ones are missing.
#[test]
fn processors_by_node() {
    let (bytes, collected) = collect(&small(), &[PROCESSOR_INFORMATION, 238]);
    assert_eq!(
        names(&bytes),
        ["0,0", "0,1", "0,_Total", "2,3", "2,_Total", "_Total"]
    );
    assert_eq!(collected.notes(), []);
    let by_node = values(&bytes, PROCESSOR_INFORMATION);
    let of_node = [
        ("% Processor Time", 25_200 * 100_000),
        ("% User Time", 165 * 100_000),
        ("Interrupts/sec", 333),
        ("DPCs Queued/sec", 33),
    ];
    expect(&by_node, "0,_Total", &of_node);
    let plain = values(&bytes, 238);
    for (ours, theirs) in [("0,1", "1"), ("2,3", "3"), ("2,_Total", "3")] {
        let known = plain[theirs].iter().map(|(k, v)| (k.as_str(), v.unwrap()));
        expect(&by_node, ours, &known.collect::<Vec<_>>());
    }
    let (_, of_all) = plain.last_key_value().unwrap();
    let known = of_all.iter().map(|(k, v)| (k.as_str(), v.unwrap()));
    expect(&by_node, "_Total", &known.collect::<Vec<_>>());
}

/// Check clocks: MHz of the driver, those of /proc/cpuinfo where there is none, a share only where the fastest is told.
#[test]
fn clocks() {
    let (bytes, _) = collect(&small(), &[PROCESSOR_INFORMATION]);
    let values = values(&bytes, PROCESSOR_INFORMATION);
    for (instance, mhz, part_khz) in [
        ("0,0", 1500, Some(1_500_000)),
        ("0,1", 2500, Some(2_500_000)),
        ("0,_Total", 2000, Some(4_000_000)),
        ("2,3", 1300, None),
        ("_Total", 1766, None),
    ] {
        expect(&values, instance, &[("Processor Frequency", mhz)]);
        let is_it = |name: &str| name.split(' ').next() == Some(instance);
        let (_, found) = values.iter().find(|(name, _)| is_it(name)).unwrap();
        assert_eq!(found["% of Maximum Frequency"], part_khz, "{instance}");
    }
}

/// Check idle states: those of one depth together, everything deeper than two as the third, a depth that no state has
/// absent and not 0, means of times and sums of counts.
#[test]
fn idle_states() {
    let (bytes, _) = collect(&small(), &[PROCESSOR_INFORMATION]);
    let values = values(&bytes, PROCESSOR_INFORMATION);
    let cpu3 = [
        ("% C1 Time", 4_400_000),
        ("% C3 Time", 440_000_000),
        ("C1 Transitions/sec", 440),
        ("C3 Transitions/sec", 44_000),
        ("Idle Break Events/sec", 44_444),
    ];
    expect(&values, "2,3", &cpu3);
    let node0 = [
        ("% C1 Time", 1_650_000),
        ("% C3 Time", 165_000_000),
        ("C1 Transitions/sec", 330),
        ("Idle Break Events/sec", 33_333),
    ];
    expect(&values, "0,_Total", &node0);
    for (name, values) in &values {
        assert_eq!(values["% C2 Time"], None, "{name}");
        assert_eq!(values["C2 Transitions/sec"], None, "{name}");
    }
}

/// Check that a machine that tells neither nodes nor clocks nor idle states has the rest, and no notes about it.
#[test]
fn virtual_machine() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    std::fs::remove_dir_all(tree.path().join("sys/devices/system")).unwrap();
    std::fs::remove_file(tree.path().join("proc/cpuinfo")).unwrap();
    let (bytes, collected) = collect(tree.path(), &[PROCESSOR_INFORMATION]);
    assert_eq!(collected.notes(), []);
    assert_eq!(names(&bytes), ["0,0", "0,1", "0,3", "0,_Total", "_Total"]);
    for (name, values) in values(&bytes, PROCESSOR_INFORMATION) {
        assert!(values["% Idle Time"].is_some(), "{name}");
        for counter in [
            "Processor Frequency",
            "% of Maximum Frequency",
            "% C1 Time",
            "Idle Break Events/sec",
        ] {
            assert_eq!(values[counter], None, "{name} {counter}");
        }
    }
}

/// Check that a file which cannot be read costs the idle of its processor and of the sums that it is part of.
#[test]
fn missing_idle_state() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    let cpu1 = tree.path().join("sys/devices/system/cpu/cpu1");
    std::fs::remove_file(cpu1.join("cpuidle/state3/time")).unwrap();
    let (bytes, _) = collect(tree.path(), &[PROCESSOR_INFORMATION]);
    for (name, values) in values(&bytes, PROCESSOR_INFORMATION) {
        let is_known = ["0,0", "2,3", "2,_Total"].contains(&name.split(' ').next().unwrap());
        assert_eq!(values["% C3 Time"].is_some(), is_known, "{name}");
        assert_eq!(values["% C1 Time"].is_some(), is_known, "{name}");
    }
}

/// Check that processors may go and come again, and the sums that they are part of are others meanwhile.
#[test]
fn processors_come_and_go() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    let mut provider = LinuxProvider::open_below(tree.path(), Box::new(FixedClock)).unwrap();
    let stat = std::fs::read_to_string(small().join("proc/stat")).unwrap();
    let mut with = |stat: &str| {
        let path: &Path = &tree.path().join("proc/stat");
        std::fs::write(path, stat).unwrap();
        let QueryKind::Objects(objects) = Query::objects([PROCESSOR_INFORMATION]).kind else {
            unreachable!("a list of objects")
        };
        let request = Request {
            objects,
            ..Request::default()
        };
        let mut collected = Collected::default();
        provider.collect(&request, &mut collected).unwrap();
        let names = values(&block_of(&collected), PROCESSOR_INFORMATION).into_keys();
        names.collect::<Vec<_>>()
    };
    let before = with(&stat);
    let without_cpu1 = with(&stat.replace("cpu1 ", "was "));
    assert_eq!((before.len(), without_cpu1.len()), (6, 5));
    assert!(before.contains(&"0,1".into()) && !without_cpu1.contains(&"0,1".into()));
    let same = before.iter().filter(|it| without_cpu1.contains(it));
    let same = same.map(|it| it.split(' ').next().unwrap());
    assert_eq!(same.collect::<Vec<_>>(), ["0,0", "2,3", "2,_Total"]);
    assert_eq!(with(&stat), before);
}
