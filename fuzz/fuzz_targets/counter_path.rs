//! Any text as a counter path: refused, or printed as a path that reads the same.
#![no_main]

use libfuzzer_sys::fuzz_target;
use perfhive_pdh::CounterPath;

fuzz_target!(|text: &str| {
    if let Ok(path) = CounterPath::parse(text) {
        assert_eq!(CounterPath::parse(&path.to_string()).as_ref(), Ok(&path));
    }
});
