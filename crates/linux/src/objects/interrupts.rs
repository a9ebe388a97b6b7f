//! Interrupts (20340): how often each source interrupted the processors.

use perfhive_catalog::{ObjectTable, interrupts as at};
use perfhive_winperf::{ObjectWriter, Wanted};

use super::Object;
use super::interrupt_rows::InterruptRows;
use crate::kernel::Kernel;
use crate::read::{ReadError, Root};

#[derive(Default)]
pub(super) struct Interrupts {
    rows: InterruptRows,
}

const PATH: &str = "proc/interrupts";

impl Object for Interrupts {
    fn table(&self) -> &'static ObjectTable {
        &at::OBJECT
    }

    fn is_there(&self, root: &Root) -> bool {
        root.has(PATH)
    }

    fn collect(
        &mut self,
        kernel: &mut Kernel,
        _wanted: &Wanted,
        out: &mut ObjectWriter<'_>,
        _notes: &mut Vec<String>,
    ) -> Result<(), ReadError> {
        let sample = kernel.sample();
        let text = kernel.interrupts.text(&kernel.root, sample)?;
        self.rows.write(text, PATH, at::INTERRUPTS, out)
    }
}
