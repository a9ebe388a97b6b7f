//! Processor Information (20220): Processor by node, with clocks and idle states; the `_Total` of a node behind it.
//!
//! The index that Windows gives it is in no public list that holds for all its versions, so it has one of Linux' range.

use std::fmt::Write as _;

use perfhive_catalog::{ObjectTable, processor_information as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::clock_values::ClockValues;
use super::fingerprint::Fingerprint;
use super::idle_values::{IdleValues, IdleWants};
use super::processor_values::{CountTables, ProcessorValues};
use crate::kernel::Kernel;
use crate::read::proc_stat::{self, CpuTicks};
use crate::read::{CpuFiles, Depth, KernelFile, ReadError, ReadKind, Root};
use crate::read::{proc_cpuinfo, sys_node};

/// The processors that are online.
pub(super) struct ProcessorInformation {
    /// As `/proc/stat` has them.
    online: Vec<u32>,
    /// By node, and by number within it.
    cpus: Vec<Cpu>,
    counts: CountTables,
    cpuinfo: KernelFile,
    files: CpuFiles,
    name: String,
}

struct Cpu {
    id: u32,
    node: u32,
    ticks: CpuTicks,
    clock: ClockValues,
    /// Looked for when they are first wanted.
    idle_states: Option<Vec<Option<Depth>>>,
}

/// Processors added up.
struct Sum {
    shared: ProcessorValues,
    idle: IdleValues,
    clock: ClockValues,
    n_cpus: u64,
    members: Fingerprint,
}

impl Default for ProcessorInformation {
    fn default() -> Self {
        Self {
            online: Vec::new(),
            cpus: Vec::new(),
            counts: CountTables::default(),
            cpuinfo: KernelFile::new("proc/cpuinfo"),
            files: CpuFiles::default(),
            name: String::new(),
        }
    }
}

impl Object for ProcessorInformation {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let sample = kernel.sample();
        let stat = kernel.stat.text(&kernel.root, sample)?;
        self.update(&kernel.root, stat);
        if self.cpus.is_empty() {
            return Err(ReadError {
                path: "proc/stat".into(),
                kind: ReadKind::Malformed,
            });
        }
        self.counts.read(kernel, &at::OBJECT, wanted, notes);
        self.read_clocks(&kernel.root, wanted);
        let idle_wants = IdleWants::of(wanted);
        let mut total = Sum::default();
        for node in self.cpus.chunk_by_mut(|a, b| a.node == b.node) {
            let mut of_node = Sum::default();
            let number = node[0].node;
            // On a machine of one node its sum and that of all have the same members.
            of_node.members.add(&number.to_le_bytes());
            for cpu in node {
                let idle = cpu.idle(&idle_wants, &mut self.files, &kernel.root);
                let mut alone = Sum::default();
                for sum in [&mut alone, &mut of_node, &mut total] {
                    sum.shared.add(&self.counts.of_cpu(cpu.id, cpu.ticks));
                    sum.idle.add(&idle);
                    sum.clock.add(&cpu.clock);
                    sum.n_cpus += 1;
                    sum.members.add(&cpu.id.to_le_bytes());
                }
                self.name.clear();
                let _ = write!(self.name, "{number},{}", cpu.id);
                alone.write(kernel, &InstanceName::named(&self.name), out);
            }
            self.name.clear();
            let _ = write!(self.name, "{number},_Total");
            of_node.write(kernel, &of_node.members.named(&self.name), out);
        }
        total.write(kernel, &total.members.named("_Total"), out);
        Ok(())
    }
}

impl ProcessorInformation {
    /// Takes the ticks, and looks at the nodes when processors came or went.
    fn update(&mut self, root: &Root, stat: &[u8]) {
        let online = || proc_stat::cpus(stat).map(|(id, _)| id);
        if !online().eq(self.online.iter().copied()) {
            self.online.clear();
            self.online.extend(online());
            self.cpus.clear();
            self.cpus.extend(self.online.iter().map(|id| Cpu::new(*id)));
            set_nodes(root, &mut self.cpus);
            self.cpus.sort_by_key(|cpu| (cpu.node, cpu.id));
        }
        for (id, ticks) in proc_stat::cpus(stat) {
            if let Some(cpu) = self.cpus.iter_mut().find(|cpu| cpu.id == id) {
                cpu.ticks = ticks;
            }
        }
    }

    fn read_clocks(&mut self, root: &Root, wanted: &Wanted) {
        let is_wanted = |positions| super::wants(&at::OBJECT, wanted, positions);
        if !is_wanted(&[at::PROCESSOR_FREQUENCY, at::OF_MAXIMUM_FREQUENCY]) {
            return;
        }
        let wants_most = is_wanted(&[at::OF_MAXIMUM_FREQUENCY]);
        for cpu in &mut self.cpus {
            cpu.clock = ClockValues {
                khz: self.files.current_khz(root, cpu.id),
                most_khz: wants_most
                    .then(|| self.files.most_khz(root, cpu.id))
                    .flatten(),
            };
        }
        if self.cpus.iter().all(|cpu| cpu.clock.khz.is_some()) {
            return;
        }
        let cpuinfo = self.cpuinfo.read(root).unwrap_or_default();
        for (id, khz) in proc_cpuinfo::clocks_khz(cpuinfo) {
            if let Some(cpu) = self.cpus.iter_mut().find(|cpu| cpu.id == id) {
                cpu.clock.khz = cpu.clock.khz.or(Some(khz));
            }
        }
    }
}

/// Where the kernel tells of no nodes, all processors are of node 0.
fn set_nodes(root: &Root, cpus: &mut [Cpu]) {
    let mut online = KernelFile::new("sys/devices/system/node/online");
    for node in sys_node::ids(online.read(root).unwrap_or_default()) {
        let mut list = KernelFile::new(format!("sys/devices/system/node/node{node}/cpulist"));
        for id in sys_node::ids(list.read(root).unwrap_or_default()) {
            if let Some(cpu) = cpus.iter_mut().find(|cpu| cpu.id == id) {
                cpu.node = node;
            }
        }
    }
}

impl Cpu {
    fn new(id: u32) -> Self {
        Self {
            id,
            node: 0,
            ticks: CpuTicks::default(),
            clock: ClockValues::default(),
            idle_states: None,
        }
    }

    fn idle(&mut self, wants: &IdleWants, files: &mut CpuFiles, root: &Root) -> IdleValues {
        if !wants.any() {
            return IdleValues::default();
        }
        let states = self
            .idle_states
            .get_or_insert_with(|| files.idle_states(root, self.id));
        IdleValues::read(states, wants, files, root, self.id).unwrap_or_default()
    }
}

impl Default for Sum {
    fn default() -> Self {
        Self {
            shared: ProcessorValues::none(),
            idle: IdleValues::none(),
            clock: ClockValues::none(),
            n_cpus: 0,
            members: Fingerprint::default(),
        }
    }
}

impl Sum {
    fn write(&self, kernel: &Kernel, name: &InstanceName<'_>, out: &mut ObjectWriter<'_>) {
        let mut to = out.instance(name);
        self.shared.write(kernel, self.n_cpus, &mut to);
        self.idle.write(self.n_cpus, &mut to);
        self.clock.write(self.n_cpus, &mut to);
    }
}
