//! What Linux has and Windows has not, on the fixture tree `small`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod small;

use std::path::Path;

use perfhive_linux::LinuxProvider;
use perfhive_provider::{Class, Provider};
use small::{FixedClock, collect, copy_tree, expect, small, values};

const OBJECTS: &[u32] = &[
    20_240, 20_270, 20_340, 20_360, 20_380, 20_400, 20_430, 20_460, 20_480,
];

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
        (20_340, "/proc/interrupts: not there"),
        (20_360, "/proc/softirqs: not there"),
        (20_380, "/proc/schedstat: not there"),
        (20_400, "/proc/net/sockstat: not there"),
        (20_430, "/sys/devices/system/node/online: not there"),
        (20_460, "/proc/diskstats: not there"),
        (20_480, "/sys/class/hwmon: not there"),
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

/// Check Interrupts and Softirqs: sums over processors, and `_Total` the sum of what Processor counts too.
#[test]
fn interrupts_and_softirqs() {
    let (bytes, collected) = collect(&small(), &[20_340, 20_360, 238]);
    assert_eq!(collected.notes(), []);
    let interrupts = values(&bytes, 20_340);
    for (source, value) in [
        ("0 timer", 600),
        ("25 virtio0", 60),
        ("NMI Non-maskable interrupts", 6),
        ("ERR", 9),
        ("_Total", 666),
    ] {
        expect(&interrupts, source, &[("Interrupts/sec", value)]);
    }
    let softirqs = values(&bytes, 20_360);
    for (kind, value) in [("HI", 6), ("TIMER", 60), ("_Total", 66)] {
        expect(&softirqs, kind, &[("Softirqs/sec", value)]);
    }
    let processors = values(&bytes, 238);
    let total = [("Interrupts/sec", 666), ("DPCs Queued/sec", 66)];
    expect(&processors, "_Total", &total);
}

/// Check Scheduler: nanoseconds in 100 ns, the gap of the offline processor, `_Total` as mean and sum.
#[test]
fn scheduler() {
    let (bytes, collected) = collect(&small(), &[20_380]);
    assert_eq!(collected.notes(), []);
    let values = values(&bytes, 20_380);
    let names = values.keys().map(|it| it.split(' ').next().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["0", "1", "3", "_Total"]);
    let cpu3 = [
        ("% Busy Time", 60_000),
        ("Avg. Run Queue Length", 600),
        ("Timeslices/sec", 700),
        ("Avg. Run Queue sec/Timeslice", 600),
    ];
    expect(&values, "3", &cpu3);
    let total = [
        ("% Busy Time", 30_000),
        ("Avg. Run Queue Length", 1200),
        ("Timeslices/sec", 1500),
    ];
    expect(&values, "_Total", &total);
}

/// Check Socket Summary: pages in bytes, both versions of IP, and IPv6 absent where there is none.
#[test]
fn socket_summary() {
    let (bytes, collected) = collect(&small(), &[20_400]);
    assert_eq!(collected.notes(), []);
    let page = i64::try_from(rustix::param::page_size()).unwrap();
    let expected = [
        ("Sockets Used", 210),
        ("TCP In Use", 11),
        ("TCP Orphaned", 2),
        ("TCP Time Wait", 33),
        ("TCP Allocated", 44),
        ("TCP Memory Bytes", 5 * page),
        ("UDP In Use", 6),
        ("UDP Memory Bytes", 7 * page),
        ("RAW In Use", 8),
        ("Fragment Queues", 9),
        ("Fragment Memory Bytes", 10_240),
        ("TCP6 In Use", 12),
        ("UDP6 In Use", 13),
        ("RAW6 In Use", 14),
    ];
    expect(&values(&bytes, 20_400), "", &expected);

    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    std::fs::remove_file(tree.path().join("proc/net/sockstat6")).unwrap();
    let (bytes, collected) = collect(tree.path(), &[20_400]);
    assert_eq!(collected.notes(), []);
    let values = values(&bytes, 20_400);
    assert_eq!(values[""]["TCP6 In Use"], None);
    assert_eq!(values[""]["TCP In Use"], Some(11));
}

/// Check that every file full of nonsense gives absent values or no object, and never a panic or a false 0.
#[test]
fn nonsense_in_every_file() {
    for nonsense in [
        "",
        "\n\n",
        "some avg10=x total=18446744073709551616\nfull\n",
        "CPU0 CPU1\n 0: 18446744073709551615 18446744073709551615 x\n",
        "version 15\ncpu0 1 1 1 1 1 1 18446744073709551615 18446744073709551615 18446744073709551615\ncpu1 1 1 1 1 1 1 18446744073709551615 1 1\n",
        "TCP: mem 18446744073709551615\n",
        "0-4294967295\n",
        "-18446744073709551615\n",
        "8:0 rbytes=18446744073709551615\n8:1 rbytes=1\n",
        "18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615 18446744073709551615\n",
    ] {
        let tree = tempfile::tempdir().unwrap();
        copy_tree(&small(), tree.path());
        overwrite(&tree.path().join("proc/pressure"), nonsense);
        overwrite(&tree.path().join("sys"), nonsense);
        for path in [
            "interrupts",
            "softirqs",
            "schedstat",
            "net/sockstat",
            "net/sockstat6",
        ] {
            std::fs::write(tree.path().join("proc").join(path), nonsense).unwrap();
        }
        collect(tree.path(), OBJECTS);
    }
}

/// Writes a text into every file below a directory.
fn overwrite(dir: &Path, text: &str) {
    for entry in std::fs::read_dir(dir).unwrap() {
        let entry = entry.unwrap();
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            overwrite(&entry.path(), text);
        } else if kind.is_file() {
            std::fs::write(entry.path(), text).unwrap();
        }
    }
}

/// Check NUMA Node: nodes with a gap in their numbers, KiB in bytes, sums in `_Total`.
#[test]
fn numa_node() {
    let (bytes, collected) = collect(&small(), &[20_430]);
    assert_eq!(collected.notes(), []);
    let values = values(&bytes, 20_430);
    let names = values.keys().map(|it| it.split(' ').next().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["0", "2", "_Total"]);
    for (name, factor) in [("0", 1), ("2", 10), ("_Total", 11)] {
        let expected = [
            ("Total Bytes", 80_000 * 1024),
            ("Free Bytes", 30_000 * 1024),
            ("Used Bytes", 50_000 * 1024),
            ("Anonymous Bytes", 12_000 * 1024),
            ("File Cache Bytes", 20_000 * 1024),
            ("Slab Bytes", 8000 * 1024),
            ("NUMA Hits/sec", 1000),
            ("NUMA Misses/sec", 20),
            ("NUMA Foreign/sec", 30),
            ("Interleaved Pages/sec", 40),
            ("Local Pages/sec", 900),
            ("Remote Pages/sec", 120),
        ];
        expect(
            &values,
            name,
            &expected.map(|(it, value)| (it, value * factor)),
        );
    }
}

/// Check Block Queue: the instances of PhysicalDisk, and absent what the line of a disk lacks, in `_Total` too.
#[test]
fn block_queue() {
    let (bytes, collected) = collect(&small(), &[20_460]);
    assert_eq!(collected.notes(), []);
    let values = values(&bytes, 20_460);
    let names = values.keys().map(|it| it.split(' ').next().unwrap());
    assert_eq!(names.collect::<Vec<_>>(), ["_Total", "nvme0n1", "sda"]);
    let sda = [
        ("Reads In Flight", 1),
        ("Writes In Flight", 2),
        ("Queue Depth", 64),
        ("Read Merges/sec", 10),
        ("Write Merges/sec", 20),
    ];
    expect(&values, "sda", &sda);
    assert_eq!(values["sda"]["Flushes/sec"], None);
    assert_eq!(values["nvme0n1"]["Flushes/sec"], Some(0));
    let total = [
        ("Reads In Flight", 11),
        ("Writes In Flight", 22),
        ("Queue Depth", 1087),
    ];
    expect(&values, "_Total", &total);
    assert!(
        values
            .iter()
            .any(|(name, it)| name.starts_with("_Total") && it["Flushes/sec"].is_none())
    );
}

/// Check Power and Thermal: each kind of sensor by device and label, below 0 too, and two of one name told apart.
#[test]
fn power_and_thermal() {
    let (bytes, collected) = collect(&small(), &[20_480]);
    assert_eq!(collected.notes(), []);
    let values = values(&bytes, 20_480);
    for (sensor, counter, value) in [
        ("intel-rapl package-0", "Energy Microjoules/sec", 500_000),
        (
            "intel-rapl package-0 core",
            "Energy Microjoules/sec",
            300_000,
        ),
        ("board energy1", "Energy Microjoules/sec", 800),
        ("board Package id 0", "Temperature Millidegrees", 45_000),
        ("board temp2", "Temperature Millidegrees", -2000),
        ("thermal_zone0 acpitz", "Temperature Millidegrees", 27_800),
        ("board power1", "Power Microwatts", 15_000_000),
        ("board in0", "Voltage Millivolts", 3300),
        ("board curr1", "Current Milliamperes", -700),
    ] {
        let of_sensor = values.iter().find(|(name, _)| {
            let (name, _id) = name.rsplit_once(' ').unwrap();
            name == sensor
        });
        let known = of_sensor.unwrap().1.iter().filter(|it| it.1.is_some());
        let known = known.map(|(name, value)| (name.as_str(), *value));
        assert_eq!(
            known.collect::<Vec<_>>(),
            [(counter, Some(value))],
            "{sensor}"
        );
    }
    let fans = values
        .iter()
        .filter(|(name, _)| name.starts_with("board fan1 "))
        .map(|(_, it)| it["Fan Revolutions/min"].unwrap());
    assert_eq!(fans.sum::<i64>(), 1200);
    assert_eq!(values.len(), 11);
}
