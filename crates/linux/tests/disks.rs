//! Filesystem Inodes, on the fixture tree `small`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod small;

use std::path::Path;

use perfhive_linux::LinuxProvider;
use perfhive_provider::{Class, Collected, Provider, Request};
use perfhive_winperf::{Query, QueryKind, check};
use small::{FixedClock, Values, block_of, collect, copy_tree, expect, small, values};

const FILESYSTEM_INODES: u32 = 20200;

/// What the provider of filesystems tells: values, and the texts of the notes.
fn inodes(root: &Path) -> (Values, Vec<String>) {
    let mut provider = LinuxProvider::open_filesystems_below(root, Box::new(FixedClock)).unwrap();
    let QueryKind::Objects(objects) = Query::objects([FILESYSTEM_INODES]).kind else {
        unreachable!("a list of objects")
    };
    let request = Request {
        objects,
        ..Request::default()
    };
    let mut collected = Collected::default();
    provider.collect(&request, &mut collected).unwrap();
    let bytes = block_of(&collected);
    assert_eq!(check(&bytes), []);
    let notes = collected.notes().iter().map(|it| it.text.clone());
    (values(&bytes, FILESYSTEM_INODES), notes.collect())
}

/// Check Filesystem Inodes: used and free ones make the whole, what is not known of one filesystem is not known of
/// all, and else _Total is the sum.
#[test]
fn filesystem_inodes() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    let (values, notes) = inodes(tree.path());
    let names = values
        .keys()
        .map(|it| it.strip_suffix(" -1").unwrap_or(it))
        .collect::<Vec<_>>();
    assert_eq!(names[..3], ["/", "/mnt/a b", "/mnt/gone"]);
    assert!(names.len() == 4 && names[3].starts_with("_Total "));
    assert!(values["/mnt/gone"].values().all(Option::is_none));
    let (_, of_all) = values.last_key_value().unwrap();
    assert!(of_all.values().all(Option::is_none));
    assert!(notes.len() == 1 && notes[0].starts_with("/mnt/gone: "));

    std::fs::create_dir(tree.path().join("mnt/gone")).unwrap();
    let (values, notes) = inodes(tree.path());
    assert_eq!(notes, [""; 0]);
    let Some(n_used) = values["/"]["Used Inodes"] else {
        println!("skipped: the filesystem of this tree sets no limit");
        return;
    };
    assert!(n_used > 0 && values["/"]["% Inodes Used"].is_some());
    let sum_of = |counter: &str| {
        let members = ["/", "/mnt/a b", "/mnt/gone"].iter();
        members.map(|it| values[*it][counter].unwrap()).sum::<i64>()
    };
    let [used, free, total] = ["Used Inodes", "Free Inodes", "Total Inodes"].map(sum_of);
    assert_eq!(used + free, total);
    let of_all = [
        ("Used Inodes", used),
        ("Free Inodes", free),
        ("Total Inodes", total),
    ];
    expect(&values, "_Total", &of_all);
}

/// Check that no object that asks filesystems is among those that must not wait.
#[test]
fn filesystems_are_apart() {
    let (_, collected) = collect(&small(), &[236, FILESYSTEM_INODES]);
    assert_eq!((collected.n_objects(), collected.notes()), (0, &[][..]));
}

/// Check that without a list of mounts the objects of filesystems are left out of `Global`.
#[test]
fn no_mounts() {
    let empty = tempfile::tempdir().unwrap();
    let provider =
        LinuxProvider::open_filesystems_below(empty.path(), Box::new(FixedClock)).unwrap();
    let classes = provider.objects();
    assert!(classes.len() == 2 && classes.iter().all(|it| it.class == Class::ByIndex));
}
