//! No text makes a parser panic.

use proptest::collection::vec;
use proptest::prelude::*;

use super::texts;
use crate::read::{
    PerCpuSums, fields, keyed, per_cpu, proc_cpuinfo, proc_diskstats, proc_loadavg, proc_meminfo,
    proc_net_dev, proc_net_snmp, proc_net_snmp6, proc_net_sockstat, proc_pid_io, proc_pid_stat,
    proc_pid_status, proc_pressure, proc_schedstat, proc_stat, proc_vmstat, sys_node,
};

/// Gives a text to every parser and takes all that comes out.
fn parse_all(text: &[u8]) {
    let _ = fields::number(text);
    fields::numbers(text).for_each(drop);
    keyed::flat(text, "usage_usec");
    keyed::nested_sum(text, "rbytes");
    proc_cpuinfo::clocks_khz(text).for_each(drop);
    proc_diskstats::devices(text).for_each(drop);
    proc_loadavg::threads(text);
    proc_meminfo::bytes(text, "MemFree");
    proc_net_dev::interfaces(text).for_each(drop);
    if let Some(counts) = proc_net_snmp::counts(text, "Tcp") {
        counts.value("InSegs");
    }
    proc_net_snmp6::value(text, "Ip6", "In");
    proc_pid_io::parse(text);
    proc_pid_stat::parse(text);
    proc_pid_status::parse(text);
    proc_pressure::parse(text);
    proc_schedstat::cpus(text).for_each(drop);
    proc_net_sockstat::value(text, "TCP", "inuse");
    per_cpu::rows(text).for_each(drop);
    proc_diskstats::queues(text).for_each(drop);
    sys_node::ids(text).take(20_000).for_each(drop);
    sys_node::meminfo_bytes(text, "MemFree");
    proc_stat::cpus(text).for_each(drop);
    proc_stat::ctxt(text);
    proc_stat::procs_running(text);
    proc_vmstat::value(text, "pgfault");
    let mut sums = PerCpuSums::default();
    sums.parse(text);
    sums.of_cpu(0);
}

/// Pieces that kernel texts are made of, and the largest numbers that fit and do not.
fn piece() -> impl Strategy<Value = String> {
    let words = [
        " ",
        "\t",
        "\n",
        ":",
        "(",
        ")",
        "/",
        "-1",
        "cpu",
        "CPU0 ",
        "CPU1\n",
        "ERR: ",
        "0: ",
        "processor : ",
        "cpu MHz : ",
        "sda ",
        "eth0:",
        "MemFree:",
        "VmPeak:",
        "ctxt ",
        "pgfault ",
        "Tcp: ",
        "InSegs ",
        "Ip6In ",
        "rchar: ",
        "kB",
        " S ",
    ];
    prop_oneof![
        proptest::sample::select(words.to_vec()).prop_map(str::to_owned),
        any::<u64>().prop_map(|it| format!("{it} ")),
        Just(format!("{} ", u64::MAX)),
        Just("18446744073709551616 ".to_owned()),
    ]
}

proptest! {
    /// Check that bytes of any kind are refused or read.
    #[test]
    fn bytes(text in vec(any::<u8>(), 0..400)) {
        parse_all(&text);
    }

    /// Check that pieces in any order, among them numbers whose sum does not fit, are refused or read.
    #[test]
    fn pieces(pieces in vec(piece(), 0..60)) {
        parse_all(pieces.concat().as_bytes());
    }

    /// Check that whole texts with a byte changed and an end cut off are refused or read.
    #[test]
    fn damaged_texts(
        text in proptest::sample::select(texts::all()),
        at in any::<prop::sample::Index>(),
        end in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut text = text.as_bytes().to_vec();
        let at = at.index(text.len());
        text[at] = byte;
        text.truncate(end.index(text.len() + 1));
        parse_all(&text);
    }
}

/// Check that sums which do not fit wrap around as the kernel's own do.
#[test]
fn sums_that_do_not_fit() {
    let text = format!("CPU0\n 1: {0}\n 2: {0}\n 3: 5\n", u64::MAX);
    let mut sums = PerCpuSums::default();
    sums.parse(text.as_bytes());
    assert_eq!(sums.of_cpu(0), Some(3));
}
