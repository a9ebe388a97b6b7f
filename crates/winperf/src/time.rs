//! The three clocks that a block carries.

/// A moment as 100 ns since 1601-01-01T00:00:00Z (Windows' FILETIME).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FileTime(pub i64);

/// Seconds from 1601-01-01 to 1970-01-01.
const UNIX_EPOCH_S: i64 = 11_644_473_600;

impl FileTime {
    /// Ticks of a FILETIME in a second.
    pub const PER_SECOND: i64 = 10_000_000;

    /// The moment that Unix time gives, saturating at the ends of the range.
    pub const fn from_unix(seconds: i64, nanoseconds: i64) -> Self {
        Self(
            seconds
                .saturating_add(UNIX_EPOCH_S)
                .saturating_mul(Self::PER_SECOND)
                .saturating_add(nanoseconds / 100),
        )
    }

    /// Whole nanoseconds since 1970-01-01T00:00:00Z.
    pub const fn unix_ns(self) -> i128 {
        (self.0 as i128 - UNIX_EPOCH_S as i128 * Self::PER_SECOND as i128) * 100
    }
}

/// A value of `PerfTime`, in ticks of the `PerfFreq` beside it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PerfTicks(pub i64);

/// A wall-clock moment in calendar fields (Windows' SYSTEMTIME), 16 bytes in a block.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct SystemTime {
    /// 1601 and up.
    pub year: u16,
    /// 1 January to 12 December.
    pub month: u16,
    /// 0 Sunday to 6 Saturday.
    pub day_of_week: u16,
    /// 1 to 31.
    pub day: u16,
    /// 0 to 23.
    pub hour: u16,
    /// 0 to 59.
    pub minute: u16,
    /// 0 to 59.
    pub second: u16,
    /// 0 to 999.
    pub milliseconds: u16,
}

impl SystemTime {
    /// The calendar fields, in UTC, of a moment. A moment before 1601 gives the epoch.
    #[expect(
        clippy::cast_possible_truncation,
        reason = "each value is reduced to its calendar range first"
    )]
    pub const fn from_file_time(time: FileTime) -> Self {
        let ms = if time.0 < 0 { 0 } else { time.0 / 10_000 };
        let (days, ms_of_day) = (ms / 86_400_000, ms % 86_400_000);
        let (year, month, day) = civil_from_days(days);
        Self {
            year: year as u16,
            month: month as u16,
            // 1601-01-01 was a Monday.
            day_of_week: ((days + 1) % 7) as u16,
            day: day as u16,
            hour: (ms_of_day / 3_600_000) as u16,
            minute: (ms_of_day / 60_000 % 60) as u16,
            second: (ms_of_day / 1000 % 60) as u16,
            milliseconds: (ms_of_day % 1000) as u16,
        }
    }

    /// The eight members in the order of the structure.
    pub const fn members(self) -> [u16; 8] {
        [
            self.year,
            self.month,
            self.day_of_week,
            self.day,
            self.hour,
            self.minute,
            self.second,
            self.milliseconds,
        ]
    }

    /// The reverse of [`Self::members`].
    pub const fn from_members(m: [u16; 8]) -> Self {
        Self {
            year: m[0],
            month: m[1],
            day_of_week: m[2],
            day: m[3],
            hour: m[4],
            minute: m[5],
            second: m[6],
            milliseconds: m[7],
        }
    }
}

/// Year, month and day of a count of days since 1601-01-01, by the Gregorian 400-year cycle.
const fn civil_from_days(days: i64) -> (i64, i64, i64) {
    // Counted from 1600-03-01, so that the leap day ends a year: 306 days before 1601-01-01.
    let z = days + 306;
    let era = z / 146_097;
    let day_of_era = z % 146_097;
    let year_of_era =
        (day_of_era - day_of_era / 1460 + day_of_era / 36_524 - day_of_era / 146_096) / 365;
    let day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
    let shifted_month = (5 * day_of_year + 2) / 153;
    let day = day_of_year - (153 * shifted_month + 2) / 5 + 1;
    let month = if shifted_month < 10 {
        shifted_month + 3
    } else {
        shifted_month - 9
    };
    let year = 1600 + era * 400 + year_of_era + (month <= 2) as i64;
    (year, month, day)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that the calendar of a FILETIME is right at the epoch, at a leap day and at a real block's time.
    #[test]
    fn calendar_fields_of_a_file_time() {
        let fields = |time| SystemTime::from_file_time(time).members();
        assert_eq!(fields(FileTime(0)), [1601, 1, 1, 1, 0, 0, 0, 0]);
        assert_eq!(
            fields(FileTime::from_unix(951_782_400, 0)),
            [2000, 2, 2, 29, 0, 0, 0, 0]
        );
        assert_eq!(
            fields(FileTime(128_315_940_386_596_596)),
            [2007, 8, 2, 14, 19, 40, 38, 659]
        );
        assert_eq!(
            fields(FileTime::from_unix(1_796_083_199, 999_999_999)),
            [2026, 11, 1, 30, 23, 59, 59, 999]
        );
    }
}
