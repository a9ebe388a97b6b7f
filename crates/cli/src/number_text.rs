//! Numbers as Windows' text logs have them.

/// Six digits behind the point, as typeperf prints them on the screen.
pub(crate) fn fixed(value: f64) -> String {
    format!("{value:.6}")
}

/// Seventeen significant digits without trailing zeros (C's `%.17g`), as logs in files have them: no digit is lost.
/// Exponents have three digits, as Microsoft's C library prints them.
pub(crate) fn significant(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    let scientific = format!("{value:.16e}");
    let (mantissa, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent = exponent.parse::<i32>().unwrap_or(0);
    let trim = |text: &str| match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text.to_owned(),
    };
    if (-4..17).contains(&exponent) {
        let n_decimals = usize::try_from(16 - exponent).unwrap_or(0);
        return trim(&format!("{value:.n_decimals$}"));
    }
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{}e{sign}{:03}", trim(mantissa), exponent.abs())
}

/// A number for people: grouped digits, two behind the point where they say something, and two significant ones below 1.
pub(crate) fn grouped(value: f64) -> String {
    let is_whole = value.fract() == 0.0 || value.abs() >= 1e6;
    let n_decimals = match value.abs() {
        _ if is_whole => 0,
        small @ ..0.1 => leading_zeros(small) + 2,
        _ => 2,
    };
    let text = format!("{:.n_decimals$}", value.abs());
    let (whole, fraction) = text.split_once('.').unwrap_or((&text, ""));
    let mut grouped = String::new();
    for (i, digit) in whole.chars().enumerate() {
        if i > 0 && (whole.len() - i) % 3 == 0 {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    let sign = if value < 0.0 { "-" } else { "" };
    let point = if fraction.is_empty() { "" } else { "." };
    format!("{sign}{grouped}{point}{fraction}")
}

/// Zeros behind the point before the first other digit; no more than a table has room for.
fn leading_zeros(value: f64) -> usize {
    (1..9)
        .take_while(|it| value * 10f64.powi(*it) < 1.0)
        .count()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check digits against values of real logs.
    #[test]
    fn digits_of_real_logs() {
        assert_eq!(significant(20.913042441624498), "20.913042441624498");
        assert_eq!(significant(156.70620189598816), "156.70620189598816");
        assert_eq!(significant(0.0), "0");
        assert_eq!(significant(4294967295.0), "4294967295");
        assert_eq!(significant(6.949482758620689e-5), "6.9494827586206889e-005");
        assert_eq!(significant(0.1), "0.10000000000000001");
        assert_eq!(significant(1e17), "1e+017");
        assert_eq!(significant(-2.5), "-2.5");
        assert_eq!(fixed(1.0 / 3.0), "0.333333");
    }

    /// Check that thousands are grouped and small fractions stay.
    #[test]
    fn numbers_for_people() {
        assert_eq!(grouped(1234567.8), "1,234,568");
        assert_eq!(grouped(1234.5), "1,234.50");
        assert_eq!(grouped(-7.0), "-7");
        assert_eq!(grouped(0.333), "0.33");
        assert_eq!(grouped(0.000_431), "0.00043");
        assert_eq!(grouped(0.05), "0.050");
        assert_eq!(grouped(0.0), "0");
    }
}
