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
    let lacking = [(20_240, "/proc/pressure: not there")];
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
