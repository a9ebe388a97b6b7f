//! From raw values to a formatted one: one formula, chosen by the bits of the counter type.
//!
//! Source: Windows' "Calculating counter values" and the values that real Windows logs hold. A formula never
//! answers with a number that the samples do not support; it says why there is none.

use std::fmt;

use crate::raw::{Formula, RawValue};
use crate::{CounterType, Display, Kind, Size, SubType};

/// Why two samples give no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CalcError {
    /// The type needs an older sample, and there is none yet.
    NeedsSecondSample,
    /// The counter went back (a reset, not a wrap), or the result is below 0.
    NegativeValue,
    /// The base counter went back.
    NegativeDenominator,
    /// Time went back, or there is no clock to divide by.
    NegativeTimeBase,
    /// No time, or no counted thing, lies between the samples (or the base is 0).
    ZeroDenominator,
    /// The type is a base, text, a histogram, or holds no data.
    NotNumeric,
}

impl fmt::Display for CalcError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NeedsSecondSample => "needs a second sample",
            Self::NegativeValue => "counter went back",
            Self::NegativeDenominator => "base counter went back",
            Self::NegativeTimeBase => "time went back",
            Self::ZeroDenominator => "divisor is 0",
            Self::NotNumeric => "counter type has no numeric value",
        })
    }
}

impl std::error::Error for CalcError {}

impl Formula {
    /// The value of `newer`, by way of its difference to `older` where the type wants one.
    ///
    /// Percentages are neither capped at 100 nor scaled by `DefaultScale`; per-second values are per second of the
    /// clock that the type names; times are in seconds.
    pub fn calculate(&self, older: Option<&RawValue>, newer: &RawValue) -> Result<f64, CalcError> {
        let ty = self.counter.counter_type;
        match ty.kind() {
            _ if ty == CounterType::COUNTER_HISTOGRAM_TYPE || ty.size() == Size::Zero => {
                Err(CalcError::NotNumeric)
            }
            Kind::Number => Ok(self.number(newer)),
            Kind::Text | Kind::Zero => Err(CalcError::NotNumeric),
            Kind::Counter if ty.is_base() || ty.sub_type() == SubType::Histogram => {
                Err(CalcError::NotNumeric)
            }
            Kind::Counter if ty.sub_type() == SubType::Elapsed => self.elapsed(newer),
            Kind::Counter if !ty.needs_two_samples() => self.fraction_of_one(newer),
            Kind::Counter => {
                let older = older.ok_or(CalcError::NeedsSecondSample)?;
                self.difference(older, newer)
            }
        }
    }

    fn number(&self, newer: &RawValue) -> f64 {
        match self.counter.counter_type.sub_type() {
            SubType::Fraction => newer.first as f64 / 1000.0,
            _ => newer.first as f64,
        }
    }

    /// ELAPSED_TIME: (now − start) / frequency.
    fn elapsed(&self, newer: &RawValue) -> Result<f64, CalcError> {
        if self.time_base_hz <= 0 {
            return Err(CalcError::NegativeTimeBase);
        }
        match newer.second.checked_sub(newer.first) {
            Some(ticks @ 0..) => Ok(ticks as f64 / self.time_base_hz as f64),
            _ => Err(CalcError::NegativeValue),
        }
    }

    /// RAW_FRACTION: value / base of one sample, and counters without the delta bit, which are plain values.
    fn fraction_of_one(&self, newer: &RawValue) -> Result<f64, CalcError> {
        if self.counter.counter_type.sub_type() != SubType::Fraction {
            return Ok(newer.first as f64);
        }
        match newer.second {
            0 => Err(CalcError::ZeroDenominator),
            ..0 => Err(CalcError::NegativeDenominator),
            base => Ok(self.percent() * newer.first as f64 / base as f64),
        }
    }

    fn difference(&self, older: &RawValue, newer: &RawValue) -> Result<f64, CalcError> {
        let ty = self.counter.counter_type;
        let value = step(older.first, newer.first, self.counter.counter_size)
            .ok_or(CalcError::NegativeValue)?;
        match ty.sub_type() {
            SubType::Value => Ok(value as f64),
            SubType::Fraction => self.fraction(value, older, newer),
            _ => self.ratio_to_time(value, older, newer),
        }
    }

    /// AVERAGE_TIMER, AVERAGE_BULK and SAMPLE_FRACTION: difference / difference of the base. Where nothing was
    /// counted, Windows logs 0: an idle disk.
    fn fraction(&self, value: i64, older: &RawValue, newer: &RawValue) -> Result<f64, CalcError> {
        let base_size = self.base.map_or(8, |base| base.counter_size);
        let base =
            step(older.second, newer.second, base_size).ok_or(CalcError::NegativeDenominator)?;
        let value = value as f64;
        let value = match self.counter.counter_type.display() {
            Display::Seconds if self.time_base_hz <= 0 => return Err(CalcError::NegativeTimeBase),
            Display::Seconds => value / self.time_base_hz as f64,
            _ => value * self.percent(),
        };
        match base {
            0 if value == 0.0 => Ok(0.0),
            0 => Err(CalcError::ZeroDenominator),
            base => Ok(value / base as f64),
        }
    }

    /// Rates, timers, queue lengths and precision timers: difference / time between the samples.
    fn ratio_to_time(
        &self,
        value: i64,
        older: &RawValue,
        newer: &RawValue,
    ) -> Result<f64, CalcError> {
        let ty = self.counter.counter_type;
        let time = match newer.second.checked_sub(older.second) {
            Some(1..) => newer.second - older.second,
            Some(0) => return Err(CalcError::ZeroDenominator),
            _ if ty.sub_type() == SubType::Precision => return Err(CalcError::NegativeDenominator),
            _ => return Err(CalcError::NegativeTimeBase),
        };
        let (value, time) = (value as f64, time as f64);
        match (ty.sub_type(), ty.display()) {
            (SubType::Rate, Display::Plain | Display::PerSecond) => match self.time_base_hz {
                ..=0 => Err(CalcError::NegativeTimeBase),
                hz => Ok(value / (time / hz as f64)),
            },
            (SubType::QueueLength, _) => Ok(value / time),
            _ => self.timer(value / time, newer.multi),
        }
    }

    /// Share of the time, its inverse, and both for several things timed at once.
    fn timer(&self, share: f64, multi: u32) -> Result<f64, CalcError> {
        let ty = self.counter.counter_type;
        let percent = match (ty.is_multi(), ty.is_inverse()) {
            (true, _) if multi == 0 => return Err(CalcError::ZeroDenominator),
            (true, true) => self.percent() * (f64::from(multi) - share),
            (true, false) => self.percent() * share / f64::from(multi),
            (false, true) => self.percent() * (1.0 - share),
            (false, false) => self.percent() * share,
        };
        // A clock that ticks coarser than the sample's makes an idle share of a little over 100 %; Windows' logs
        // show 0 for its inverse then.
        Ok(if ty.is_inverse() {
            percent.max(0.0)
        } else {
            percent
        })
    }

    fn percent(&self) -> f64 {
        if self.counter.counter_type.display() == Display::Percent {
            100.0
        } else {
            1.0
        }
    }
}

impl CounterType {
    /// Whether a formatted value above 100 is set to 100 unless the caller asks otherwise (PDH_FMT_NOCAP100).
    pub const fn is_capped_at_100(self) -> bool {
        matches!(self.display(), Display::Percent)
    }
}

/// How far a counter went. A DWORD may have wrapped once: a step back of more than half its range is a step
/// forward over its end; any other step back is a reset, and gives nothing.
fn step(older: i64, newer: i64, size: u32) -> Option<i64> {
    let step = newer.checked_sub(older)?;
    match step {
        0.. => Some(step),
        _ if size == 4 && step < -(1 << 31) => Some(step + (1 << 32)),
        _ => None,
    }
}
