//! Texts of several kernels give the same figures.

use super::texts;
use crate::read::proc_diskstats::{self, DiskStats};
use crate::read::proc_pid_status::{self, Status};
use crate::read::proc_stat::{self, CpuTicks};
use crate::read::{
    PerCpuSums, proc_loadavg, proc_meminfo, proc_net_dev, proc_net_snmp, proc_net_snmp6,
    proc_pid_io, proc_pid_stat, proc_vmstat,
};

/// Check that lines which came and went between kernels do not change what is read of a process.
#[test]
fn status_of_a_process() {
    for (version, text) in texts::STATUS {
        let status = Status {
            vm_peak_bytes: Some(2_048_000),
            vm_hwm_bytes: Some(307_200),
            rss_anon_bytes: Some(112_640),
            vm_swap_bytes: Some(40_960),
            voluntary_ctxt_switches: Some(51),
            nonvoluntary_ctxt_switches: Some(6),
        };
        assert_eq!(proc_pid_status::parse(text.as_bytes()), status, "{version}");
    }
}

/// Check that fields appended to a disk's line are passed over.
#[test]
fn disks() {
    let stats = DiskStats {
        reads: 101,
        sectors_read: 303,
        reading_ms: 40,
        writes: 505,
        sectors_written: 707,
        writing_ms: 80,
        in_flight: 9,
        io_ms: 100,
    };
    for (version, text) in texts::DISKSTATS {
        let devices = proc_diskstats::devices(text.as_bytes()).collect::<Vec<_>>();
        assert_eq!(devices, [(&b"sda"[..], stats)], "{version}");
    }
}

/// Check that keys are found among those of other kernels, and what no kernel has is absent.
#[test]
fn memory() {
    for (version, text) in texts::MEMINFO {
        let kib = |key| proc_meminfo::bytes(text.as_bytes(), key).map(|it| it / 1024);
        let keys = ["MemFree", "Cached", "Dirty", "SReclaimable", "Committed_AS"];
        let expected = [1000, 500, 7, 40, 1500].map(Some);
        assert_eq!(keys.map(kib), expected, "{version}");
        assert_eq!(kib("Reclaimable"), None, "{version}");
    }
    let event = |key| proc_vmstat::value(texts::VMSTAT.as_bytes(), key);
    let keys = ["pgpgin", "pgpgout", "pswpin", "pswpout", "pgmajfault", "pg"];
    let expected = [Some(1100), Some(2200), Some(33), Some(44), Some(66), None];
    assert_eq!(keys.map(event), expected);
}

/// Check the processors of `/proc/stat` and the columns that belong to them.
#[test]
fn processors() {
    let cpus = proc_stat::cpus(texts::STAT.as_bytes()).collect::<Vec<_>>();
    let cpu2 = CpuTicks {
        user: 20,
        nice: 2,
        system: 30,
        idle: 4000,
        iowait: 5,
        irq: 1,
        softirq: 1,
    };
    assert_eq!((cpus.len(), cpus[0].0, cpus[1]), (2, 0, (2, cpu2)));
    assert_eq!(proc_stat::ctxt(texts::STAT.as_bytes()), Some(8000));
    assert_eq!(proc_stat::procs_running(texts::STAT.as_bytes()), Some(2));
    assert_eq!(proc_loadavg::threads(texts::LOADAVG.as_bytes()), Some(456));

    let sums_of = |text: &str| {
        let mut sums = PerCpuSums::default();
        sums.parse(text.as_bytes());
        [0, 1, 2].map(|cpu| sums.of_cpu(cpu))
    };
    let interrupts = sums_of(texts::INTERRUPTS);
    assert_eq!(interrupts, [Some(35), None, Some(502)]);
    let softirqs = sums_of(texts::SOFTIRQS);
    assert_eq!(softirqs, [Some(31), Some(0), Some(42)]);
    let arm64 = sums_of(texts::INTERRUPTS_OF_ARM64);
    assert_eq!(arm64, [Some(203), None, None]);
}

/// Check that a name as long as its column is told from the value that follows it.
#[test]
fn interfaces() {
    let interfaces = proc_net_dev::interfaces(texts::NET_DEV.as_bytes())
        .map(|(name, received, sent)| (name, received.bytes, received.drop, sent.bytes, sent.drop))
        .collect::<Vec<_>>();
    let expected = [
        (&b"lo"[..], 100, 0, 100, 0),
        (&b"enp3s0f0np0"[..], 4_294_967_296, 4, 600, 9),
    ];
    assert_eq!(interfaces, expected);
}

/// Check that counts are found by name where columns came between them.
#[test]
fn protocols() {
    for (version, text) in texts::NET_SNMP {
        let value = |protocol, name| proc_net_snmp::counts(text.as_bytes(), protocol)?.value(name);
        let icmp = ["InMsgs", "OutMsgs", "OutDestUnreachs"].map(|it| value("Icmp", it));
        assert_eq!(icmp, [Some(11), Some(44), Some(66)], "{version}");
        let others = [("Tcp", "InSegs"), ("Udp", "InDatagrams")].map(|(p, name)| value(p, name));
        assert_eq!(others, [Some(77), Some(99)], "{version}");
    }
    let value = |protocol, name| proc_net_snmp6::value(texts::NET_SNMP6.as_bytes(), protocol, name);
    assert_eq!(value("Ip6", "InReceives"), Some(70));
    assert_eq!(value("Icmp6", "InMsgs"), Some(9));
    assert_eq!(value("Udp6", "InDatagrams"), Some(3));
}

/// Check the line and the counts of a process.
#[test]
fn process() {
    let stat = proc_pid_stat::parse(texts::PID_STAT.as_bytes()).unwrap();
    assert_eq!(
        (stat.comm, stat.state, stat.ppid),
        (&b"da emon"[..], b'S', 1)
    );
    let figures = [
        stat.minflt,
        stat.majflt,
        stat.utime,
        stat.stime,
        stat.num_threads,
        stat.starttime,
        stat.vsize,
        stat.rss,
    ];
    assert_eq!(figures, [1200, 5, 700, 80, 3, 4400, 8_192_000, 250]);
    let io = proc_pid_io::parse(texts::PID_IO.as_bytes()).unwrap();
    assert_eq!(
        (io.rchar, io.wchar, io.syscr, io.syscw),
        (1000, 2000, 30, 40)
    );
}
