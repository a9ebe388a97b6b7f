//! The last step from a computed value to the number that is shown: cap, scale, and the size of the number.
//!
//! Follows the format flags of pdh.h. It computes nothing from samples, and what is not a number never becomes one.

use crate::status::Status;

const FMT_LONG: u32 = 0x100;
const FMT_DOUBLE: u32 = 0x200;
const FMT_LARGE: u32 = 0x400;
const FMT_NOSCALE: u32 = 0x1000;
const FMT_1000: u32 = 0x2000;
const FMT_NOCAP100: u32 = 0x8000;

/// How a value is to be formatted: the flags `PDH_FMT_…`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct FormatOptions {
    /// Size of the number.
    pub number: NumberFormat,
    /// Leave the scale of the counter aside (`PDH_FMT_NOSCALE`).
    pub no_scale: bool,
    /// Multiply by 1000, so that whole numbers keep three places (`PDH_FMT_1000`).
    pub times_1000: bool,
    /// Let percentages of several processors go above 100 (`PDH_FMT_NOCAP100`).
    pub no_cap_100: bool,
}

/// The size of a formatted value.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum NumberFormat {
    /// 64-bit floating point (`PDH_FMT_DOUBLE`).
    #[default]
    Double,
    /// 64-bit whole number (`PDH_FMT_LARGE`).
    Large,
    /// 32-bit whole number (`PDH_FMT_LONG`).
    Long,
}

/// A power of ten from −7 to 7, by which a shown value is multiplied.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Scale(i8);

/// A formatted value in the size that was asked for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum FormattedValue {
    /// 64-bit floating point, never infinite and never NaN.
    Double(f64),
    /// 64-bit whole number.
    Large(i64),
    /// 32-bit whole number.
    Long(i32),
}

impl FormatOptions {
    /// Reads the flags of pdh.h. One size, not two and not none, must be among them; other bits than those of
    /// [`FormatOptions`] are no argument for a formatted value.
    pub fn from_bits(bits: u32) -> Result<Self, Status> {
        let number = match bits & (FMT_LONG | FMT_DOUBLE | FMT_LARGE) {
            FMT_LONG => NumberFormat::Long,
            FMT_DOUBLE => NumberFormat::Double,
            FMT_LARGE => NumberFormat::Large,
            _ => return Err(Status::INVALID_ARGUMENT),
        };
        let options = Self {
            number,
            no_scale: bits & FMT_NOSCALE != 0,
            times_1000: bits & FMT_1000 != 0,
            no_cap_100: bits & FMT_NOCAP100 != 0,
        };
        match options.bits() == bits {
            true => Ok(options),
            false => Err(Status::INVALID_ARGUMENT),
        }
    }

    /// The flags of pdh.h.
    #[must_use]
    pub const fn bits(self) -> u32 {
        let number = match self.number {
            NumberFormat::Double => FMT_DOUBLE,
            NumberFormat::Large => FMT_LARGE,
            NumberFormat::Long => FMT_LONG,
        };
        number
            | if self.no_scale { FMT_NOSCALE } else { 0 }
            | if self.times_1000 { FMT_1000 } else { 0 }
            | if self.no_cap_100 { FMT_NOCAP100 } else { 0 }
    }

    /// Formats `value`: first the cap, where `caps_at_100` says that the counter is a percentage, then the scale,
    /// then 1000, then the size.
    ///
    /// Whole numbers lose what is behind the point, as Windows' sample code casts them, and stop at the ends of their
    /// range. A value that is infinite or NaN, or becomes so, is `CSTATUS_INVALID_DATA`.
    pub fn apply(
        self,
        value: f64,
        scale: Scale,
        caps_at_100: bool,
    ) -> Result<FormattedValue, Status> {
        let mut value = value;
        if caps_at_100 && !self.no_cap_100 && value > 100.0 {
            value = 100.0;
        }
        if !self.no_scale {
            value = scale.apply(value);
        }
        if self.times_1000 {
            value *= 1000.0;
        }
        if !value.is_finite() {
            return Err(Status::CSTATUS_INVALID_DATA);
        }
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the cast cuts off the fraction and stops at the ends of the range, as it should"
        )]
        Ok(match self.number {
            NumberFormat::Double => FormattedValue::Double(value),
            NumberFormat::Large => FormattedValue::Large(value as i64),
            NumberFormat::Long => FormattedValue::Long(value as i32),
        })
    }
}

impl Scale {
    /// No change: 10⁰.
    pub const ONE: Self = Self(0);

    /// 10 to the power of `exponent`; outside −7…7 is `INVALID_ARGUMENT`.
    pub fn new(exponent: i32) -> Result<Self, Status> {
        match i8::try_from(exponent) {
            Ok(it @ -7..=7) => Ok(Self(it)),
            _ => Err(Status::INVALID_ARGUMENT),
        }
    }

    /// The power of ten.
    #[must_use]
    pub const fn exponent(self) -> i8 {
        self.0
    }

    /// Divides where the power is negative, for 10⁻¹ has no exact binary form and 10 has.
    fn apply(self, value: f64) -> f64 {
        let power = 10_f64.powi(i32::from(self.0.abs()));
        if self.0 < 0 {
            value / power
        } else {
            value * power
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn format(bits: u32, value: f64, exponent: i32, caps: bool) -> Result<FormattedValue, Status> {
        FormatOptions::from_bits(bits)?.apply(value, Scale::new(exponent)?, caps)
    }

    /// Check that each flag does what pdh.h says, alone and with others.
    #[test]
    fn flags_do_what_they_say() {
        use FormattedValue::{Double, Large, Long};
        for (bits, value, exponent, caps, expected) in [
            (FMT_DOUBLE, 12.5, 0, false, Double(12.5)),
            (FMT_DOUBLE, 427.4, 0, true, Double(100.0)),
            (FMT_DOUBLE, 427.4, 0, false, Double(427.4)),
            (FMT_DOUBLE | FMT_NOCAP100, 427.4, 0, true, Double(427.4)),
            (FMT_DOUBLE, 3.0, -1, false, Double(0.3)),
            (FMT_DOUBLE, 3.0, 7, false, Double(3e7)),
            (FMT_DOUBLE | FMT_NOSCALE, 3.0, 7, false, Double(3.0)),
            (FMT_DOUBLE, 200.0, -1, true, Double(10.0)),
            (FMT_LARGE | FMT_1000, 1.5, 0, false, Large(1500)),
            (
                FMT_LARGE | FMT_1000 | FMT_NOSCALE,
                1.5,
                3,
                false,
                Large(1500),
            ),
            (FMT_LONG, 99.99, 0, true, Long(99)),
            (FMT_LONG, -1.9, 0, false, Long(-1)),
            (FMT_LONG, 1e12, 0, false, Long(i32::MAX)),
            (FMT_LARGE, -1e30, 0, false, Large(i64::MIN)),
        ] {
            let found = format(bits, value, exponent, caps);
            assert_eq!(found, Ok(expected), "{bits:#x} {value} {exponent} {caps}");
        }
    }

    /// Check scale and thousand in the cases of Windows' documents (C243, C244).
    #[test]
    fn scale_and_thousand() {
        let double = FormattedValue::Double;
        let thousand = format(FMT_DOUBLE | FMT_1000, 1.5, 0, false);
        assert_eq!(thousand, Ok(double(1500.0)));
        assert_eq!(format(FMT_DOUBLE, 5000.0, -3, false), Ok(double(5.0)));
        let unscaled = format(FMT_DOUBLE | FMT_NOSCALE, 5000.0, -3, false);
        assert_eq!(unscaled, Ok(double(5000.0)));
    }

    /// Check that what is no number stays none, whatever its size.
    #[test]
    fn not_a_number_is_no_value() {
        for bits in [FMT_DOUBLE, FMT_LARGE, FMT_LONG] {
            for value in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
                let found = format(bits, value, 0, false);
                assert_eq!(found, Err(Status::CSTATUS_INVALID_DATA));
            }
        }
        assert_eq!(
            format(FMT_DOUBLE, f64::MAX, 1, false),
            Err(Status::CSTATUS_INVALID_DATA)
        );
    }

    /// Check that the scale goes from −7 to 7 and no further.
    #[test]
    fn scale_ends_at_seven() {
        for exponent in -7..=7 {
            assert_eq!(
                Scale::new(exponent).map(|it| i32::from(it.exponent())),
                Ok(exponent)
            );
        }
        for exponent in [-8, 8, 256, i32::MIN] {
            assert_eq!(Scale::new(exponent), Err(Status::INVALID_ARGUMENT));
        }
    }

    /// Check that flags without a size, with two sizes or with unknown bits are refused.
    #[test]
    fn flags_need_one_size() {
        for bits in [
            0,
            FMT_NOSCALE,
            FMT_LONG | FMT_DOUBLE,
            FMT_DOUBLE | 1,
            FMT_DOUBLE | 0x10,
        ] {
            assert_eq!(
                FormatOptions::from_bits(bits),
                Err(Status::INVALID_ARGUMENT),
                "{bits:#x}"
            );
        }
        let bits = FMT_LARGE | FMT_1000 | FMT_NOCAP100;
        assert_eq!(
            FormatOptions::from_bits(bits).map(FormatOptions::bits),
            Ok(bits)
        );
        assert_eq!(FormatOptions::default().bits(), FMT_DOUBLE);
    }
}
