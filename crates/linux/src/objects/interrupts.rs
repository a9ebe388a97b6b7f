//! Interrupts (20340): how often each source interrupted the processors.

use perfhive_catalog::interrupts as at;

use super::interrupt_rows::InterruptRows;

pub(super) fn object() -> InterruptRows {
    InterruptRows::new(
        &at::OBJECT,
        "proc/interrupts",
        |kernel| (&mut kernel.interrupts, &kernel.root),
        at::INTERRUPTS,
    )
}
