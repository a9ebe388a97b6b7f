//! 24 real blocks of a Windows machine: read, judged faultless, and built again byte for byte from their parts.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::path::PathBuf;

use perfhive_winperf::{
    BlockHeader, CounterBlock, CounterDefinition, CounterValues, DataBlock, DataBlockWriter,
    InstanceName, NumInstances, Object, UnusedBytes, check,
};

fn real_blocks() -> Vec<(String, Vec<u8>)> {
    let shared = std::env::var_os("PERFHIVE_SHARED").map_or_else(
        || PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared"),
        PathBuf::from,
    );
    let Ok(dir) = std::fs::read_dir(shared.join("data/perfdata")) else {
        println!("skipped: no shared/data/perfdata (set PERFHIVE_SHARED)");
        return Vec::new();
    };
    let mut blocks = dir
        .map(|entry| entry.unwrap().path())
        .map(|path| (path.display().to_string(), std::fs::read(&path).unwrap()))
        .collect::<Vec<_>>();
    blocks.sort();
    assert_eq!(blocks.len(), 24);
    blocks
}

/// The bytes of a counter block that no counter covers; the others are cleared, so that only a value that is
/// written again is there again.
fn unused_bytes(block: &CounterBlock<'_>, counters: &[CounterDefinition]) -> Vec<u8> {
    let mut bytes = block.bytes().to_vec();
    bytes[..4].fill(0);
    for counter in counters {
        let off = usize::try_from(counter.counter_offset).unwrap();
        bytes[off..off + usize::try_from(counter.counter_size).unwrap()].fill(0);
    }
    bytes
}

fn copy_values(from: &CounterBlock<'_>, counters: &[CounterDefinition], mut to: CounterValues<'_>) {
    for (position, counter) in counters.iter().enumerate() {
        to.set(position, from.value(counter).unwrap().cast_unsigned());
    }
}

fn build_object_again(object: &Object<'_>, writer: &mut DataBlockWriter<'_>) {
    let counters = object
        .counters()
        .map(|it| it.definition)
        .collect::<Vec<_>>();
    let mut again = writer.object(&object.definition(), &counters);
    if object.num_instances() == NumInstances::None {
        let block = object.counter_block().unwrap();
        let unused = unused_bytes(&block, &counters);
        copy_values(&block, &counters, again.single_over(&unused));
    } else {
        again.with_instances();
    }
    for instance in object.instances() {
        let instance = instance.unwrap();
        let block = instance.counter_block();
        let name = instance.name().to_string();
        let id = InstanceName {
            parent: instance.parent(),
            unique_id: instance.unique_id(),
            name: instance.has_name().then_some(name.as_str()),
        };
        let unused = UnusedBytes {
            name_padding: instance.name_padding(),
            counter_block: &unused_bytes(&block, &counters),
        };
        copy_values(&block, &counters, again.instance_over(&id, &unused));
    }
    again.finish();
}

fn build_again(block: &DataBlock<'_>) -> Vec<u8> {
    let mut bytes = Vec::new();
    let header = BlockHeader {
        system_name: &block.system_name().to_string(),
        system_time: block.system_time(),
        perf_time: block.perf_time(),
        perf_freq: block.perf_freq(),
        perf_time_100ns: block.perf_time_100ns(),
        default_object: block.default_object(),
    };
    let mut writer = DataBlockWriter::begin(&mut bytes, &header);
    for object in block.objects() {
        build_object_again(&object.unwrap(), &mut writer);
    }
    writer.finish();
    bytes
}

/// Check that what is taken apart and put together again is the same to the byte (C165, C166, C170).
#[test]
fn built_again_byte_for_byte() {
    for (path, bytes) in real_blocks() {
        let block = DataBlock::parse(&bytes).unwrap();
        assert_eq!(block.system_name().to_string(), "ZACH-PC", "{path}");
        assert!(build_again(&block) == bytes, "{path} differs");
    }
}

/// Check that no rule of ours is broken by what Windows itself writes.
#[test]
fn windows_breaks_no_rule() {
    for (path, bytes) in real_blocks() {
        assert_eq!(check(&bytes), [], "{path}");
    }
}

/// Check that a real block cut anywhere, or with any byte changed, is refused or read, and never panics.
#[test]
fn damaged_anywhere() {
    for (_, bytes) in real_blocks().into_iter().step_by(5) {
        for cut in (0..bytes.len()).step_by(7) {
            assert_ne!(check(&bytes[..cut]), [], "cut at {cut}");
        }
        for at in 0..bytes.len().min(2000) {
            let mut damaged = bytes.clone();
            damaged[at] ^= 0xFF;
            check(&damaged);
        }
    }
}
