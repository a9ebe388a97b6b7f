//! NUMA Node (20430): the memory of each node, and from where threads got theirs; `_Total` last.

use std::fmt::Write as _;

use perfhive_catalog::{ObjectTable, numa_node as at};
use perfhive_winperf::{InstanceName, ObjectWriter, Wanted};

use super::Object;
use super::fingerprint::Fingerprint;
use crate::kernel::Kernel;
use crate::read::{KernelFile, ReadError, Root, keyed, sys_node};

const ONLINE: &str = "sys/devices/system/node/online";

/// The list of nodes, and the files of those seen so far.
pub(super) struct NumaNode {
    online: KernelFile,
    nodes: Vec<Node>,
    name: String,
}

struct Node {
    id: u32,
    meminfo: KernelFile,
    numastat: KernelFile,
}

const FROM_MEMINFO: [(usize, &str); 6] = [
    (at::TOTAL_BYTES, "MemTotal"),
    (at::FREE_BYTES, "MemFree"),
    (at::USED_BYTES, "MemUsed"),
    (at::ANONYMOUS_BYTES, "AnonPages"),
    (at::FILE_CACHE_BYTES, "FilePages"),
    (at::SLAB_BYTES, "Slab"),
];

const FROM_NUMASTAT: [(usize, &str); 6] = [
    (at::NUMA_HITS, "numa_hit"),
    (at::NUMA_MISSES, "numa_miss"),
    (at::NUMA_FOREIGN, "numa_foreign"),
    (at::INTERLEAVED_PAGES, "interleave_hit"),
    (at::LOCAL_PAGES, "local_node"),
    (at::REMOTE_PAGES, "other_node"),
];

const N_VALUES: usize = FROM_MEMINFO.len() + FROM_NUMASTAT.len();

/// A value for each position; `None` is absent.
type Values = [Option<u64>; N_VALUES];

impl Default for NumaNode {
    fn default() -> Self {
        Self {
            online: KernelFile::new(ONLINE),
            nodes: Vec::new(),
            name: String::new(),
        }
    }
}

impl Object for NumaNode {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has(ONLINE)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let is_wanted = |counters: &[(usize, &str)]| {
            counters
                .iter()
                .any(|(position, _)| super::wants(&at::OBJECT, wanted, &[*position]))
        };
        let needs_meminfo = is_wanted(&FROM_MEMINFO);
        let needs_numastat = is_wanted(&FROM_NUMASTAT);
        let text = self.online.read(&kernel.root)?;
        let mut total = [Some(0u64); N_VALUES];
        let mut members = Fingerprint::default();
        let mut n_nodes = 0;
        for id in sys_node::ids(text) {
            let node = node(&mut self.nodes, id);
            let mut values = [None; N_VALUES];
            let (of_meminfo, of_numastat) = values.split_at_mut(FROM_MEMINFO.len());
            if needs_meminfo {
                match node.meminfo.read(&kernel.root) {
                    Ok(text) => {
                        for (value, (_, key)) in of_meminfo.iter_mut().zip(FROM_MEMINFO) {
                            *value = sys_node::meminfo_bytes(text, key);
                        }
                    }
                    Err(error) => notes.push(error.to_string()),
                }
            }
            if needs_numastat {
                match node.numastat.read(&kernel.root) {
                    Ok(text) => {
                        for (value, (_, key)) in of_numastat.iter_mut().zip(FROM_NUMASTAT) {
                            *value = keyed::flat(text, key);
                        }
                    }
                    Err(error) => notes.push(error.to_string()),
                }
            }
            self.name.clear();
            let _ = write!(self.name, "{id}");
            write_values(&values, &InstanceName::named(&self.name), out);
            for (sum, value) in total.iter_mut().zip(values) {
                *sum = sum.zip(value).map(|(a, b)| a.saturating_add(b));
            }
            members.add(&id.to_le_bytes());
            n_nodes += 1;
        }
        if n_nodes > 0 {
            let name = members.named("_Total");
            write_values(&total, &name, out);
        }
        Ok(())
    }
}

fn write_values(values: &Values, name: &InstanceName<'_>, out: &mut ObjectWriter<'_>) {
    let mut to = out.instance(name);
    let positions = FROM_MEMINFO.iter().chain(&FROM_NUMASTAT);
    for ((position, _), value) in positions.zip(values) {
        to.set_known(*position, *value);
    }
}

/// The files of a node, which are opened when they are first read.
fn node(nodes: &mut Vec<Node>, id: u32) -> &mut Node {
    let position = match nodes.iter().position(|it| it.id == id) {
        Some(position) => position,
        None => {
            let file = |name| KernelFile::new(format!("sys/devices/system/node/node{id}/{name}"));
            nodes.push(Node {
                id,
                meminfo: file("meminfo"),
                numastat: file("numastat"),
            });
            nodes.len() - 1
        }
    };
    &mut nodes[position]
}
