//! The hive over providers that behave, hang, fail and panic; the key's contract. Identifiers are those of the
//! shared case table.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::sync::mpsc::{Receiver, channel};
use std::time::Duration;

use perfhive_hive::{
    Clock, DEFAULT_DEADLINE, Hive, Instants, PerformanceKey, ValueType, Win32Error,
};
use perfhive_provider::{Class, CollectError, Collected, ProvidedObject, Provider, Request};
use perfhive_winperf::{
    Answer, CounterDefinition, CounterType, DataBlock, DetailLevel, FileTime, ObjectDefinition,
    ObjectWriter, Query, Source, check,
};

/// What a test provider does when it is asked.
enum Behaviour {
    Answer,
    Fail,
    Panic,
    /// Waits until the test says so.
    Hang(Receiver<()>),
}

struct Fake {
    objects: Vec<ProvidedObject>,
    behaviour: Behaviour,
}

const COUNTER: CounterDefinition = CounterDefinition {
    name_index: 6,
    help_index: 7,
    default_scale: 0,
    detail_level: DetailLevel::NOVICE,
    counter_type: CounterType::COUNTER_RAWCOUNT,
    counter_size: 4,
    counter_offset: 4,
};

impl Provider for Fake {
    fn name(&self) -> &str {
        "fake"
    }

    fn objects(&self) -> Vec<ProvidedObject> {
        self.objects.clone()
    }

    fn collect(&mut self, request: &Request, out: &mut Collected) -> Result<(), CollectError> {
        match &self.behaviour {
            Behaviour::Answer => {}
            Behaviour::Fail => return Err(CollectError("no kernel".into())),
            Behaviour::Panic => panic!("a provider's own fault"),
            Behaviour::Hang(until) => until.recv().unwrap_or_default(),
        }
        for object in &request.objects {
            out.object_with(object.index, |bytes| {
                let definition = ObjectDefinition {
                    name_index: object.index,
                    help_index: object.index + 1,
                    detail_level: DetailLevel::NOVICE,
                    default_counter: 0,
                    code_page: 0,
                    perf_time: 0,
                    perf_freq: 0,
                };
                let mut writer = ObjectWriter::begin(bytes, &definition, &[COUNTER]);
                if request.is_metadata {
                    writer.finish_metadata(false);
                } else {
                    writer.single().set(0, 7);
                    writer.finish();
                }
                Ok::<_, CollectError>(())
            });
        }
        Ok(())
    }
}

struct FixedClock;

impl Clock for FixedClock {
    fn now(&mut self) -> Instants {
        Instants {
            wall: FileTime::from_unix(1_700_000_000, 0),
            monotonic_100ns: 5_000_000,
        }
    }
}

fn provided(index: u32, class: Class, parent: Option<u32>) -> ProvidedObject {
    ProvidedObject {
        index,
        class,
        parent,
    }
}

fn hive(providers: Vec<(Vec<ProvidedObject>, Behaviour, Duration)>) -> Hive {
    let mut hive = Hive::with_clock("test", Box::new(FixedClock));
    for (objects, behaviour, deadline) in providers {
        hive.add_provider(Box::new(Fake { objects, behaviour }), deadline);
    }
    hive
}

fn usual() -> Hive {
    let objects = vec![
        provided(2, Class::Global, None),
        provided(230, Class::Global, None),
        provided(232, Class::Global, Some(230)),
        provided(500, Class::Costly, None),
    ];
    hive(vec![(objects, Behaviour::Answer, DEFAULT_DEADLINE)])
}

fn ask(hive: &mut Hive, text: &str) -> (Vec<u32>, Answer) {
    let mut answer = Answer::default();
    hive.answer(&Query::parse(text), &mut answer).unwrap();
    assert_eq!(check(&answer.bytes), []);
    let block = DataBlock::parse(&answer.bytes).unwrap();
    (
        block.objects().map(|it| it.unwrap().name_index()).collect(),
        answer,
    )
}

/// Check that each query, in any letter case, brings its own objects (C188, C189).
#[test]
fn queries_and_their_objects() {
    let mut hive = usual();
    for (text, objects) in [
        ("Global", &[2, 230, 232][..]),
        ("gLOBAL", &[2, 230, 232]),
        ("OLD_Global", &[2, 230, 232]),
        ("Costly", &[500]),
        ("232", &[230, 232]),
        ("230 232 2", &[230, 232, 2]),
        ("500 9999", &[500]),
        ("MetadataGlobal", &[2, 230, 232]),
        ("MetadataCostly", &[500]),
        ("Foreign other", &[]),
    ] {
        assert_eq!(ask(&mut hive, text).0, objects, "{text}");
    }
}

/// Check the head of the empty block that an unknown query gets (C079, C085, C086, C087).
#[test]
fn unknown_query_gets_an_empty_block() {
    let (objects, answer) = ask(&mut usual(), "invalid counter name");
    let block = DataBlock::parse(&answer.bytes).unwrap();
    assert_eq!(objects, [0u32; 0]);
    assert_eq!(block.header_length(), block.bytes().len());
    assert_eq!(block.header_length(), (88 + 10 + 7) & !7);
    assert_eq!(
        (block.version(), block.revision(), block.default_object()),
        (1, 1, 238)
    );
    assert_eq!(
        (block.perf_time().0, block.perf_freq()),
        (5_000_000, 10_000_000)
    );
    assert_eq!(
        block.perf_time_100ns(),
        FileTime::from_unix(1_700_000_000, 0)
    );
    assert_eq!(
        block.system_time().members(),
        [2023, 11, 2, 14, 22, 13, 20, 0]
    );
    assert_eq!(block.system_name().to_string(), "test");
    assert_eq!(&answer.bytes[88..98], b"t\0e\0s\0t\0\0\0");
}

/// Shows what the test says.
struct SteppedClock(std::sync::Arc<std::sync::Mutex<Instants>>);

impl Clock for SteppedClock {
    fn now(&mut self) -> Instants {
        *self.0.lock().unwrap()
    }
}

/// Check that a stepped wall clock bends neither performance time, and that time in suspend, in which the monotonic
/// clock stands still, is in none of them.
#[test]
fn stepped_clocks_and_suspend() {
    let start = Instants {
        wall: FileTime(1_000_000_000),
        monotonic_100ns: 50,
    };
    let shown = std::sync::Arc::new(std::sync::Mutex::new(start));
    let mut hive = Hive::with_clock("test", Box::new(SteppedClock(shown.clone())));
    let mut times = |wall, monotonic_100ns| {
        *shown.lock().unwrap() = Instants {
            wall: FileTime(wall),
            monotonic_100ns,
        };
        let (_, answer) = ask(&mut hive, "2");
        let block = DataBlock::parse(&answer.bytes).unwrap();
        (block.perf_time().0, block.perf_time_100ns().0)
    };
    assert_eq!(times(1_000_000_000, 50), (50, 1_000_000_000));
    // An hour back on the wall, one second of the monotonic clock.
    assert_eq!(
        times(1_000_000_000 - 36_000_000_000, 10_000_050),
        (10_000_050, 1_010_000_000)
    );
    // A night in suspend: the wall clock goes on alone.
    assert_eq!(
        times(400_000_000_000, 10_000_060),
        (10_000_060, 1_010_000_010)
    );
}

/// Check that a provider that fails, panics or hangs costs its own objects and says so, and answers again later.
#[test]
fn faults_cost_their_own_objects() {
    let (release, until) = channel();
    let one = |index| vec![provided(index, Class::Global, None)];
    let short = Duration::from_millis(50);
    let mut hive = hive(vec![
        (one(2), Behaviour::Answer, DEFAULT_DEADLINE),
        (one(4), Behaviour::Fail, DEFAULT_DEADLINE),
        (one(6), Behaviour::Panic, DEFAULT_DEADLINE),
        (one(8), Behaviour::Hang(until), short),
    ]);
    let (objects, answer) = ask(&mut hive, "Global");
    assert_eq!(objects, [2]);
    let notes = answer
        .notes
        .iter()
        .map(|it| (it.object_index, it.is_lost, it.text.as_str()));
    assert_eq!(
        notes.collect::<Vec<_>>(),
        [
            (Some(4), true, "provider fake: no kernel"),
            (Some(6), true, "provider fake panicked"),
            (Some(8), true, "provider fake gave no answer within 50ms"),
        ]
    );
    let (_, answer) = ask(&mut hive, "8");
    assert_eq!(
        answer.notes[0].text,
        "provider fake is still busy with an earlier query"
    );
    drop(release);
    let mut n_asked = 0;
    while ask(&mut hive, "8").0 != [8] {
        n_asked += 1;
        assert!(n_asked < 1000, "never answers again");
        std::thread::sleep(Duration::from_millis(5));
    }
}

/// Check that a block is never told a size for and fits once the buffer has grown (C078, C082, C083, C084).
#[test]
fn blocks_have_no_size_hint() {
    let mut key = PerformanceKey::new(usual());
    for name in ["Global", "2", "invalid counter name"] {
        let mut length = 0xdead_beef;
        assert_eq!(
            key.query_value(name, None, &mut length),
            (Win32Error::MORE_DATA, ValueType::BINARY)
        );
        assert_eq!(length, 0);
    }
    let mut buffer = vec![0; 10];
    let mut n_tries = 0;
    loop {
        let mut length = 10;
        let (status, value_type) = key.query_value("Global", Some(&mut buffer), &mut length);
        assert_eq!(value_type, ValueType::BINARY);
        if status == Win32Error::SUCCESS {
            let block = DataBlock::parse(&buffer).unwrap();
            assert_eq!(block.bytes().len(), usize::try_from(length).unwrap());
            break;
        }
        assert_eq!((status, length), (Win32Error::MORE_DATA, 0));
        buffer.resize(buffer.len() * 10, 0);
        n_tries += 1;
        assert!(n_tries < 6);
    }
}

/// Check that the name list under the old name "Counters" can be sized first and then read.
#[test]
fn name_lists_tell_their_size() {
    let mut key = PerformanceKey::new(usual());
    let mut length = 0;
    assert_eq!(
        key.query_value("Counters", None, &mut length),
        (Win32Error::SUCCESS, ValueType::MULTI_SZ)
    );
    let mut buffer = vec![0; usize::try_from(length).unwrap()];
    let answered = key.query_value("counter 009", Some(&mut buffer), &mut length);
    assert_eq!(answered, (Win32Error::SUCCESS, ValueType::MULTI_SZ));
    assert!(buffer.starts_with(b"1\0\0\x001\x008\x004\x007\0\0\0"));
    let answered = key.query_value("Help 009", Some(&mut buffer[..4]), &mut length);
    assert_eq!(answered, (Win32Error::MORE_DATA, ValueType::MULTI_SZ));
}

/// Check that everything but querying is refused (C089 to C097).
#[test]
fn the_key_takes_nothing() {
    let mut key = PerformanceKey::new(usual());
    assert_eq!(key.open_key(None), Win32Error::INVALID_HANDLE);
    assert_eq!(key.open_key(Some("Global")), Win32Error::INVALID_HANDLE);
    assert_eq!(key.set_value("Global", b"1234"), Win32Error::INVALID_HANDLE);
    let mut length = 40;
    assert_eq!(
        (key.enum_value(0, &mut length), length),
        (Win32Error::MORE_DATA, 40)
    );
    assert_eq!(key.close().0, Win32Error::SUCCESS);
}
