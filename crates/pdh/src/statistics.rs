//! Least, greatest and mean of the last values of one counter.
//!
//! A value that is absent is counted apart and never enters the mean: a gap is not a zero.

use std::collections::VecDeque;

use crate::status::Status;

/// What `PdhComputeCounterStatistics` tells about a run of values, and how many of them there were not.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Statistics {
    /// Number of values.
    pub n_values: usize,
    /// Number of samples without a value.
    pub n_absent: usize,
    /// `None` where there is no value at all.
    pub summary: Option<Summary>,
}

/// Figures over at least one value, in the unit of the values.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Summary {
    /// Least value.
    pub min: f64,
    /// Greatest value.
    pub max: f64,
    /// Sum of the values, divided by their number.
    pub mean: f64,
}

/// The last values of one counter, or why they are absent, as many as it was made for.
#[derive(Clone, Debug)]
pub struct ValueRing {
    values: VecDeque<Result<f64, Status>>,
    capacity: usize,
}

impl Statistics {
    /// Takes one more sample in. NaN and infinity are no values.
    pub fn push(&mut self, value: Result<f64, Status>) {
        let Some(value) = value.ok().filter(|it| it.is_finite()) else {
            self.n_absent += 1;
            return;
        };
        self.n_values += 1;
        let before = self.summary.unwrap_or(Summary {
            min: value,
            max: value,
            mean: value,
        });
        self.summary = Some(Summary {
            min: before.min.min(value),
            max: before.max.max(value),
            // Moves the mean instead of dividing a sum: byte counts of years lose no digits so.
            mean: before.mean + (value - before.mean) / self.n_values as f64,
        });
    }
}

impl FromIterator<Result<f64, Status>> for Statistics {
    fn from_iter<T: IntoIterator<Item = Result<f64, Status>>>(values: T) -> Self {
        let mut statistics = Self::default();
        values.into_iter().for_each(|it| statistics.push(it));
        statistics
    }
}

impl ValueRing {
    /// Room for the last `capacity` samples; memory is taken as they come.
    #[must_use]
    pub const fn new(capacity: usize) -> Self {
        Self {
            values: VecDeque::new(),
            capacity,
        }
    }

    /// Adds the newest sample; the oldest leaves when there is no room.
    pub fn push(&mut self, value: Result<f64, Status>) {
        while self.values.len() >= self.capacity {
            if self.values.pop_front().is_none() {
                return;
            }
        }
        self.values.push_back(value);
    }

    /// The samples, the oldest first.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Result<f64, Status>> {
        self.values.iter().copied()
    }

    /// The statistics of all samples that are there.
    #[must_use]
    pub fn statistics(&self) -> Statistics {
        self.iter().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ABSENT: Result<f64, Status> = Err(Status::CSTATUS_NO_INSTANCE);

    /// Check that absent values are counted apart and do not pull the mean down.
    #[test]
    fn absent_values_stay_out_of_the_mean() {
        let found: Statistics = [Ok(2.0), ABSENT, Ok(4.0), Ok(f64::NAN), Ok(9.0)]
            .into_iter()
            .collect();
        assert_eq!((found.n_values, found.n_absent), (3, 2));
        let expected = Summary {
            min: 2.0,
            max: 9.0,
            mean: 5.0,
        };
        assert_eq!(found.summary, Some(expected));
    }

    /// Check that without a value there is no figure, not even a 0.
    #[test]
    fn no_values_no_figures() {
        let found: Statistics = [ABSENT, ABSENT].into_iter().collect();
        assert_eq!(
            (found.n_values, found.n_absent, found.summary),
            (0, 2, None)
        );
        assert_eq!(Statistics::from_iter([]), Statistics::default());
    }

    /// Check that the ring keeps the newest samples, absent ones too, and forgets the oldest.
    #[test]
    fn ring_forgets_the_oldest() {
        let mut ring = ValueRing::new(3);
        for value in [Ok(100.0), Ok(1.0), ABSENT, Ok(3.0)] {
            ring.push(value);
        }
        assert!(ring.iter().eq([Ok(1.0), ABSENT, Ok(3.0)]));
        assert_eq!(ring.statistics().summary.map(|it| it.max), Some(3.0));
        let mut nothing = ValueRing::new(0);
        nothing.push(Ok(1.0));
        assert_eq!(nothing.iter().len(), 0);
    }

    /// Check that many equal values keep their mean to the last digit.
    #[test]
    fn mean_of_equal_values_is_that_value() {
        let found: Statistics = std::iter::repeat_n(Ok(0.1), 100_000).collect();
        assert_eq!(found.summary.map(|it| it.mean), Some(0.1));
    }
}
