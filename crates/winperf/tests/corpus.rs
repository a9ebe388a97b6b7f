//! The fuzz corpus as ordinary tests, and the example that it is made by.

use std::fs;
use std::path::{Path, PathBuf};

use perfhive_winperf::{
    AbsentValues, BlockHeader, CounterDefinition, CounterType as T, DataBlock, DataBlockWriter,
    DetailLevel, FileTime, Formula, InstanceName, ObjectDefinition, ParentInstance, PerfTicks,
    SystemTime, check,
};

fn corpus() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus/perf_data_block")
}

fn counter(name_index: u32, ty: T, counter_size: u32, counter_offset: u32) -> CounterDefinition {
    CounterDefinition {
        name_index,
        help_index: name_index + 1,
        default_scale: 0,
        detail_level: DetailLevel::NOVICE,
        counter_type: ty,
        counter_size,
        counter_offset,
    }
}

fn object(name_index: u32, code_page: u32) -> ObjectDefinition {
    ObjectDefinition {
        name_index,
        help_index: name_index + 1,
        detail_level: DetailLevel::NOVICE,
        default_counter: 0,
        code_page,
        perf_time: 9,
        perf_freq: 10_000_000,
    }
}

fn block(fill: impl FnOnce(&mut DataBlockWriter<'_>)) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = BlockHeader {
        system_name: "seed",
        system_time: SystemTime::from_file_time(FileTime::from_unix(1_700_000_000, 0)),
        perf_time: PerfTicks(1_000_000),
        perf_freq: 10_000_000,
        perf_time_100ns: FileTime::from_unix(1_700_000_000, 0),
        default_object: 238,
    };
    let mut writer = DataBlockWriter::begin(&mut bytes, &header);
    fill(&mut writer);
    writer.finish();
    bytes
}

/// The seeds by name: every kind of object, name, counter and absence, and some broken ones.
fn seeds() -> Vec<(&'static str, Vec<u8>)> {
    let idle = [
        counter(6, T::HUNDRED_NSEC_TIMER_INV, 8, 8),
        AbsentValues::definition(16),
    ];
    let with_bases = [
        counter(206, T::AVERAGE_TIMER, 8, 8),
        counter(206, T::AVERAGE_BASE, 4, 4),
        counter(200, T::PRECISION_100NS_TIMER, 8, 16),
        counter(200, T::PRECISION_TIMESTAMP, 8, 24),
        counter(408, T::RAW_FRACTION, 4, 32),
        counter(408, T::RAW_BASE, 4, 36),
    ];
    let multi = [
        counter(6, T::COUNTER_MULTI_TIMER, 8, 8),
        counter(8, T::COUNTER_TEXT, 16, 24),
    ];
    let instances = block(|writer| {
        let mut object = writer.object(&object(238, 0), &idle);
        object.instance(&InstanceName::named("0")).set(0, 5);
        object.instance(&InstanceName::named("_Total"));
        object.finish();
    });
    let children = block(|writer| {
        let mut parents = writer.object(&object(230, 0), &idle);
        parents.instance(&InstanceName {
            unique_id: 7,
            ..InstanceName::named("größe")
        });
        parents.finish();
        let mut threads = writer.object(&object(232, 0), &idle);
        let parent = Some(ParentInstance {
            object_index: 230,
            position: 0,
        });
        threads.instance(&InstanceName {
            parent,
            unique_id: 8,
            name: None,
        });
        threads.finish();
    });
    let mut cut = children.clone();
    cut.truncate(cut.len() - 5);
    let mut long = instances.clone();
    long[96..100].fill(0xFF);
    vec![
        ("empty", block(|_| {})),
        ("instances", instances),
        ("children", children),
        ("cut", cut),
        ("object_too_long", long),
        (
            "bases",
            block(|writer| {
                let mut object = writer.object(&object(234, 0), &with_bases);
                object.instance(&InstanceName::named("sda")).set(1, 3);
                object.finish();
            }),
        ),
        (
            "multi_and_text",
            block(|writer| {
                let mut object = writer.object(&object(240, 0), &multi);
                object.single().set_multi(0, 4);
                object.finish();
            }),
        ),
        (
            "ansi_names",
            block(|writer| {
                let mut object = writer.object(&object(242, 1252), &idle);
                object.instance(&InstanceName::named("café"));
                object.finish();
            }),
        ),
        (
            "metadata",
            block(|writer| {
                writer.object(&object(238, 0), &idle).finish_metadata(true);
                writer.object(&object(2, 0), &idle).finish_metadata(false);
            }),
        ),
        (
            "own_clock",
            block(|writer| {
                let elapsed = [counter(684, T::ELAPSED_TIME, 8, 8)];
                let mut object = writer.object(&object(2, 0), &elapsed);
                object.single().set(0, 4);
                object.finish();
            }),
        ),
        (
            "rules_broken",
            block(|writer| {
                let strays = [
                    counter(200, T::AVERAGE_BASE, 8, 0),
                    counter(200, T::AVERAGE_BULK, 4, 8),
                ];
                let mut object = writer.object(&object(234, 0), &strays);
                for unique_id in [7, 7] {
                    object.instance(&InstanceName {
                        parent: Some(ParentInstance {
                            object_index: 999,
                            position: 3,
                        }),
                        unique_id,
                        ..InstanceName::named("sda")
                    });
                }
                object.finish();
            }),
        ),
        ("signature_alone", b"P\0E\0R\0F\0".to_vec()),
    ]
}

/// Check that each seed is what the writer writes today; `UPDATE_CORPUS=1` writes them anew.
#[test]
fn seeds_are_fresh() {
    for (name, bytes) in seeds() {
        let path = corpus().join(name);
        if std::env::var_os("UPDATE_CORPUS").is_some() {
            fs::create_dir_all(corpus()).unwrap();
            fs::write(&path, &bytes).unwrap();
        }
        assert_eq!(fs::read(&path).unwrap(), bytes, "{name}");
    }
}

/// Check that every file of the corpus, whole, cut and shifted, is judged and read without a panic.
#[test]
fn corpus_never_panics() {
    let mut n_files = 0;
    for entry in fs::read_dir(corpus()).unwrap() {
        let bytes = fs::read(entry.unwrap().path()).unwrap();
        n_files += 1;
        for end in 0..=bytes.len() {
            read_whole(&bytes[..end]);
            read_whole(&bytes[end..]);
        }
        for at in 0..bytes.len() {
            for value in [0, 0x7F, 0x80, 0xFF] {
                let mut damaged = bytes.clone();
                damaged[at] = value;
                read_whole(&damaged);
            }
        }
    }
    assert!(n_files > 0, "an empty corpus");
}

fn read_whole(bytes: &[u8]) {
    let violations = check(bytes);
    let Ok(block) = DataBlock::parse(bytes) else {
        assert!(!violations.is_empty());
        return;
    };
    for object in block.objects().flatten() {
        for counter in object.counters() {
            let Ok(formula) = Formula::of(&block, &object, counter.position) else {
                continue;
            };
            let own = object.counter_block().ok();
            for values in own
                .into_iter()
                .chain(object.instances().flatten().map(|it| it.counter_block()))
            {
                if let Ok(Some(raw)) = formula.read(&block, &object, &values) {
                    let _ = formula.calculate(Some(&raw), &raw);
                }
            }
        }
    }
}
