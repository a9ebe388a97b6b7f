//! Memory (4): physical memory and page traffic.

use perfhive_catalog::{ObjectTable, memory as at};
use perfhive_winperf::{ObjectWriter, Wanted};

use super::Object;
use super::fraction::fraction_of_dwords;
use crate::kernel::Kernel;
use crate::read::{ReadError, proc_meminfo, proc_vmstat};

pub(super) struct Memory;

const FROM_VMSTAT: &[usize] = &[
    at::PAGE_FAULTS,
    at::PAGES,
    at::PAGES_INPUT,
    at::PAGE_READS,
    at::PAGES_OUTPUT,
];

const FROM_MEMINFO: &[usize] = &[
    at::AVAILABLE_BYTES,
    at::COMMITTED_BYTES,
    at::COMMIT_LIMIT,
    at::CACHE_BYTES,
    at::SYSTEM_CACHE_RESIDENT_BYTES,
    at::COMMITTED_BYTES_IN_USE,
    at::AVAILABLE_KBYTES,
    at::AVAILABLE_MBYTES,
    at::FREE_BYTES,
    at::MODIFIED_BYTES,
];

impl Object for Memory {
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
        let page_bytes = kernel.page_bytes;
        let mut values = out.single();
        if super::wants(&at::OBJECT, wanted, FROM_VMSTAT) {
            match kernel.vmstat.text(&kernel.root, sample) {
                Ok(vmstat) => {
                    let event = |key| proc_vmstat::value(vmstat, key);
                    let pages = |kib: u64| kib.saturating_mul(1024) / page_bytes;
                    let (input, output) = (event("pgpgin").map(pages), event("pgpgout").map(pages));
                    values.set_known(at::PAGE_FAULTS, event("pgfault"));
                    values.set_known(at::PAGES, input.zip(output).map(|(i, o)| i.wrapping_add(o)));
                    values.set_known(at::PAGES_INPUT, input);
                    values.set_known(at::PAGE_READS, event("pgmajfault"));
                    values.set_known(at::PAGES_OUTPUT, output);
                }
                Err(error) => notes.push(error.to_string()),
            }
        }
        if super::wants(&at::OBJECT, wanted, FROM_MEMINFO) {
            match kernel.meminfo.text(&kernel.root, sample) {
                Ok(meminfo) => {
                    let bytes = |key| proc_meminfo::bytes(meminfo, key);
                    let available = bytes("MemAvailable");
                    let (committed, limit) = (bytes("Committed_AS"), bytes("CommitLimit"));
                    let page_cache = sum(bytes("Buffers"), bytes("Cached"));
                    values.set_known(at::AVAILABLE_BYTES, available);
                    values.set_known(at::COMMITTED_BYTES, committed);
                    values.set_known(at::COMMIT_LIMIT, limit);
                    values.set_known(at::CACHE_BYTES, sum(page_cache, bytes("SReclaimable")));
                    values.set_known(at::SYSTEM_CACHE_RESIDENT_BYTES, page_cache);
                    if let Some((part, whole)) = committed.zip(limit) {
                        let (part, whole) =
                            fraction_of_dwords(part / page_bytes, whole / page_bytes);
                        values.set(at::COMMITTED_BYTES_IN_USE, part);
                        values.set(at::COMMITTED_BYTES_IN_USE_BASE, whole);
                    }
                    values.set_known(at::AVAILABLE_KBYTES, available.map(|it| it >> 10));
                    values.set_known(at::AVAILABLE_MBYTES, available.map(|it| it >> 20));
                    values.set_known(at::FREE_BYTES, bytes("MemFree"));
                    values.set_known(at::MODIFIED_BYTES, bytes("Dirty"));
                }
                Err(error) => notes.push(error.to_string()),
            }
        }
        Ok(())
    }
}

fn sum(a: Option<u64>, b: Option<u64>) -> Option<u64> {
    a?.checked_add(b?)
}
