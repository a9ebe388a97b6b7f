//! Texts in the form of several kernels, written by hand: the same figures with the lines and fields of each.

/// The lines of `/proc/PID/status` of 4.18, 5.10, 6.1 and 6.18 differ around those that are read.
pub(super) const STATUS: &[(&str, &str)] = &[
    (
        "4.18",
        "Name:\tdaemon\nUmask:\t0022\nState:\tS (sleeping)\nTgid:\t77\nVmPeak:\t    2000 kB\nVmSize:\t    1900 kB\n\
         VmHWM:\t     300 kB\nVmRSS:\t     290 kB\nRssAnon:\t     110 kB\nRssFile:\t     180 kB\nVmSwap:\t      40 kB\n\
         Threads:\t1\nvoluntary_ctxt_switches:\t51\nnonvoluntary_ctxt_switches:\t6\n",
    ),
    (
        "5.10",
        "Name:\tdaemon\nState:\tS (sleeping)\nNSpid:\t77\nVmPeak:\t    2000 kB\nVmHWM:\t     300 kB\nRssAnon:\t     110 kB\n\
         RssShmem:\t       0 kB\nVmSwap:\t      40 kB\nHugetlbPages:\t       0 kB\nTHP_enabled:\t1\nSeccomp_filters:\t0\n\
         Speculation_Store_Bypass:\tthread vulnerable\nvoluntary_ctxt_switches:\t51\nnonvoluntary_ctxt_switches:\t6\n",
    ),
    (
        "6.1",
        "Name:\tdaemon\nState:\tS (sleeping)\nVmPeak:\t    2000 kB\nVmHWM:\t     300 kB\nRssAnon:\t     110 kB\n\
         VmSwap:\t      40 kB\nSpeculationIndirectBranch:\tconditional enabled\n\
         Cpus_allowed_list:\t0-3\nvoluntary_ctxt_switches:\t51\nnonvoluntary_ctxt_switches:\t6\n",
    ),
    (
        "6.18",
        "Name:\tdaemon\nState:\tS (sleeping)\nKthread:\t0\nVmPeak:\t    2000 kB\nVmHWM:\t     300 kB\nRssAnon:\t     110 kB\n\
         VmSwap:\t      40 kB\nuntag_mask:\t0xffffffffffffffff\nvoluntary_ctxt_switches:\t51\n\
         nonvoluntary_ctxt_switches:\t6\nx86_Thread_features:\t\nx86_Thread_features_locked:\t\n",
    ),
];

/// 14 fields up to 4.17, 18 with discards from 4.18 on, 20 with flushes from 5.5 on.
pub(super) const DISKSTATS: &[(&str, &str)] = &[
    (
        "4.17",
        "   8       0 sda 101 2 303 40 505 6 707 80 9 100 110\n",
    ),
    (
        "4.18",
        "   8       0 sda 101 2 303 40 505 6 707 80 9 100 110 1 2 3 4\n",
    ),
    (
        "5.5",
        "   8       0 sda 101 2 303 40 505 6 707 80 9 100 110 1 2 3 4 5 6\n",
    ),
];

/// `steal` came with 2.6.11, `guest` with 2.6.24, `guest_nice` with 2.6.33; nothing since.
pub(super) const STAT: &str = "cpu  30 3 50 7000 9 1 2 4 5 6\ncpu0 10 1 20 3000 4 0 1 2 2 3\n\
    cpu2 20 2 30 4000 5 1 1 2 3 3\nintr 9000 5 0 7\nctxt 8000\nbtime 1700000000\nprocesses 600\nprocs_running 2\n\
    procs_blocked 1\nsoftirq 77 1 2 3\n";

pub(super) const LOADAVG: &str = "0.52 1.04 2.08 3/456 7890\n";

pub(super) const MEMINFO: &[(&str, &str)] = &[
    (
        "4.18",
        "MemTotal:        4000 kB\nMemFree:         1000 kB\nMemAvailable:    3000 kB\nBuffers:           20 kB\n\
         Cached:           500 kB\nSwapCached:         0 kB\nDirty:              7 kB\nSlab:              60 kB\n\
         SReclaimable:      40 kB\nCommitLimit:     2000 kB\nCommitted_AS:    1500 kB\nHugePages_Total:    0\n",
    ),
    (
        "6.18",
        "MemTotal:        4000 kB\nMemFree:         1000 kB\nMemAvailable:    3000 kB\nBuffers:           20 kB\n\
         Cached:           500 kB\nZswap:              0 kB\nZswapped:           0 kB\nDirty:              7 kB\n\
         KReclaimable:      45 kB\nSReclaimable:      40 kB\nSecPageTables:      0 kB\nCommitLimit:     2000 kB\n\
         Committed_AS:    1500 kB\nPercpu:             2 kB\nUnaccepted:         0 kB\nBalloon:            0 kB\n",
    ),
];

pub(super) const VMSTAT: &str = "nr_free_pages 250\npgpgin 1100\npgpgout 2200\npswpin 33\npswpout 44\npgalloc_dma 0\n\
    pgfault 55000\npgmajfault 66\npgmajfault_s 7\n";

pub(super) const NET_DEV: &str = "Inter-|   Receive                                                |  Transmit\n \
    face |bytes    packets errs drop fifo frame compressed multicast|bytes    packets errs drop fifo colls carrier compressed\n\
    \u{20}   lo:     100       1    0    0    0     0          0         0      100       1    0    0    0     0       0          0\n\
    enp3s0f0np0:4294967296 20 3 4 0 0 0 9 600 70 8 9 0 0 0 0\n";

/// 4.18 has no rate limits; 6.18 has them in the midst of the ICMP line, and columns at the end of the others.
pub(super) const NET_SNMP: &[(&str, &str)] = &[
    (
        "4.18",
        "Icmp: InMsgs InErrors InCsumErrors OutMsgs OutErrors OutDestUnreachs\nIcmp: 11 2 3 44 5 66\n\
         IcmpMsg: InType3 OutType3\nIcmpMsg: 7 8\n\
         Tcp: RtoAlgorithm MaxConn InSegs OutRsts\nTcp: 1 -1 77 8\nUdp: InDatagrams\nUdp: 99\nUdpLite: InDatagrams\nUdpLite: 0\n",
    ),
    (
        "6.18",
        "Icmp: InMsgs InErrors InCsumErrors OutMsgs OutErrors OutRateLimitGlobal OutRateLimitHost OutDestUnreachs\n\
         Icmp: 11 2 3 44 5 0 1 66\nIcmpMsg: InType3 OutType3\nIcmpMsg: 7 8\n\
         Tcp: RtoAlgorithm MaxConn InSegs OutRsts InCsumErrors\nTcp: 1 -1 77 8 9\n\
         Udp: InDatagrams IgnoredMulti MemErrors\nUdp: 99 1 2\nUdpLite: InDatagrams MemErrors\nUdpLite: 0 0\n",
    ),
];

pub(super) const NET_SNMP6: &str = "Ip6InReceives                   \t70\nIp6InOctets                     \t800\n\
    Icmp6InMsgs                     \t9\nIcmp6InType1                    \t2\nUdp6InDatagrams                 \t3\n\
    UdpLite6InDatagrams             \t4\n";

/// An x86 of three processors, one of them offline, and an arm64 of one.
pub(super) const INTERRUPTS: &str = "            CPU0       CPU2       \n   0:         30          0   IO-APIC    2-edge      timer\n  \
    24:          4        500   PCI-MSIX-0000:00:02.0    0-edge      virtio0-config\n NMI:          1          2   Non-maskable interrupts\n \
    ERR:          6\n MIS:          7\n PIN:          0          0   Posted-interrupt notification event\n";
pub(super) const INTERRUPTS_OF_ARM64: &str = "           CPU0       \n 11:        200     GICv3  27 Level     arch_timer\n\
    IPI0:         3       Rescheduling interrupts\nErr:          9\n";

pub(super) const SOFTIRQS: &str = "                    CPU0       CPU1       CPU2       \n          HI:          1          0          2\n       \
    TIMER:         30          0         40\n";

pub(super) const PID_STAT: &str = "77 (da emon) S 1 77 77 0 -1 4194560 1200 34 5 6 700 80 9 10 20 -5 3 0 4400 8192000 250 \
    18446744073709551615 1 1 0 0 0 0 0 4096 0 0 0 0 17 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";

pub(super) const PID_IO: &str = "rchar: 1000\nwchar: 2000\nsyscr: 30\nsyscw: 40\nread_bytes: 4096\nwrite_bytes: 8192\n\
    cancelled_write_bytes: 0\n";

/// Every text above.
pub(super) fn all() -> Vec<&'static str> {
    let mut all = vec![
        STAT,
        LOADAVG,
        VMSTAT,
        NET_DEV,
        NET_SNMP6,
        INTERRUPTS,
        INTERRUPTS_OF_ARM64,
        SOFTIRQS,
        PID_STAT,
        PID_IO,
    ];
    for versions in [STATUS, DISKSTATS, MEMINFO, NET_SNMP] {
        all.extend(versions.iter().map(|(_, text)| text));
    }
    all
}
