//! What one sample of one counter is: the numbers that a formula works on.

use crate::{
    AbsentValues, CounterBlock, CounterDefinition, DataBlock, Error, FileTime, Kind, Object,
    SubType, Timer,
};

/// The raw value of a counter, as PDH_RAW_COUNTER has it (pdh.h) but for time stamp and status.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RawValue {
    /// The counter's own value.
    pub first: i64,
    /// What it is measured against: base counter, ticks, 100 ns or object time; 0 for plain numbers.
    pub second: i64,
    /// The count behind a multi timer, else 0.
    pub multi: u32,
}

/// A counter with all that its formula needs, apart from samples.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The counter.
    pub counter: CounterDefinition,
    /// Its position in the object.
    pub position: usize,
    /// The counter behind it, when the formula divides by that.
    pub base: Option<CounterDefinition>,
    /// Ticks a second of [`RawValue::second`] where that is a time; what PDH calls the time base.
    pub time_base_hz: i64,
    /// The object's mask of absent values, when it has one.
    pub absent: Option<CounterDefinition>,
}

impl Formula {
    /// The formula of the counter at `position`. A counter whose base does not follow is an error.
    pub fn of(block: &DataBlock<'_>, object: &Object<'_>, position: usize) -> Result<Self, Error> {
        let counter = object.counter(position)?.definition;
        let base = if counter.counter_type.has_base() {
            let missing = Error::missing("base counter at position", position as u64 + 1, "object");
            let next = object
                .counter(position + 1)
                .map_err(|_| missing)?
                .definition;
            Some(next)
                .filter(|it| it.counter_type.is_base())
                .map(Some)
                .ok_or(missing)?
        } else {
            None
        };
        let time_base_hz = match (counter.counter_type.timer(), counter.counter_type.kind()) {
            (Timer::Ns100, Kind::Counter) => FileTime::PER_SECOND,
            (Timer::Object, Kind::Counter) => object.perf_freq(),
            _ => block.perf_freq(),
        };
        let absent = AbsentValues::counter(object);
        Ok(Self {
            counter,
            position,
            base,
            time_base_hz,
            absent,
        })
    }

    /// The raw value in one instance of one block; `None` when its provider marked it (or its base) absent.
    pub fn read(
        &self,
        block: &DataBlock<'_>,
        object: &Object<'_>,
        values: &CounterBlock<'_>,
    ) -> Result<Option<RawValue>, Error> {
        let absent = AbsentValues::read(self.absent.as_ref(), values);
        if absent.contains(self.position)
            || self.base.is_some() && absent.contains(self.position + 1)
        {
            return Ok(None);
        }
        let ty = self.counter.counter_type;
        if matches!(ty.kind(), Kind::Text | Kind::Zero) || self.counter.counter_size == 0 {
            return Ok(Some(RawValue::default()));
        }
        let first = values.value(&self.counter)?;
        let second = match (&self.base, ty.kind(), ty.sub_type()) {
            (Some(base), _, _) => values.value(base)?,
            (None, Kind::Counter, SubType::Rate | SubType::QueueLength | SubType::Elapsed) => {
                match ty.timer() {
                    Timer::Tick => block.perf_time().0,
                    Timer::Ns100 => block.perf_time_100ns().0,
                    Timer::Object => object.perf_time(),
                }
            }
            _ => 0,
        };
        let multi = if ty.is_multi() && !ty.is_base() {
            values.multi_count(&self.counter)?
        } else {
            0
        };
        Ok(Some(RawValue {
            first,
            second,
            multi,
        }))
    }
}
