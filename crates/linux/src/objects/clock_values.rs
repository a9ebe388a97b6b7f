//! The clocks of Processor Information.

use perfhive_catalog::processor_information as at;
use perfhive_winperf::CounterValues;

use super::fraction::fraction_of_dwords;

/// The clock of one processor, or of several added up; `None` is absent.
#[derive(Clone, Copy, Default)]
pub(super) struct ClockValues {
    pub(super) khz: Option<u64>,
    pub(super) most_khz: Option<u64>,
}

impl ClockValues {
    /// Of no processor.
    pub(super) fn none() -> Self {
        Self {
            khz: Some(0),
            most_khz: Some(0),
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        let sum = |a: Option<u64>, b: Option<u64>| a?.checked_add(b?);
        self.khz = sum(self.khz, other.khz);
        self.most_khz = sum(self.most_khz, other.most_khz);
    }

    /// Sets the values of `n_cpus` processors added up, as their mean.
    pub(super) fn write(&self, n_cpus: u64, values: &mut CounterValues<'_>) {
        values.set_known(
            at::PROCESSOR_FREQUENCY,
            self.khz.map(|it| it / n_cpus / 1000),
        );
        // A driver that says 0 knows no fastest clock.
        let most_khz = self.most_khz.filter(|it| *it > 0);
        if let Some((khz, most_khz)) = self.khz.zip(most_khz) {
            let (part, whole) = fraction_of_dwords(khz, most_khz);
            values.set(at::OF_MAXIMUM_FREQUENCY, part);
            values.set(at::OF_MAXIMUM_FREQUENCY_BASE, whole);
        }
    }
}
