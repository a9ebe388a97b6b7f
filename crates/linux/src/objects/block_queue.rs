//! Block Queue (20460): what waits before each disk; `_Total` last.

use perfhive_catalog::{ObjectTable, block_queue as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::disk_values::SECTOR_BYTES;
use super::fingerprint::Fingerprint;
use super::physical_disk::is_physical_disk;
use super::seen::Seen;
use crate::instance_name::write_name;
use crate::kernel::Kernel;
use crate::read::proc_diskstats::{self, QueueStats};
use crate::read::{KernelFile, ReadError, Root, fields};

/// The devices seen so far.
#[derive(Default)]
pub(super) struct BlockQueue {
    devices: Seen<Device>,
    name: String,
}

struct Device {
    is_disk: bool,
    inflight: KernelFile,
    nr_requests: KernelFile,
}

/// A value for each of [`POSITIONS`]; `None` is absent.
type Values = [Option<u64>; POSITIONS.len()];

const POSITIONS: [usize; 8] = [
    at::READS_IN_FLIGHT,
    at::WRITES_IN_FLIGHT,
    at::QUEUE_DEPTH,
    at::READ_MERGES,
    at::WRITE_MERGES,
    at::DISCARDS,
    at::DISCARD_BYTES,
    at::FLUSHES,
];

/// Which files a sample needs beside the one of all disks.
#[derive(Clone, Copy)]
struct Needs {
    inflight: bool,
    nr_requests: bool,
}

impl Object for BlockQueue {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has("proc/diskstats") && root.has("sys/block")
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let needs = Needs {
            inflight: super::wants(
                &at::OBJECT,
                wanted,
                &[at::READS_IN_FLIGHT, at::WRITES_IN_FLIGHT],
            ),
            nr_requests: super::wants(&at::OBJECT, wanted, &[at::QUEUE_DEPTH]),
        };
        let sample = kernel.sample();
        let text = kernel.diskstats.text(&kernel.root, sample)?;
        let mut total = [Some(0u64); POSITIONS.len()];
        let mut members = Fingerprint::default();
        for (name, stats) in proc_diskstats::queues(text) {
            let device = self
                .devices
                .get_or_make(name, || Device::look_up(&kernel.root, name))?;
            if !device.is_disk {
                continue;
            }
            let values = device.values(&kernel.root, &stats, needs);
            write_name(&mut self.name, name);
            write_values(&values, &InstanceName::named(&self.name), out);
            for (sum, value) in total.iter_mut().zip(values) {
                *sum = sum.zip(value).map(|(a, b)| a.saturating_add(b));
            }
            members.add(name);
        }
        self.devices
            .keep(|| proc_diskstats::queues(text).map(|(name, _)| name));
        if out.n_instances() > 0 {
            let name = members.named("_Total");
            write_values(&total, &name, out);
        }
        Ok(())
    }
}

impl Device {
    /// A device that is seen for the first time: is it a whole disk?
    fn look_up(root: &Root, name: &[u8]) -> Result<Self, ReadError> {
        let dir = String::from_utf8_lossy(name).replace('/', "!");
        let file = |file| KernelFile::new(format!("sys/block/{dir}/{file}"));
        Ok(Self {
            is_disk: is_physical_disk(root, name)?,
            inflight: file("inflight"),
            nr_requests: file("queue/nr_requests"),
        })
    }

    fn values(&mut self, root: &Root, stats: &QueueStats, needs: Needs) -> Values {
        let in_flight = |file: &mut KernelFile| {
            let text = file.read(root).ok()?;
            let mut fields = fields::numbers(text.trim_ascii());
            fields.next().zip(fields.next())
        };
        let in_flight = if needs.inflight {
            in_flight(&mut self.inflight)
        } else {
            None
        };
        let depth = |file: &mut KernelFile| fields::number(file.read(root).ok()?.trim_ascii());
        let depth = if needs.nr_requests {
            depth(&mut self.nr_requests)
        } else {
            None
        };
        [
            in_flight.map(|(reads, _)| reads),
            in_flight.map(|(_, writes)| writes),
            depth,
            Some(stats.reads_merged),
            Some(stats.writes_merged),
            stats.discards,
            stats
                .sectors_discarded
                .map(|it| it.saturating_mul(SECTOR_BYTES)),
            stats.flushes,
        ]
    }
}

fn write_values(values: &Values, name: &InstanceName<'_>, out: &mut ObjectWriter<'_>) {
    let mut to = out.instance(name);
    for (position, value) in POSITIONS.iter().zip(values) {
        to.set_known(*position, *value);
    }
}
