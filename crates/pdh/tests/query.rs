//! Queries over a source that the test writes sample by sample. Identifiers are those of the shared case table.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::cell::RefCell;
use std::rc::Rc;

use perfhive_catalog::NameTable;
use perfhive_pdh::{CounterPath, FormatOptions, FormattedValue, Query, Scale, Status, Value};
use perfhive_winperf::{
    AbsentValues, Answer, BlockHeader, CounterDefinition, CounterType as T, DataBlockWriter,
    DetailLevel, FileTime, InstanceName, LangId, NO_UNIQUE_ID, Note, ObjectDefinition,
    ParentInstance, PerfTicks, Query as SourceQuery, QueryKind, Shape, Source, SourceError,
    SystemTime,
};

const SECOND: i64 = FileTime::PER_SECOND;

/// One instance: name, unique id, raw values of the counters; `None` is absent.
type Row = (&'static str, i32, Vec<Option<u64>>);

/// What the source gives next.
#[derive(Clone, Default)]
struct State {
    seconds: i64,
    processes: Vec<Row>,
    /// Parent position and thread name.
    threads: Vec<(u32, &'static str, i32)>,
    lost: Option<u32>,
    ty: Option<T>,
}

#[derive(Clone, Default)]
struct Script(Rc<RefCell<State>>);

fn counter(
    name_index: u32,
    counter_type: T,
    counter_size: u32,
    counter_offset: u32,
) -> CounterDefinition {
    CounterDefinition {
        name_index,
        help_index: name_index + 1,
        default_scale: 0,
        detail_level: DetailLevel::NOVICE,
        counter_type,
        counter_size,
        counter_offset,
    }
}

fn object(name_index: u32) -> ObjectDefinition {
    ObjectDefinition {
        name_index,
        help_index: name_index + 1,
        detail_level: DetailLevel::NOVICE,
        default_counter: 0,
        code_page: 0,
        perf_time: 0,
        perf_freq: SECOND,
    }
}

fn process_counters(first: T) -> Vec<CounterDefinition> {
    vec![
        counter(6, first, 8, 8),
        counter(680, T::COUNTER_RAWCOUNT, 4, 4),
        counter(684, T::ELAPSED_TIME, 8, 16),
        AbsentValues::definition(24),
    ]
}

impl Source for Script {
    fn answer(&mut self, query: &SourceQuery, answer: &mut Answer) -> Result<(), SourceError> {
        answer.clear();
        let state = self.0.borrow();
        let has = |index| match &query.kind {
            QueryKind::Objects(objects) => objects.iter().any(|it| it.index == index),
            QueryKind::MetadataGlobal => true,
            _ => false,
        };
        if let QueryKind::Counters(_) = query.kind {
            let names = [
                (2, "System"),
                (6, "% Processor Time"),
                (146, "Context Switches/sec"),
                (230, "Process"),
                (232, "Thread"),
                (680, "Thread Count"),
                (684, "Elapsed Time"),
            ];
            let names = names.map(|(index, name)| (index, name.to_owned())).to_vec();
            answer.shape = Shape::MultiSz;
            answer.bytes = NameTable::from_entries(names).to_multi_sz();
            return Ok(());
        }
        let is_metadata = query.kind == QueryKind::MetadataGlobal;
        let header = BlockHeader {
            system_name: "test",
            system_time: SystemTime::default(),
            perf_time: PerfTicks(state.seconds * SECOND),
            perf_freq: SECOND,
            perf_time_100ns: FileTime(state.seconds * SECOND),
            default_object: 238,
        };
        let mut writer = DataBlockWriter::begin(&mut answer.bytes, &header);
        let system = [counter(146, T::COUNTER_COUNTER, 4, 4)];
        let processes = process_counters(state.ty.unwrap_or(T::HUNDRED_NSEC_TIMER));
        let threads = [counter(146, T::COUNTER_COUNTER, 4, 4)];
        if has(2) {
            let mut system = writer.object(&object(2), &system);
            if is_metadata {
                system.finish_metadata(false);
            } else {
                system.single().set(0, 100 * state.seconds.unsigned_abs());
                system.finish();
            }
        }
        // Threads bring their processes, as in a hive.
        if (has(230) || has(232)) && state.lost != Some(230) {
            let mut out = writer.object(&object(230), &processes);
            if is_metadata {
                out.finish_metadata(true);
            } else {
                out.with_instances();
                for (name, unique_id, values) in &state.processes {
                    let id = InstanceName {
                        unique_id: *unique_id,
                        ..InstanceName::named(name)
                    };
                    let mut to = out.instance(&id);
                    values
                        .iter()
                        .enumerate()
                        .for_each(|(i, it)| to.set_known(i, *it));
                }
                out.finish();
            }
        }
        if has(232) {
            let mut out = writer.object(&object(232), &threads);
            if is_metadata {
                out.finish_metadata(true);
            } else {
                out.with_instances();
                for (position, name, unique_id) in &state.threads {
                    let parent = ParentInstance {
                        object_index: 230,
                        position: *position,
                    };
                    out.instance(&InstanceName {
                        parent: Some(parent),
                        unique_id: *unique_id,
                        name: Some(name),
                    });
                }
                out.finish();
            }
        }
        writer.finish();
        if let Some(object) = state.lost {
            let text = "provider x gave no answer".into();
            answer.notes.push(Note {
                object_index: Some(object),
                is_lost: true,
                text,
            });
        }
        Ok(())
    }
}

fn path(text: &str) -> CounterPath {
    CounterPath::parse(text).unwrap()
}

fn open() -> (Script, Query<Script>) {
    let script = Script::default();
    (
        script.clone(),
        Query::open(script, LangId::ENGLISH).unwrap(),
    )
}

/// A process with a processor time in seconds, started at a second.
fn process(name: &'static str, id: i32, busy: u64, start: u64) -> Row {
    let per_second = SECOND.unsigned_abs();
    (
        name,
        id,
        vec![Some(busy * per_second), Some(1), Some(start * per_second)],
    )
}

fn at(script: &Script, seconds: i64, processes: &[Row]) {
    *script.0.borrow_mut() = State {
        seconds,
        processes: processes.to_vec(),
        ..State::default()
    };
}

/// Check the statuses of a wildcard counter before, after one and after two samples (C249, C240).
#[test]
fn statuses_of_the_first_samples() {
    let (script, mut query) = open();
    let id = query.add(&path(r"\Process(*)\% Processor Time")).unwrap();
    assert_eq!(query.value(id).status, Status::NO_DATA);
    at(&script, 1, &[process("a", 10, 1, 0)]);
    query.collect().unwrap();
    assert_eq!(query.value(id).status, Status::CSTATUS_INVALID_DATA);
    at(&script, 2, &[process("a", 10, 1, 0)]);
    query.collect().unwrap();
    assert_eq!(query.value(id).result(), Ok(0.0));
    at(&script, 4, &[process("a", 10, 2, 0)]);
    query.collect().unwrap();
    let value = query.value(id);
    assert_eq!(
        (value.status, value.value),
        (Status::CSTATUS_NEW_DATA, Some(50.0))
    );
}

/// Check that the schema tells objects with instances from those without (C152).
#[test]
fn objects_with_and_without_instances() {
    let (_, query) = open();
    let objects = query.schema().objects().iter();
    let has_instances = objects
        .map(|it| (it.index, it.has_instances))
        .collect::<Vec<_>>();
    assert_eq!(has_instances, [(2, false), (230, true), (232, true)]);
}

/// Check that an unchanged raw value is valid and not new.
#[test]
fn unchanged_values() {
    let (script, mut query) = open();
    let id = query.add(&path(r"\Process(a)\Thread Count")).unwrap();
    for seconds in 1..3 {
        at(&script, seconds, &[process("a", 10, 1, 0)]);
        query.collect().unwrap();
    }
    assert_eq!(query.value(id).status, Status::CSTATUS_VALID_DATA);
}

/// Check what adding refuses, and that a missing instance is not refused (C135, C137).
#[test]
fn adding() {
    let (script, mut query) = open();
    let error = |query: &mut Query<Script>, text: &str| query.add(&path(text)).unwrap_err();
    let no_object = error(&mut query, r"\Proces(*)\% Processor Time");
    assert_eq!(no_object.status, Status::CSTATUS_NO_OBJECT);
    assert!(
        no_object
            .text
            .starts_with("no object \"Proces\", nearest: \"Process\"")
    );
    let no_counter = error(&mut query, r"\Process(*)\% Procesor Time");
    assert_eq!(no_counter.status, Status::CSTATUS_NO_COUNTER);
    assert!(no_counter.text.contains("nearest: \"% Processor Time\""));
    // The name exists, in another object.
    let of_other = error(&mut query, r"\System\Thread Count");
    assert_eq!(of_other.status, Status::CSTATUS_NO_COUNTER);
    assert_eq!(
        error(&mut query, r"\Process\Thread Count").status,
        Status::INVALID_PATH
    );
    assert_eq!(
        error(&mut query, r"\System(*)\Context Switches/sec").status,
        Status::INVALID_PATH
    );
    let machine = error(&mut query, r"\\other\System\Context Switches/sec");
    assert_eq!(machine.status, Status::CSTATUS_NO_MACHINE);
    assert_eq!(query.collect().unwrap_err().status, Status::NO_DATA);

    let id = query
        .add(&path(r"\\TEST\process(later)\thread count"))
        .unwrap();
    at(&script, 1, &[]);
    query.collect().unwrap();
    assert_eq!(
        query.value(id),
        Value {
            counter_type: None,
            ..query.value(id)
        }
    );
    assert_eq!(query.value(id).status, Status::CSTATUS_NO_INSTANCE);
    at(&script, 2, &[process("later", 10, 1, 0)]);
    query.collect().unwrap();
    assert_eq!(query.value(id).result(), Ok(1.0));
    query.remove(id).unwrap();
    assert_eq!(query.remove(id), Err(Status::INVALID_HANDLE));
    assert_eq!(query.value(id).status, Status::INVALID_HANDLE);
}

/// Check that duplicates are numbered in the order of the block, and found by number (C123, C146).
#[test]
fn numbers_of_duplicates() {
    let (script, mut query) = open();
    let rows = [("svchost", 5), ("other", 6), ("svchost", 7), ("SvcHost", 8)];
    let rows = rows.map(|(name, id): (_, i32)| {
        (
            name,
            id,
            vec![Some(0), Some(id.unsigned_abs().into()), Some(0)],
        )
    });
    at(&script, 1, &rows);
    let paths = query.expand(&path(r"\Process(svc*)\Thread Count")).unwrap();
    let paths = paths.iter().map(ToString::to_string).collect::<Vec<_>>();
    let expected = [
        r"\Process(svchost)\Thread Count",
        r"\Process(svchost#1)\Thread Count",
        r"\Process(SvcHost#2)\Thread Count",
    ];
    assert_eq!(paths, expected);
    let id = query.add(&path(r"\230(svchost#1)\680")).unwrap();
    query.collect().unwrap();
    assert_eq!(query.value(id).result(), Ok(7.0));
}

/// Check that a number that moves to another process never mixes two processes (C147).
#[test]
fn numbers_move_and_identities_stay() {
    let (script, mut query) = open();
    let all = query.add(&path(r"\Process(x*)\% Processor Time")).unwrap();
    let second = query.add(&path(r"\Process(x#1)\% Processor Time")).unwrap();
    at(
        &script,
        3,
        &[
            process("x", 1, 40, 0),
            process("x", 2, 20, 0),
            process("x", 3, 1000, 0),
        ],
    );
    query.collect().unwrap();
    at(
        &script,
        4,
        &[process("x", 1, 60, 0), process("x", 3, 1500, 0)],
    );
    query.collect().unwrap();
    // Per second of one second, in percent of a processor: 20 and 500 seconds.
    assert_eq!(query.value(second).result(), Ok(50_000.0));
    let mut values = Vec::new();
    query.values(all, |it| values.push((it.number, it.value.value)));
    assert_eq!(values, [(0, Some(2000.0)), (1, Some(50_000.0))]);
}

/// Check that an id that is used again, under the same name, is another process.
#[test]
fn ids_that_are_used_again() {
    let (script, mut query) = open();
    let id = query.add(&path(r"\Process(a)\% Processor Time")).unwrap();
    at(&script, 1, &[process("a", 10, 5, 0)]);
    query.collect().unwrap();
    at(&script, 2, &[process("a", 10, 50, 1)]);
    query.collect().unwrap();
    assert_eq!(query.value(id).status, Status::CSTATUS_INVALID_DATA);
    at(&script, 3, &[process("a", 10, 50, 1)]);
    query.collect().unwrap();
    assert_eq!(query.value(id).result(), Ok(0.0));
}

/// Check that the counters of instances that are not there are told, wildcards and objects without instances are not.
#[test]
fn absent_instances() {
    let (script, mut query) = open();
    let mut add = |text| query.add(&path(text)).unwrap();
    add(r"\Process(a)\Thread Count");
    let second = add(r"\Process(a#1)\Thread Count");
    let missing = add(r"\Process(b)\Thread Count");
    add(r"\Process(z*)\Thread Count");
    add(r"\System\Context Switches/sec");
    at(&script, 1, &[process("a", 1, 0, 0)]);
    assert_eq!(query.absent(), Ok(vec![second, missing]));
    at(&script, 2, &[process("a", 1, 0, 0), process("a", 2, 0, 0)]);
    assert_eq!(query.absent(), Ok(vec![missing]));
}

/// Check that new and ended instances of a wildcard are followed at each sample, values absent alone (C137).
#[test]
fn instances_come_and_go() {
    let (script, mut query) = open();
    let id = query.add(&path(r"\Process(*)\Thread Count")).unwrap();
    let names = |query: &Query<Script>| {
        let mut names = Vec::new();
        query.values(id, |it| {
            names.push((it.instance.unwrap().to_string(), it.value.result()));
        });
        names
    };
    at(
        &script,
        1,
        &[
            process("a", 1, 0, 0),
            ("b", 2, vec![Some(0), None, Some(0)]),
        ],
    );
    query.collect().unwrap();
    let absent = Err(Status::CSTATUS_INVALID_DATA);
    assert_eq!(names(&query), [("a".into(), Ok(1.0)), ("b".into(), absent)]);
    at(&script, 2, &[process("c", 3, 0, 0)]);
    query.collect().unwrap();
    assert_eq!(names(&query), [("c".into(), Ok(1.0))]);
}

/// Check that threads are found by their process, and asked for with it.
#[test]
fn parents() {
    let (script, mut query) = open();
    let one = query
        .add(&path(r"\Thread(b/t)\Context Switches/sec"))
        .unwrap();
    let of_b = query
        .add(&path(r"\Thread(b/*)\Context Switches/sec"))
        .unwrap();
    *script.0.borrow_mut() = State {
        seconds: 1,
        processes: vec![process("a", 1, 0, 0), process("b", 2, 0, 0)],
        threads: vec![(0, "t", 11), (1, "t", 21), (1, "u", 22)],
        ..State::default()
    };
    query.collect().unwrap();
    assert_eq!(query.value(one).raw.map(|it| it.first), Some(0));
    let mut found = Vec::new();
    query.values(of_b, |it| {
        found.push(format!("{}/{}", it.parent.unwrap(), it.instance.unwrap()));
    });
    assert_eq!(found, ["b/t", "b/u"]);
    let paths = query.expand(&path(r"\Thread(*/t)\*")).unwrap();
    let paths = paths.iter().map(ToString::to_string).collect::<Vec<_>>();
    let expected = [
        r"\Thread(a/t)\Context Switches/sec",
        r"\Thread(b/t)\Context Switches/sec",
    ];
    assert_eq!(paths, expected);
}

/// Check that a lost object says so, another one is not touched, and it goes on when the object is back.
#[test]
fn lost_objects() {
    let (script, mut query) = open();
    let process_id = query.add(&path(r"\Process(a)\Thread Count")).unwrap();
    let system = query.add(&path(r"\System\Context Switches/sec")).unwrap();
    at(&script, 1, &[process("a", 1, 0, 0)]);
    query.collect().unwrap();
    at(&script, 2, &[]);
    script.0.borrow_mut().lost = Some(230);
    query.collect().unwrap();
    assert_eq!(query.value(process_id).status, Status::CSTATUS_INVALID_DATA);
    assert_eq!(query.notes()[0].text, "provider x gave no answer");
    assert_eq!(query.value(system).result(), Ok(100.0));
}

/// Check that a counter whose type changes between two samples gives no value (C245).
#[test]
fn types_that_change() {
    let (script, mut query) = open();
    let id = query.add(&path(r"\Process(a)\% Processor Time")).unwrap();
    at(&script, 1, &[process("a", 1, 1, 0)]);
    query.collect().unwrap();
    at(&script, 2, &[process("a", 1, 2, 0)]);
    script.0.borrow_mut().ty = Some(T::COUNTER_BULK_COUNT);
    query.collect().unwrap();
    assert_eq!(query.value(id).status, Status::CSTATUS_INVALID_DATA);
}

/// Check that a percentage above 100 is capped unless it is asked not to be (C154).
#[test]
fn cap_and_scale() {
    let (script, mut query) = open();
    let id = query.add(&path(r"\Process(a)\% Processor Time")).unwrap();
    let busy = |tenths: u64| ("a", 1, vec![Some(tenths * 1_000_000), Some(1), Some(0)]);
    at(&script, 1, &[busy(0)]);
    query.collect().unwrap();
    at(&script, 11, &[busy(155)]);
    query.collect().unwrap();
    let value = query.value(id);
    let no_cap = FormatOptions {
        no_cap_100: true,
        ..FormatOptions::default()
    };
    assert_eq!(
        value.format(no_cap, Scale::ONE),
        Ok(FormattedValue::Double(155.0))
    );
    assert_eq!(
        value.format(FormatOptions::default(), Scale::ONE),
        Ok(FormattedValue::Double(100.0))
    );
}

/// Check that instances without an id are the same by name and number.
#[test]
fn identity_without_ids() {
    let (script, mut query) = open();
    let id = query.add(&path(r"\Process(a#1)\% Processor Time")).unwrap();
    let none = NO_UNIQUE_ID;
    at(
        &script,
        1,
        &[process("a", none, 1, 0), process("a", none, 10, 0)],
    );
    query.collect().unwrap();
    at(
        &script,
        2,
        &[process("a", none, 1, 0), process("a", none, 11, 0)],
    );
    query.collect().unwrap();
    assert_eq!(query.value(id).result(), Ok(100.0));
}
