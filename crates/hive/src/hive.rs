//! One query, all providers that it needs, one block.

use std::time::{Duration, Instant};

use perfhive_catalog::NameTable;
use perfhive_provider::{ProvidedObject, Provider, SampleTime};
use perfhive_winperf::{
    Answer, BlockHeader, DataBlockWriter, FileTime, Note, PerfTicks, Query, QueryKind, Shape,
    Source, SourceError, SystemTime,
};

use crate::clock::{Clock, PERF_FREQ_HZ, SystemClock};
use crate::plan::plan;
use crate::worker::{Exchange, Failure, Worker};

/// How long a provider may take where nothing else is said: Windows' own ten seconds.
pub const DEFAULT_DEADLINE: Duration = Duration::from_secs(10);

/// Name index of Processor, the object that tools shall offer first.
const DEFAULT_OBJECT: i32 = 238;

/// The hive of this machine.
pub struct Hive {
    machine: String,
    clock: Box<dyn Clock>,
    /// FILETIME of the moment at which the monotonic clock showed 0, taken once.
    anchor_100ns: i64,
    providers: Vec<Registered>,
}

/// A provider with all that the hive keeps for it.
struct Registered {
    name: String,
    objects: Vec<ProvidedObject>,
    deadline: Duration,
    worker: Worker,
    exchange: Exchange,
    /// Name indexes of the objects that this query asks it for.
    asked: Vec<u32>,
}

impl Hive {
    /// A hive without providers, for the machine of this name.
    pub fn new(machine: impl Into<String>) -> Self {
        Self::with_clock(machine, Box::new(SystemClock))
    }

    /// A hive that takes its time from `clock`.
    pub fn with_clock(machine: impl Into<String>, mut clock: Box<dyn Clock>) -> Self {
        let start = clock.now();
        let anchor_100ns = start.wall.0 - start.monotonic_100ns;
        Self {
            machine: machine.into(),
            clock,
            anchor_100ns,
            providers: Vec::new(),
        }
    }

    /// Registers a provider. Of two that give one object, the first one is asked.
    pub fn add_provider(&mut self, provider: Box<dyn Provider>, deadline: Duration) {
        let name = provider.name().to_owned();
        let is_free = |it: &ProvidedObject| {
            self.providers
                .iter()
                .all(|p| p.objects.iter().all(|o| o.index != it.index))
        };
        let objects = provider.objects().into_iter().filter(is_free).collect();
        let worker = Worker::start(provider);
        let exchange = Exchange::default();
        self.providers.push(Registered {
            name,
            objects,
            deadline,
            worker,
            exchange,
            asked: Vec::new(),
        });
    }

    /// Name of the machine.
    pub fn machine(&self) -> &str {
        &self.machine
    }

    fn block(&mut self, query: &Query, answer: &mut Answer) {
        let now = self.clock.now();
        let time = SampleTime {
            perf_time: PerfTicks(now.monotonic_100ns),
            perf_time_100ns: FileTime(self.anchor_100ns.saturating_add(now.monotonic_100ns)),
        };
        let header = BlockHeader {
            system_name: &self.machine,
            system_time: SystemTime::from_file_time(now.wall),
            perf_time: time.perf_time,
            perf_freq: PERF_FREQ_HZ,
            perf_time_100ns: time.perf_time_100ns,
            default_object: DEFAULT_OBJECT,
        };
        let mut writer = DataBlockWriter::begin(&mut answer.bytes, &header);
        let started = Instant::now();
        let notes = &mut answer.notes;
        for provider in &mut self.providers {
            provider.ask(query, time, notes);
        }
        // All work at once; each is waited for until its own deadline.
        for provider in self.providers.iter_mut().filter(|it| !it.asked.is_empty()) {
            if provider.finish(started, notes) {
                let collected = &provider.exchange.collected;
                writer.append(collected.bytes(), collected.n_objects());
                notes.extend_from_slice(collected.notes());
            }
        }
        writer.finish();
        note_foreign(query, notes);
    }
}

impl Registered {
    fn ask(&mut self, query: &Query, time: SampleTime, notes: &mut Vec<Note>) {
        let request = &mut self.exchange.request;
        plan(&query.kind, &self.objects, &mut request.objects);
        request.is_metadata = matches!(
            query.kind,
            QueryKind::MetadataGlobal | QueryKind::MetadataCostly
        );
        request.time = time;
        self.asked.clear();
        self.asked.extend(request.objects.iter().map(|it| it.index));
        if self.asked.is_empty() {
            return;
        }
        if let Err(failure) = self.worker.ask(&mut self.exchange) {
            self.lose(&failure, notes);
            self.asked.clear();
        }
    }

    /// Waits for the answer; `false` when it is lost.
    fn finish(&mut self, started: Instant, notes: &mut Vec<Note>) -> bool {
        match self
            .worker
            .finish(&mut self.exchange, started + self.deadline)
        {
            Ok(()) => true,
            Err(failure) => {
                self.lose(&failure, notes);
                false
            }
        }
    }

    fn lose(&self, failure: &Failure, notes: &mut Vec<Note>) {
        let name = &self.name;
        let text = match failure {
            Failure::Late => {
                format!("provider {name} gave no answer within {:?}", self.deadline)
            }
            Failure::Busy => format!("provider {name} is still busy with an earlier query"),
            Failure::Panicked => format!("provider {name} panicked"),
            Failure::Failed(error) => format!("provider {name}: {error}"),
            Failure::NoThread => format!("no thread for provider {name} could be started"),
        };
        notes.extend(self.asked.iter().map(|index| Note {
            object_index: Some(*index),
            is_lost: true,
            text: text.clone(),
        }));
    }
}

fn note_foreign(query: &Query, notes: &mut Vec<Note>) {
    if let QueryKind::Foreign(machine) = &query.kind {
        let text = format!("no provider serves foreign machines, \"{machine}\" among them");
        notes.push(Note {
            object_index: None,
            is_lost: true,
            text,
        });
    }
}

impl Source for Hive {
    fn answer(&mut self, query: &Query, answer: &mut Answer) -> Result<(), SourceError> {
        answer.clear();
        let names = match query.kind {
            QueryKind::Counters(language) => NameTable::counters(language),
            QueryKind::Help(language) => NameTable::help(language),
            _ => {
                self.block(query, answer);
                return Ok(());
            }
        };
        answer.shape = Shape::MultiSz;
        answer.bytes.extend(names.to_multi_sz());
        Ok(())
    }
}

impl std::fmt::Debug for Hive {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let providers = self.providers.iter().map(|it| &it.name).collect::<Vec<_>>();
        f.debug_struct("Hive")
            .field("machine", &self.machine)
            .field("providers", &providers)
            .finish()
    }
}
