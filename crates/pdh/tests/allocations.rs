//! A sample of fixed paths allocates nothing once everything has its size.
//!
//! The counting allocator stands for the whole program, so this test has a binary of its own.

use std::alloc::{GlobalAlloc, Layout, System};
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};

use perfhive_hive::{DEFAULT_DEADLINE, Hive};
use perfhive_linux::{LinuxProvider, SystemBootClock};
use perfhive_pdh::{CounterPath, Query};
use perfhive_winperf::LangId;

struct Counting;

static N_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);

// SAFETY: every call goes on to the system's allocator with the arguments it came with; counting touches no memory but
// an atomic number.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        N_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises about `layout` are passed on.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: `pointer` came from `System.alloc` with this layout.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        N_ALLOCATIONS.fetch_add(1, Ordering::Relaxed);
        // SAFETY: the caller's promises are passed on.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Check that collecting and formatting fixed paths of every object allocates nothing in steady state.
#[test]
fn fixed_paths_allocate_nothing() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../linux/tests/fixtures/small");
    let linux = LinuxProvider::open_below(&root, Box::new(SystemBootClock)).unwrap();
    let mut hive = Hive::new("small");
    hive.add_provider(Box::new(linux), DEFAULT_DEADLINE);
    let mut query = Query::open(hive, LangId::ENGLISH).unwrap();
    let ids = [
        r"\System\Processes",
        r"\System\Context Switches/sec",
        r"\Memory\Page Faults/sec",
        r"\Memory\Available Bytes",
        r"\Processor(_Total)\% Processor Time",
        r"\Processor(3)\Interrupts/sec",
        r"\Processor Information(0,_Total)\% C1 Time",
        r"\Processor Information(2,3)\Processor Frequency",
        r"\Process(worker#1)\% Processor Time",
        r"\Process(worker)\Private Bytes",
        r"\Process(_Total)\IO Read Bytes/sec",
        r"\Thread(init[1]/log writer)\Context Switches/sec",
        r"\PhysicalDisk(sda)\Avg. Disk sec/Read",
        r"\PhysicalDisk(_Total)\% Idle Time",
        r"\Network Interface(eth0)\Current Bandwidth",
        r"\Network Interface(eth0)\Bytes Total/sec",
    ]
    .map(|path| query.add(&CounterPath::parse(path).unwrap()).unwrap());
    let mut sum = 0.0;
    let mut sample = || {
        query.collect().unwrap();
        for id in ids {
            sum += query.value(id).result().unwrap_or(0.0);
        }
    };
    (0..5).for_each(|_| sample());
    let before = N_ALLOCATIONS.load(Ordering::Relaxed);
    (0..50).for_each(|_| sample());
    assert_eq!(N_ALLOCATIONS.load(Ordering::Relaxed) - before, 0);
    for id in ids {
        assert!(query.value(id).status.is_success(), "{:?}", query.value(id));
    }
    assert!(sum > 0.0);
}
