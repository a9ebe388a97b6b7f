//! Softirqs (20360): how often the kernel ran its deferred work, of each kind.

use perfhive_catalog::softirqs as at;

use super::interrupt_rows::InterruptRows;

pub(super) fn object() -> InterruptRows {
    InterruptRows::new(
        &at::OBJECT,
        "proc/softirqs",
        |kernel| (&mut kernel.softirqs, &kernel.root),
        at::SOFTIRQS,
    )
}
