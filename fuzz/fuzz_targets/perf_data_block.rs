//! Any bytes as a performance data block: judged and read whole, never a panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfhive_winperf::{DataBlock, Formula, check};

fuzz_target!(|bytes: &[u8]| {
    let violations = check(bytes);
    let Ok(block) = DataBlock::parse(bytes) else {
        assert!(!violations.is_empty());
        return;
    };
    let _ = block.system_name().to_string();
    for object in block.objects().flatten() {
        for counter in object.counters() {
            let Ok(formula) = Formula::of(&block, &object, counter.position) else {
                continue;
            };
            let own = object.counter_block().ok();
            let of_instances = object.instances().flatten().map(|it| it.counter_block());
            for values in own.into_iter().chain(of_instances) {
                if let Ok(Some(raw)) = formula.read(&block, &object, &values) {
                    let _ = formula.calculate(None, &raw);
                    let _ = formula.calculate(Some(&raw), &raw);
                }
            }
        }
        for instance in object.instances().flatten() {
            let _ = instance.name().to_string();
        }
    }
});
