//! The generated tables: that a writer can fill them, and that they are what real systems send.

use std::path::PathBuf;

use perfhive_catalog::{ObjectTable, all, physical_disk, processor};
use perfhive_winperf::{AbsentValues, CounterDefinition, DataBlock};

/// Check that every value is aligned behind the block's length, and that values overlap only where they are one.
#[test]
fn values_have_room() {
    for object in all() {
        for (i, counter) in object.counters.iter().enumerate() {
            let name = counter_name(object, i);
            let (start, size) = (counter.counter_offset, counter.counter_size);
            assert!(start >= 4 && start % size == 0, "{name} at {start}");
            for (j, other) in object.counters.iter().enumerate().take(i) {
                let apart = counter.value_end() <= u64::from(other.counter_offset)
                    || other.value_end() <= u64::from(start);
                let one = start == other.counter_offset
                    && counter.counter_type == other.counter_type
                    && counter.counter_type.is_base();
                assert!(apart || one, "{name} and {}", counter_name(object, j));
            }
        }
    }
}

/// Check that the mask of absent values stands last, in the definitions and in the counter block.
#[test]
fn mask_stands_last() {
    for object in all() {
        let (mask, counters) = object.counters.split_last().unwrap();
        assert!(AbsentValues::is_mask(mask), "{}", object.ident);
        assert!(counters.len() <= AbsentValues::MAX_COUNTERS);
        assert_eq!(counters.len(), object.texts.len());
        for counter in counters {
            assert!(!AbsentValues::is_mask(counter));
            assert!(counter.value_end() <= u64::from(mask.counter_offset));
        }
        assert!(object.text(counters.len()).is_none());
    }
}

/// Check that a base counter stands behind its counter and nowhere else.
#[test]
fn base_counter_follows_its_counter() {
    for object in all() {
        for (i, pair) in object.counters.windows(2).enumerate() {
            let name = counter_name(object, i);
            assert_eq!(
                pair[0].counter_type.has_base(),
                pair[1].counter_type.is_base(),
                "{name}"
            );
            if pair[1].counter_type.is_base() {
                assert_eq!(pair[0].name_index, pair[1].name_index, "{name}");
                let base = format!("{}_base", object.texts[i].ident);
                assert_eq!(object.texts[i + 1].ident, base);
            }
        }
    }
}

/// Check that objects are found by index, and their counters by the constants of their module.
#[test]
fn tables_are_found() {
    let of_windows = all()
        .iter()
        .map(|it| it.definition.name_index)
        .filter(|it| *it < 20_000);
    assert_eq!(
        of_windows.collect::<Vec<_>>(),
        [
            2, 4, 230, 232, 234, 236, 238, 510, 546, 548, 582, 638, 658, 700, 1532, 1534
        ]
    );
    let table = ObjectTable::of_index(238).unwrap();
    assert_eq!((table.ident, table.name.en), ("processor", "Processor"));
    let text = table.text(processor::DPC_TIME).unwrap();
    assert_eq!((text.ident, text.name.en), ("dpc_time", "% DPC Time"));
    assert!(ObjectTable::of_index(240).is_none());
    for object in all() {
        let default = usize::try_from(object.definition.default_counter).unwrap();
        assert!(object.text(default).is_some(), "{}", object.ident);
        let parent = object.parent.map(ObjectTable::of_index);
        assert!(parent.is_none_or(|it| it.is_some()), "{}", object.ident);
    }
}

/// Check that the time stamps of a disk are one value, as in real blocks.
#[test]
fn disk_time_stamps_are_one_value() {
    let stamps = [
        physical_disk::DISK_TIME_BASE,
        physical_disk::DISK_READ_TIME_BASE,
        physical_disk::DISK_WRITE_TIME_BASE,
        physical_disk::IDLE_TIME_BASE,
    ];
    let offset = |position: usize| physical_disk::OBJECT.counters[position].counter_offset;
    assert!(stamps.iter().all(|it| offset(*it) == offset(stamps[0])));
}

/// Check that each counter is defined as in a block of a real system, but for its offset, and that they stand in the
/// same order.
#[test]
fn definitions_are_those_of_real_blocks() {
    let shared = std::env::var_os("PERFHIVE_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let Ok(files) = std::fs::read_dir(shared.join("data/perfdata")) else {
        println!("skipped: no shared/data/perfdata (set PERFHIVE_SHARED)");
        return;
    };
    let mut seen = Vec::new();
    for file in files {
        let path = file.unwrap().path();
        let Ok(bytes) = std::fs::read(&path) else {
            continue;
        };
        let Ok(block) = DataBlock::parse(&bytes) else {
            continue;
        };
        for real in block.objects().flatten() {
            let Some(table) = ObjectTable::of_index(real.name_index()) else {
                continue;
            };
            let head = real.definition();
            assert_eq!(head.help_index, table.definition.help_index);
            assert_eq!(head.detail_level, table.definition.detail_level);
            assert_eq!(head.perf_freq != 0, table.has_own_clock, "{}", table.ident);
            let mut rest = real.counters().map(|it| without_offset(&it.definition));
            for (i, text) in table.texts.iter().enumerate() {
                let counter = without_offset(&table.counters[i]);
                assert!(
                    rest.any(|it| it == counter),
                    "{}: {} is not so in {}",
                    table.ident,
                    text.ident,
                    path.display()
                );
            }
            seen.push(table.ident);
        }
    }
    seen.sort_unstable();
    seen.dedup();
    // No block of the Thread object, or of a protocol but TCP, is at hand.
    assert_eq!(
        seen,
        [
            "logical_disk",
            "memory",
            "network_interface",
            "physical_disk",
            "process",
            "processor",
            "system",
            "tcpv4"
        ]
    );
}

fn without_offset(counter: &CounterDefinition) -> CounterDefinition {
    CounterDefinition {
        counter_offset: 0,
        ..*counter
    }
}

fn counter_name(object: &ObjectTable, position: usize) -> String {
    let ident = object.text(position).map_or("absent_values", |it| it.ident);
    format!("{}: {ident}", object.ident)
}
