//! A formatted value, or why there is none.

use perfhive_winperf::{CounterType, RawValue};

use crate::{FormatOptions, FormattedValue, Scale, Status};

/// What one counter of one instance is in one sample.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Value {
    /// [`Status::CSTATUS_VALID_DATA`], [`Status::CSTATUS_NEW_DATA`], or why there is no value.
    pub status: Status,
    /// The value, neither capped nor scaled; there when the status is a success.
    pub value: Option<f64>,
    /// What the source gave in this sample.
    pub raw: Option<RawValue>,
    /// The type of the counter, where it is known.
    pub counter_type: Option<CounterType>,
}

impl Value {
    pub(crate) const fn absent(status: Status) -> Self {
        Self {
            status,
            value: None,
            raw: None,
            counter_type: None,
        }
    }

    /// The value, or the status that says why there is none.
    pub fn result(&self) -> Result<f64, Status> {
        self.value.ok_or(self.status)
    }

    /// The value with cap, scale and number format.
    pub fn format(&self, options: FormatOptions, scale: Scale) -> Result<FormattedValue, Status> {
        let is_capped = self.counter_type.is_some_and(CounterType::is_capped_at_100);
        options.apply(self.result()?, scale, is_capped)
    }
}
