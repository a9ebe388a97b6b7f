//! Filesystems and swap, on the fixture tree `small`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod small;

use perfhive_catalog::{logical_disk, physical_disk};
use perfhive_linux::LinuxProvider;
use perfhive_provider::{Collected, Provider, Request};
use perfhive_winperf::{Query, QueryKind, check};
use small::{FixedClock, block_of, collect, copy_tree, expect, small, values};

/// Check Paging File: names without their directory of devices, a share of each area and of all.
#[test]
fn paging_file() {
    let (bytes, _) = collect(&small(), &[700]);
    let values = values(&bytes, 700);
    assert_eq!(
        values.keys().collect::<Vec<_>>(),
        ["_Total", "sda2", "swapfile"]
    );
    expect(&values, "sda2", &[("% Usage", 1_000_000)]);
    expect(&values, "_Total", &[("% Usage", 1_500_000)]);
}

/// Check that a machine without swap has no share of nothing.
#[test]
fn no_swap() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    std::fs::write(
        tree.path().join("proc/swaps"),
        "Filename Type Size Used Priority\n",
    )
    .unwrap();
    let (bytes, _) = collect(tree.path(), &[700]);
    assert_eq!(values(&bytes, 700)["_Total"]["% Usage"], None);
}

/// Check that the counters of a device stand in LogicalDisk as they stand in PhysicalDisk, behind those of free space.
#[test]
fn logical_disk_follows_physical_disk() {
    let shift = logical_disk::CURRENT_DISK_QUEUE_LENGTH;
    for (i, text) in physical_disk::OBJECT.texts.iter().enumerate() {
        assert_eq!(logical_disk::OBJECT.texts[i + shift].ident, text.ident);
    }
}

/// Check LogicalDisk: each device once, nothing that stores nothing, a server that is gone costs its own space and
/// that of the sum, devices where there are any.
#[test]
fn logical_disk() {
    let mut provider =
        LinuxProvider::open_filesystems_below(&small(), Box::new(FixedClock)).unwrap();
    let QueryKind::Objects(objects) = Query::objects([236]).kind else {
        unreachable!("a list of objects")
    };
    let mut collected = Collected::default();
    let request = Request {
        objects,
        ..Request::default()
    };
    provider.collect(&request, &mut collected).unwrap();
    let bytes = block_of(&collected);
    assert_eq!(check(&bytes), []);
    let values = values(&bytes, 236);
    let names = values
        .keys()
        .map(|it| it.strip_suffix(" -1").unwrap_or(it))
        .collect::<Vec<_>>();
    assert_eq!(names[..3], ["/", "/mnt/a b", "/mnt/gone"]);
    assert!(names.len() == 4 && names[3].starts_with("_Total"));
    expect(
        &values,
        "/",
        &[("Disk Reads/sec", 999), ("Current Disk Queue Length", 0)],
    );
    expect(&values, "/mnt/a b", &[("Disk Reads/sec", 3000)]);
    expect(&values, "_Total", &[("Disk Reads/sec", 3999)]);
    assert!(values["/"]["Free Megabytes"].is_some());
    assert_eq!(values["/mnt/gone"]["% Free Space"], None);
    assert_eq!(values["/mnt/gone"]["Disk Reads/sec"], None);
    assert_eq!(values.values().last().unwrap()["Free Megabytes"], None);
    let [note] = collected.notes() else {
        panic!("{:?}", collected.notes())
    };
    assert!(
        !note.is_lost && note.text.starts_with("/mnt/gone: "),
        "{}",
        note.text
    );
}
