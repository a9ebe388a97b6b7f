//! The fixture tree `small` and what tests read of it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use perfhive_catalog::NameTable;
use perfhive_linux::{BootClock, LinuxProvider};
use perfhive_provider::{Collected, Provider, Request};
use perfhive_winperf::{
    BlockHeader, DataBlock, DataBlockWriter, FileTime, Formula, LangId, NumInstances, PerfTicks,
    Query, QueryKind, SystemTime, check,
};

/// Up for 1000 s, booted at a round moment.
pub(crate) struct FixedClock;

pub(crate) const BOOT: FileTime = FileTime::from_unix(1_700_000_000, 0);

impl BootClock for FixedClock {
    fn since_boot_100ns(&mut self) -> i64 {
        1000 * FileTime::PER_SECOND
    }

    fn wall(&mut self) -> FileTime {
        FileTime(BOOT.0 + 1000 * FileTime::PER_SECOND)
    }
}

pub(crate) fn small() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/small")
}

/// Instance name (of an object without instances: "") to counter name to raw first value.
pub(crate) type Values = BTreeMap<String, BTreeMap<String, Option<i64>>>;

pub(crate) fn block_of(collected: &Collected) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = BlockHeader {
        system_name: "small",
        system_time: SystemTime::default(),
        perf_time: PerfTicks(0),
        perf_freq: FileTime::PER_SECOND,
        perf_time_100ns: BOOT,
        default_object: 238,
    };
    let mut writer = DataBlockWriter::begin(&mut bytes, &header);
    writer.append(collected.bytes(), collected.n_objects());
    writer.finish();
    bytes
}

pub(crate) fn collect(root: &Path, objects: &[u32]) -> (Vec<u8>, Collected) {
    let mut provider = LinuxProvider::open_below(root, Box::new(FixedClock)).unwrap();
    let QueryKind::Objects(objects) = Query::objects(objects.iter().copied()).kind else {
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
    (bytes, collected)
}

pub(crate) fn values(bytes: &[u8], object_index: u32) -> Values {
    let names = NameTable::counters(LangId::ENGLISH);
    let block = DataBlock::parse(bytes).unwrap();
    let object = block.object(object_index).unwrap();
    let mut all = Values::new();
    let blocks = match object.num_instances() {
        NumInstances::None => vec![(String::new(), object.counter_block().unwrap())],
        _ => object
            .instances()
            .map(|it| it.unwrap())
            .map(|it| {
                (
                    format!("{} {}", it.name(), it.unique_id()),
                    it.counter_block(),
                )
            })
            .collect(),
    };
    for (name, values) in blocks {
        let name = name.strip_suffix(" -1").unwrap_or(&name).to_owned();
        for counter in object
            .counters()
            .filter(|it| it.definition.counter_type.is_displayed())
        {
            let formula = Formula::of(&block, &object, counter.position).unwrap();
            let raw = formula
                .read(&block, &object, &values)
                .unwrap()
                .map(|it| it.first);
            let counter = names.name(counter.definition.name_index).unwrap();
            all.entry(name.clone())
                .or_default()
                .insert(counter.to_owned(), raw);
        }
    }
    all
}

pub(crate) fn expect(values: &Values, instance: &str, expected: &[(&str, i64)]) {
    let found = values
        .iter()
        .find(|(name, _)| *name == instance || name.starts_with(&format!("{instance} ")))
        .unwrap_or_else(|| panic!("no instance {instance}"));
    for (counter, value) in expected {
        assert_eq!(found.1[*counter], Some(*value), "{instance} {counter}");
    }
}

/// A tree that a test may change.
pub(crate) fn copy_tree(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let to = to.join(entry.file_name());
        let kind = entry.file_type().unwrap();
        if kind.is_dir() {
            copy_tree(&entry.path(), &to);
        } else if kind.is_symlink() {
            std::os::unix::fs::symlink(std::fs::read_link(entry.path()).unwrap(), to).unwrap();
        } else {
            std::fs::copy(entry.path(), to).unwrap();
        }
    }
}
