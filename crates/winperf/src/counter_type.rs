//! What the 32 bits of a counter type say: size, kind, formula, time base, display.
//!
//! Everything is read from the bits; the constants are the composite names that Windows' documentation uses.

use std::fmt;

/// The `CounterType` of a counter definition (winperf.h, "PERF_COUNTER_DEFINITION.CounterType bits").
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct CounterType(pub u32);

/// How many bytes a value takes, as the type has it. A definition's own `CounterSize` counts when both differ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Size {
    /// Four bytes.
    Dword,
    /// Eight bytes.
    Large,
    /// No bytes.
    Zero,
    /// As many as `CounterSize` says.
    Variable,
}

/// What a value is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A number shown as it is.
    Number,
    /// A number that a formula makes a value of.
    Counter,
    /// Text.
    Text,
    /// Nothing.
    Zero,
}

/// Which formula a [`Kind::Counter`] takes, or how a [`Kind::Number`] is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SubType {
    /// Counter: the value or its difference. Number: hexadecimal.
    Value,
    /// Counter: difference over time. Number: decimal.
    Rate,
    /// Counter: value over base. Number: decimal thousandths.
    Fraction,
    /// The denominator of the counter before it.
    Base,
    /// Time since the raw value.
    Elapsed,
    /// A queue length integrated over time.
    QueueLength,
    /// A histogram that begins or ends here.
    Histogram,
    /// Difference over the difference of the following time stamp.
    Precision,
}

/// Which clock a formula divides by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Timer {
    /// `PerfTime` of the block, in ticks of `PerfFreq`.
    Tick,
    /// `PerfTime100nSec` of the block.
    Ns100,
    /// `PerfTime` of the object, in ticks of its `PerfFreq`.
    Object,
}

/// How a value is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Display {
    /// Bare.
    Plain,
    /// "/sec".
    PerSecond,
    /// "%".
    Percent,
    /// "secs".
    Seconds,
    /// Not at all, or only through a formula that needs it.
    NoShow,
}

macro_rules! name_all {
    ($($constant:ident = $name:literal, $bits:literal;)*) => {
        #[expect(missing_docs, reason = "each name is explained in Windows' counter type reference")]
        impl CounterType {
            $(pub const $constant: Self = Self($bits);)*

            /// The types that have a name, with it, as winperf.h spells both.
            pub const NAMED: &[(&'static str, Self)] = &[$(($name, Self($bits))),*];
        }
    };
}

name_all! {
    COUNTER_RAWCOUNT_HEX = "PERF_COUNTER_RAWCOUNT_HEX", 0x0000_0000;
    COUNTER_LARGE_RAWCOUNT_HEX = "PERF_COUNTER_LARGE_RAWCOUNT_HEX", 0x0000_0100;
    COUNTER_TEXT = "PERF_COUNTER_TEXT", 0x0000_0B00;
    COUNTER_RAWCOUNT = "PERF_COUNTER_RAWCOUNT", 0x0001_0000;
    COUNTER_LARGE_RAWCOUNT = "PERF_COUNTER_LARGE_RAWCOUNT", 0x0001_0100;
    COUNTER_DELTA = "PERF_COUNTER_DELTA", 0x0040_0400;
    COUNTER_LARGE_DELTA = "PERF_COUNTER_LARGE_DELTA", 0x0040_0500;
    SAMPLE_COUNTER = "PERF_SAMPLE_COUNTER", 0x0041_0400;
    COUNTER_QUEUELEN_TYPE = "PERF_COUNTER_QUEUELEN_TYPE", 0x0045_0400;
    COUNTER_LARGE_QUEUELEN_TYPE = "PERF_COUNTER_LARGE_QUEUELEN_TYPE", 0x0045_0500;
    COUNTER_100NS_QUEUELEN_TYPE = "PERF_COUNTER_100NS_QUEUELEN_TYPE", 0x0055_0500;
    COUNTER_OBJ_TIME_QUEUELEN_TYPE = "PERF_COUNTER_OBJ_TIME_QUEUELEN_TYPE", 0x0065_0500;
    COUNTER_COUNTER = "PERF_COUNTER_COUNTER", 0x1041_0400;
    COUNTER_BULK_COUNT = "PERF_COUNTER_BULK_COUNT", 0x1041_0500;
    RAW_FRACTION = "PERF_RAW_FRACTION", 0x2002_0400;
    LARGE_RAW_FRACTION = "PERF_LARGE_RAW_FRACTION", 0x2002_0500;
    COUNTER_TIMER = "PERF_COUNTER_TIMER", 0x2041_0500;
    PRECISION_SYSTEM_TIMER = "PERF_PRECISION_SYSTEM_TIMER", 0x2047_0500;
    HUNDRED_NSEC_TIMER = "PERF_100NSEC_TIMER", 0x2051_0500;
    PRECISION_100NS_TIMER = "PERF_PRECISION_100NS_TIMER", 0x2057_0500;
    OBJ_TIME_TIMER = "PERF_OBJ_TIME_TIMER", 0x2061_0500;
    PRECISION_OBJECT_TIMER = "PERF_PRECISION_OBJECT_TIMER", 0x2067_0500;
    SAMPLE_FRACTION = "PERF_SAMPLE_FRACTION", 0x20C2_0400;
    COUNTER_TIMER_INV = "PERF_COUNTER_TIMER_INV", 0x2141_0500;
    HUNDRED_NSEC_TIMER_INV = "PERF_100NSEC_TIMER_INV", 0x2151_0500;
    COUNTER_MULTI_TIMER = "PERF_COUNTER_MULTI_TIMER", 0x2241_0500;
    HUNDRED_NSEC_MULTI_TIMER = "PERF_100NSEC_MULTI_TIMER", 0x2251_0500;
    COUNTER_MULTI_TIMER_INV = "PERF_COUNTER_MULTI_TIMER_INV", 0x2341_0500;
    HUNDRED_NSEC_MULTI_TIMER_INV = "PERF_100NSEC_MULTI_TIMER_INV", 0x2351_0500;
    AVERAGE_TIMER = "PERF_AVERAGE_TIMER", 0x3002_0400;
    ELAPSED_TIME = "PERF_ELAPSED_TIME", 0x3024_0500;
    COUNTER_NODATA = "PERF_COUNTER_NODATA", 0x4000_0200;
    AVERAGE_BULK = "PERF_AVERAGE_BULK", 0x4002_0500;
    SAMPLE_BASE = "PERF_SAMPLE_BASE", 0x4003_0401;
    AVERAGE_BASE = "PERF_AVERAGE_BASE", 0x4003_0402;
    RAW_BASE = "PERF_RAW_BASE", 0x4003_0403;
    LARGE_RAW_BASE = "PERF_LARGE_RAW_BASE", 0x4003_0500;
    COUNTER_MULTI_BASE = "PERF_COUNTER_MULTI_BASE", 0x4203_0500;
    COUNTER_HISTOGRAM_TYPE = "PERF_COUNTER_HISTOGRAM_TYPE", 0x8000_0000;
}

impl CounterType {
    /// The time stamp that a precision timer is divided by: the same bits as [`Self::LARGE_RAW_BASE`].
    pub const PRECISION_TIMESTAMP: Self = Self::LARGE_RAW_BASE;

    /// The name of these bits in winperf.h.
    pub fn name(self) -> Option<&'static str> {
        Self::NAMED
            .iter()
            .find(|(_, it)| *it == self)
            .map(|(name, _)| *name)
    }

    /// The type of this name, as [`Self::name`] gives it.
    pub fn from_name(name: &str) -> Option<Self> {
        if name == "PERF_PRECISION_TIMESTAMP" {
            return Some(Self::PRECISION_TIMESTAMP);
        }
        Self::NAMED
            .iter()
            .find(|(it, _)| *it == name)
            .map(|(_, ty)| *ty)
    }

    /// How many bytes the value takes.
    pub const fn size(self) -> Size {
        match self.0 >> 8 & 3 {
            0 => Size::Dword,
            1 => Size::Large,
            2 => Size::Zero,
            _ => Size::Variable,
        }
    }

    /// What the value is.
    pub const fn kind(self) -> Kind {
        match self.0 >> 10 & 3 {
            0 => Kind::Number,
            1 => Kind::Counter,
            2 => Kind::Text,
            _ => Kind::Zero,
        }
    }

    /// Which formula or notation applies.
    pub const fn sub_type(self) -> SubType {
        match self.0 >> 16 & 7 {
            0 => SubType::Value,
            1 => SubType::Rate,
            2 => SubType::Fraction,
            3 => SubType::Base,
            4 => SubType::Elapsed,
            5 => SubType::QueueLength,
            6 => SubType::Histogram,
            _ => SubType::Precision,
        }
    }

    /// Which clock the formula divides by. Both timer bits set mean nothing in winperf.h and are read as [`Timer::Object`].
    pub const fn timer(self) -> Timer {
        match self.0 >> 20 & 3 {
            0 => Timer::Tick,
            1 => Timer::Ns100,
            _ => Timer::Object,
        }
    }

    /// How the value is shown.
    pub const fn display(self) -> Display {
        match self.0 >> 28 {
            0 => Display::Plain,
            1 => Display::PerSecond,
            2 => Display::Percent,
            3 => Display::Seconds,
            _ => Display::NoShow,
        }
    }

    /// Whether the difference of two samples counts.
    pub const fn is_delta(self) -> bool {
        self.0 & 0x0040_0000 != 0
    }

    /// Whether the result is 100 % less the ratio.
    pub const fn is_inverse(self) -> bool {
        self.0 & 0x0100_0000 != 0
    }

    /// Whether a count of things timed at once stands behind the value (a DWORD).
    pub const fn is_multi(self) -> bool {
        self.0 & 0x0200_0000 != 0
    }

    /// Whether this is the denominator of the counter before it.
    pub const fn is_base(self) -> bool {
        matches!(self.kind(), Kind::Counter) && matches!(self.sub_type(), SubType::Base)
    }

    /// Whether the formula needs the counter that follows: a base, or the time stamp of a precision timer.
    pub const fn has_base(self) -> bool {
        matches!(self.kind(), Kind::Counter)
            && matches!(self.sub_type(), SubType::Fraction | SubType::Precision)
    }

    /// Whether one sample is not enough. `PERF_AVERAGE_TIMER` and `PERF_AVERAGE_BULK` carry no delta bit and need two all the same.
    pub const fn needs_two_samples(self) -> bool {
        self.is_delta() || matches!(self, Self::AVERAGE_TIMER | Self::AVERAGE_BULK)
    }

    /// Whether a person may be shown a value of this type. Bases, histograms, "no data" and hidden numbers are not.
    pub const fn is_displayed(self) -> bool {
        match self {
            Self::AVERAGE_BULK => true,
            Self::COUNTER_HISTOGRAM_TYPE => false,
            _ => {
                !matches!(self.display(), Display::NoShow)
                    && !matches!(self.sub_type(), SubType::Base)
            }
        }
    }
}

impl fmt::Display for CounterType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.name() {
            Some(name) => f.write_str(name),
            None => write!(f, "0x{:08X}", self.0),
        }
    }
}

impl fmt::Debug for CounterType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
