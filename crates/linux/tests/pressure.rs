//! What Linux has and Windows has not, on the fixture tree `small`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod small;

use std::path::Path;

use perfhive_linux::LinuxProvider;
use perfhive_provider::{Class, Provider};
use small::{FixedClock, collect, copy_tree, expect, small, values};

/// Check Pressure: microseconds in 100 ns, means in hundredths, no full stall of cpu, no instance for a resource that
/// the kernel does not watch.
#[test]
fn pressure() {
    let (bytes, collected) = collect(&small(), &[20_240]);
    assert_eq!(collected.notes(), []);
    let values = values(&bytes, 20_240);
    assert_eq!(values.keys().collect::<Vec<_>>(), ["cpu", "io", "memory"]);
    let memory = [
        ("% Some Stall Time", 20_000),
        ("% Full Stall Time", 3000),
        ("% Some Stall Avg10", 404),
        ("% Some Stall Avg60", 505),
        ("% Some Stall Avg300", 606),
        ("% Full Stall Avg10", 70),
        ("% Full Stall Avg60", 80),
        ("% Full Stall Avg300", 90),
    ];
    expect(&values, "memory", &memory);
    assert_eq!(values["cpu"]["% Some Stall Avg10"], Some(101));
    assert_eq!(values["cpu"]["% Full Stall Time"], None);
    assert_eq!(values["cpu"]["% Full Stall Avg10"], None);
}

/// Check that what a machine lacks altogether is left out of `Global`, and who asks for it by index is told why.
#[test]
fn objects_that_a_machine_lacks() {
    let lacking = [
        (20_240, "/proc/pressure: not there"),
        (20_270, "/sys/fs/cgroup/cgroup.controllers: not there"),
    ];
    let empty = tempfile::tempdir().unwrap();
    let class_of = |root: &Path, index| {
        let provider = LinuxProvider::open_below(root, Box::new(FixedClock)).unwrap();
        let mut objects = provider.objects().into_iter();
        objects.find(|it| it.index == index).unwrap().class
    };
    for (index, why) in lacking {
        assert_eq!(class_of(empty.path(), index), Class::ByIndex);
        assert_eq!(class_of(&small(), index), Class::Global);
        let (_, collected) = collect(empty.path(), &[index]);
        assert_eq!(collected.n_objects(), 0);
        let [note] = collected.notes() else {
            panic!("{:?}", collected.notes())
        };
        assert_eq!((note.is_lost, note.text.as_str()), (true, why));
    }
}

/// Check that a resource which fails costs itself, with a note.
#[test]
fn pressure_of_a_broken_resource() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    let io = tree.path().join("proc/pressure/io");
    std::fs::remove_file(&io).unwrap();
    std::fs::create_dir(&io).unwrap();
    std::fs::write(tree.path().join("proc/pressure/memory"), "some\n").unwrap();
    let (bytes, collected) = collect(tree.path(), &[20_240]);
    let values = values(&bytes, 20_240);
    assert_eq!(values.keys().collect::<Vec<_>>(), ["cpu", "memory"]);
    assert!(values["memory"].values().all(Option::is_none));
    let [note] = collected.notes() else {
        panic!("{:?}", collected.notes())
    };
    assert!(!note.is_lost && note.text.starts_with("/proc/pressure/io: "));
}

/// Check Cgroup: paths as names, microseconds in 100 ns, sums over devices, and absent what has no controller.
#[test]
fn cgroup() {
    let (bytes, collected) = collect(&small(), &[20_270]);
    assert_eq!(collected.notes(), []);
    let values = values(&bytes, 20_270);
    let names = values.keys().map(|it| it.rsplit_once(' ').unwrap());
    let names = names.map(|(name, id)| {
        assert!(id.parse::<i32>().unwrap() > 0);
        name
    });
    assert_eq!(
        names.collect::<Vec<_>>(),
        ["_Total", "system.slice", "system.slice_web [1].service"]
    );
    let web = [
        ("% Processor Time", 30_000_000),
        ("% User Time", 20_000_000),
        ("% Privileged Time", 10_000_000),
        ("Quota Periods/sec", 400),
        ("Throttled Periods/sec", 50),
        ("% Throttled Time", 6_000_000),
        ("Memory Bytes", 7_000_000),
        ("Anonymous Bytes", 4_000_000),
        ("File Cache Bytes", 2_000_000),
        ("OOM Kills", 3),
        ("Disk Reads/sec", 33),
        ("Disk Writes/sec", 44),
        ("Disk Read Bytes/sec", 11_000),
        ("Disk Write Bytes/sec", 22_000),
        ("Thread Count", 9),
        ("% CPU Some Stall Time", 1110),
        ("% CPU Full Stall Time", 2220),
        ("% Memory Some Stall Time", 3330),
        ("% Memory Full Stall Time", 4440),
        ("% IO Some Stall Time", 5550),
        ("% IO Full Stall Time", 6660),
    ];
    expect(&values, "system.slice_web [1].service", &web);
    let (_, slice) = values
        .iter()
        .find(|(name, _)| name.starts_with("system.slice "))
        .unwrap();
    assert_eq!(slice["% Processor Time"], Some(40_000_000));
    assert_eq!(slice["% Throttled Time"], None);
    assert_eq!(slice["Memory Bytes"], None);
    expect(&values, "_Total", &[("% CPU Some Stall Time", 9990)]);
    let (_, total) = values.first_key_value().unwrap();
    assert_eq!(total["% CPU Full Stall Time"], None);
    assert_eq!(total["Memory Bytes"], None);
}
