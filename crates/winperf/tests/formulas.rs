//! The formula table, row by row. Identifiers are those of the shared case table.

use perfhive_winperf::{
    CalcError, CounterDefinition, CounterType as T, DetailLevel, Formula, RawValue,
};

fn formula(ty: T, counter_size: u32, time_base_hz: i64) -> Formula {
    let counter = CounterDefinition {
        name_index: 2,
        help_index: 3,
        default_scale: 0,
        detail_level: DetailLevel::NOVICE,
        counter_type: ty,
        counter_size,
        counter_offset: 8,
    };
    let base = CounterDefinition {
        counter_type: T::AVERAGE_BASE,
        counter_size: 4,
        ..counter
    };
    Formula {
        counter,
        position: 0,
        base: ty.has_base().then_some(base),
        time_base_hz,
        absent: None,
    }
}

fn size_of(ty: T) -> u32 {
    if ty.0 & 0x300 == 0x100 { 8 } else { 4 }
}

fn raw((first, second): (i64, i64)) -> RawValue {
    RawValue {
        first,
        second,
        multi: 0,
    }
}

const HZ: i64 = 10_000_000;

/// Check that two samples of every type give the documented value.
#[test]
fn two_samples() {
    for (id, ty, older, newer, expected) in [
        (
            "C210",
            T::COUNTER_BULK_COUNT,
            (0, 0),
            (6_000_000_000, 15_000_000),
            4e9,
        ),
        (
            "C211",
            T::COUNTER_QUEUELEN_TYPE,
            (0, 0),
            (5_000_000, 10_000_000),
            0.5,
        ),
        (
            "C214",
            T::COUNTER_OBJ_TIME_QUEUELEN_TYPE,
            (0, 0),
            (400, 200),
            2.0,
        ),
        (
            "-",
            T::COUNTER_100NS_QUEUELEN_TYPE,
            (0, 0),
            (15_000_000, 10_000_000),
            1.5,
        ),
        (
            "-",
            T::COUNTER_LARGE_QUEUELEN_TYPE,
            (0, 0),
            (15_000_000, 10_000_000),
            1.5,
        ),
        ("-", T::SAMPLE_COUNTER, (0, 0), (30, 15_000_000), 20.0),
        (
            "C215",
            T::COUNTER_TIMER,
            (0, 0),
            (2_500_000, 10_000_000),
            25.0,
        ),
        (
            "-",
            T::HUNDRED_NSEC_TIMER,
            (0, 0),
            (2_500_000, 10_000_000),
            25.0,
        ),
        ("C217", T::OBJ_TIME_TIMER, (10, 0), (60, 200), 25.0),
        (
            "C218",
            T::HUNDRED_NSEC_TIMER_INV,
            (0, 0),
            (2_500_000, 10_000_000),
            75.0,
        ),
        (
            "C219",
            T::HUNDRED_NSEC_TIMER_INV,
            (0, 0),
            (10_000_050, 10_000_000),
            0.0,
        ),
        (
            "C220",
            T::COUNTER_TIMER_INV,
            (0, 0),
            (9_000_000, 10_000_000),
            9.999999999999998,
        ),
        ("C227", T::COUNTER_DELTA, (7, 0), (19, 0), 12.0),
        ("C227", T::COUNTER_LARGE_DELTA, (7, 0), (19, 0), 12.0),
        ("C231", T::SAMPLE_FRACTION, (10, 100), (40, 140), 75.0),
        ("C232", T::PRECISION_SYSTEM_TIMER, (0, 0), (300, 400), 75.0),
        ("C232", T::PRECISION_100NS_TIMER, (0, 0), (300, 400), 75.0),
        ("C232", T::PRECISION_OBJECT_TIMER, (0, 0), (300, 400), 75.0),
        ("C234", T::AVERAGE_BULK, (0, 0), (4096, 8), 512.0),
        ("-", T::AVERAGE_TIMER, (0, 0), (30_000_000, 2), 1.5),
        (
            "C246",
            T::HUNDRED_NSEC_TIMER_INV,
            (0, 0),
            (9_000_000, 10_000_000),
            10.0,
        ),
        (
            "C278",
            T::HUNDRED_NSEC_TIMER,
            (0, 0),
            (109_310_000, 10_000_000),
            1093.1,
        ),
        (
            "C272",
            T::HUNDRED_NSEC_TIMER_INV,
            (4_903_144_765_625, 131_246_703_908_743_382),
            (4_903_168_515_625, 131_246_703_938_773_618),
            20.913042441624498,
        ),
    ] {
        let formula = formula(ty, size_of(ty), HZ);
        let value = formula.calculate(Some(&raw(older)), &raw(newer)).unwrap();
        assert!(
            (value - expected).abs() <= expected.abs() * 1e-15,
            "{id} {ty}: {value}"
        );
    }
}

/// Check that the frequency of the sample's own machine is used, and `DefaultScale` is not (C274).
#[test]
fn rate_of_a_real_log() {
    let formula = Formula {
        counter: CounterDefinition {
            default_scale: -1,
            ..formula(T::COUNTER_COUNTER, 4, 0).counter
        },
        ..formula(T::COUNTER_COUNTER, 4, 2_630_633)
    };
    let older = raw((574_088_381, 2_006_657_217_390));
    let newer = raw((574_088_852, 2_006_665_124_085));
    assert_eq!(
        formula.calculate(Some(&older), &newer),
        Ok(156.70620189598816)
    );
}

/// Check that types that need one sample give their value from one.
#[test]
fn one_sample() {
    for (id, ty, newer, expected) in [
        ("C226", T::COUNTER_RAWCOUNT_HEX, (48_879, 0), 48_879.0),
        ("C226", T::COUNTER_LARGE_RAWCOUNT_HEX, (48_879, 0), 48_879.0),
        ("C229", T::RAW_FRACTION, (25, 200), 12.5),
        ("C229", T::LARGE_RAW_FRACTION, (25, 200), 12.5),
        (
            "C273",
            T::RAW_FRACTION,
            (3_737_925_139, 4_294_967_295),
            87.030_351_624_598_34,
        ),
        ("C276", T::COUNTER_RAWCOUNT, (0, 0), 0.0),
        ("-", T::ELAPSED_TIME, (50_000_000, 125_000_000), 7.5),
    ] {
        let value = formula(ty, size_of(ty), HZ).calculate(None, &raw(newer));
        assert_eq!(value, Ok(expected), "{id} {ty}");
    }
}

/// Check that timers of several things at once follow the documents that agree (C221, C223, C224).
#[test]
fn multi_timers() {
    for (id, ty, ticks, multi, expected) in [
        ("C221", T::COUNTER_MULTI_TIMER, 3_000_000, 2, 15.0),
        ("-", T::HUNDRED_NSEC_MULTI_TIMER, 3_000_000, 2, 15.0),
        (
            "C223",
            T::HUNDRED_NSEC_MULTI_TIMER_INV,
            16_000_000,
            4,
            240.0,
        ),
        ("C224", T::COUNTER_MULTI_TIMER_INV, 5_000_000, 1, 50.0),
    ] {
        let newer = RawValue {
            first: ticks,
            second: 10_000_000,
            multi,
        };
        let value = formula(ty, 8, HZ)
            .calculate(Some(&RawValue::default()), &newer)
            .unwrap();
        assert!((value - expected).abs() < 1e-9, "{id} {ty}: {value}");
    }
}

/// Check that a value that the samples do not support is absent with its reason.
#[test]
fn no_value_and_why() {
    use CalcError as E;
    for (id, ty, older, newer, expected) in [
        (
            "C228",
            T::COUNTER_DELTA,
            Some((19, 0)),
            (7, 0),
            E::NegativeValue,
        ),
        ("C230", T::RAW_FRACTION, None, (25, 0), E::ZeroDenominator),
        (
            "C236",
            T::AVERAGE_TIMER,
            Some((0, 8)),
            (9, 3),
            E::NegativeDenominator,
        ),
        ("C238", T::ELAPSED_TIME, None, (9, 3), E::NegativeValue),
        (
            "C240",
            T::COUNTER_COUNTER,
            None,
            (9, 3),
            E::NeedsSecondSample,
        ),
        ("C240", T::AVERAGE_TIMER, None, (9, 3), E::NeedsSecondSample),
        ("C240", T::AVERAGE_BULK, None, (9, 3), E::NeedsSecondSample),
        (
            "C241",
            T::COUNTER_BULK_COUNT,
            Some((0xFFFF_FFF0, 0)),
            (16, HZ),
            E::NegativeValue,
        ),
        (
            "C279",
            T::COUNTER_BULK_COUNT,
            Some((5000, 0)),
            (4000, HZ),
            E::NegativeValue,
        ),
        (
            "-",
            T::HUNDRED_NSEC_TIMER_INV,
            Some((50, 0)),
            (40, HZ),
            E::NegativeValue,
        ),
        (
            "-",
            T::COUNTER_COUNTER,
            Some((5, 20)),
            (9, 10),
            E::NegativeTimeBase,
        ),
        (
            "-",
            T::COUNTER_COUNTER,
            Some((5, 20)),
            (9, 20),
            E::ZeroDenominator,
        ),
        (
            "-",
            T::PRECISION_100NS_TIMER,
            Some((5, 20)),
            (9, 10),
            E::NegativeDenominator,
        ),
        (
            "-",
            T::AVERAGE_BULK,
            Some((5, 20)),
            (9, 20),
            E::ZeroDenominator,
        ),
        (
            "-",
            T::COUNTER_MULTI_TIMER,
            Some((5, 20)),
            (9, 40),
            E::ZeroDenominator,
        ),
        ("-", T::AVERAGE_BASE, Some((5, 20)), (9, 40), E::NotNumeric),
        ("-", T::COUNTER_TEXT, None, (0, 0), E::NotNumeric),
        ("-", T::COUNTER_NODATA, None, (0, 0), E::NotNumeric),
        ("-", T::COUNTER_HISTOGRAM_TYPE, None, (0, 0), E::NotNumeric),
    ] {
        let older = older.map(raw);
        let value = formula(ty, size_of(ty), HZ).calculate(older.as_ref(), &raw(newer));
        assert_eq!(value, Err(expected), "{id} {ty}");
    }
}

/// Check that a DWORD may wrap once, that a reset is no wrap, and that eight bytes never wrap (C241).
#[test]
fn wraps_and_resets() {
    let calculate = |size, older, newer| {
        formula(T::COUNTER_COUNTER, size, HZ).calculate(Some(&raw((older, 0))), &raw((newer, HZ)))
    };
    assert_eq!(calculate(4, 0xFFFF_FFF0, 0x10), Ok(32.0));
    assert_eq!(calculate(4, 1_000_000, 5), Err(CalcError::NegativeValue));
    assert_eq!(
        calculate(8, 0xFFFF_FFF0, 0x10),
        Err(CalcError::NegativeValue)
    );
    let wrapped_base =
        formula(T::AVERAGE_BULK, 8, HZ).calculate(Some(&raw((0, 0xFFFF_FFFE))), &raw((512, 2)));
    assert_eq!(wrapped_base, Ok(128.0));
}

/// Check that an idle disk, where nothing was counted, shows 0 as Windows' logs do.
#[test]
fn nothing_counted() {
    for ty in [T::AVERAGE_TIMER, T::AVERAGE_BULK] {
        assert_eq!(
            formula(ty, 8, HZ).calculate(Some(&raw((70, 8))), &raw((70, 8))),
            Ok(0.0),
            "{ty}"
        );
    }
}

/// Check that names and bits of all types belong together.
#[test]
fn names_of_types() {
    for &(name, ty) in T::NAMED {
        assert_eq!(T::from_name(name), Some(ty));
        assert_eq!(ty.name(), Some(name));
    }
    assert_eq!(T(0x0BAD_F00D).to_string(), "0x0BADF00D");
}
