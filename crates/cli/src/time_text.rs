//! Time stamps and zones as Windows' text logs have them.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use perfhive_winperf::SystemTime;

/// `MM/DD/YYYY HH:MM:SS.mmm`, local time.
pub(crate) fn stamp(time: SystemTime, zone: &TimeZone) -> String {
    let Some(utc) = timestamp(time) else {
        return String::new();
    };
    let local = zone.to_datetime(utc);
    format!(
        "{:02}/{:02}/{:04} {:02}:{:02}:{:02}.{:03}",
        local.month(),
        local.day(),
        local.year(),
        local.hour(),
        local.minute(),
        local.second(),
        local.subsec_nanosecond() / 1_000_000
    )
}

/// The moment, as RFC 3339 writes it in UTC.
pub(crate) fn rfc3339(time: SystemTime) -> String {
    timestamp(time).map(|it| it.to_string()).unwrap_or_default()
}

fn timestamp(time: SystemTime) -> Option<Timestamp> {
    let small = |n: u16| i8::try_from(n).ok();
    let date = jiff::civil::Date::new(
        i16::try_from(time.year).ok()?,
        small(time.month)?,
        small(time.day)?,
    );
    let ns = i32::from(time.milliseconds) * 1_000_000;
    let time = jiff::civil::Time::new(
        small(time.hour)?,
        small(time.minute)?,
        small(time.second)?,
        ns,
    );
    let civil = jiff::civil::DateTime::from_parts(date.ok()?, time.ok()?);
    TimeZone::UTC.to_timestamp(civil).ok()
}

/// Name of the zone now in force, and its minutes from local time to UTC.
pub(crate) fn zone_and_bias(zone: &TimeZone, now: Timestamp) -> (String, i32) {
    let info = zone.to_offset_info(now);
    (
        info.abbreviation().to_owned(),
        -info.offset().seconds() / 60,
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check the order of Windows' logs, in UTC and in a zone with a bias.
    #[test]
    fn stamps_and_zones() {
        let time = SystemTime::from_members([2016, 11, 3, 30, 4, 5, 6, 78]);
        assert_eq!(stamp(time, &TimeZone::UTC), "11/30/2016 04:05:06.078");
        let west = TimeZone::fixed(jiff::tz::offset(-8));
        assert_eq!(stamp(time, &west), "11/29/2016 20:05:06.078");
        assert_eq!(zone_and_bias(&west, Timestamp::UNIX_EPOCH).1, 480);
        assert_eq!(rfc3339(time), "2016-11-30T04:05:06.078Z");
    }
}
