//! The network protocols, on the fixture tree `small`.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod small;

use std::collections::BTreeMap;

use perfhive_linux::LinuxProvider;
use perfhive_provider::{Class, Collected, Provider, Request};
use perfhive_winperf::{ObjectQuery, Wanted};
use small::{FixedClock, block_of, collect, copy_tree, expect, small, values};

/// The counters of an object without instances by name.
fn counters(index: u32) -> BTreeMap<String, Option<i64>> {
    let (bytes, collected) = collect(&small(), &[index]);
    assert_eq!(collected.notes(), []);
    values(&bytes, index).remove("").unwrap()
}

/// Check TCPv4: its lines among those of other protocols, sums, and a level beside counts.
#[test]
fn tcp() {
    let (bytes, collected) = collect(&small(), &[638]);
    assert_eq!(collected.notes(), []);
    let expected = [
        ("Segments/sec", 3005 + 3006),
        ("Connections Established", 3004),
        ("Connections Active", 3000),
        ("Connections Passive", 3001),
        ("Connection Failures", 3002),
        ("Connections Reset", 3003),
        ("Segments Received/sec", 3005),
        ("Segments Sent/sec", 3006),
        ("Segments Retransmitted/sec", 3007),
    ];
    let values = values(&bytes, 638);
    expect(&values, "", &expected);
    assert_eq!(values[""].len(), expected.len());
}

/// Check UDP over both: UdpLite is not taken for UDP.
#[test]
fn udp() {
    let v4 = counters(658);
    assert_eq!(v4["Datagrams/sec"], Some(4000 + 4003));
    assert_eq!(v4["Datagrams No Port/sec"], Some(4001));
    assert_eq!(v4["Datagrams Received Errors"], Some(4002));
    let v6 = counters(1532);
    assert_eq!(v6["Datagrams/sec"], Some(7000 + 7001));
    assert_eq!(v6["Datagrams Sent/sec"], Some(7001));
}

/// Check IP over both, whose kernel names differ for what is forwarded.
#[test]
fn ip() {
    let v4 = counters(546);
    assert_eq!(v4["Datagrams/sec"], Some(1000 + 1007));
    assert_eq!(v4["Datagrams Forwarded/sec"], Some(1003));
    assert_eq!(v4["Fragments Created/sec"], Some(1016));
    let v6 = counters(548);
    assert_eq!(v6.len(), v4.len());
    assert!(v6.values().all(Option::is_some), "{v6:?}");
    assert_eq!(v6["Datagrams Received/sec"], Some(5000));
}

/// Check that every message of both ICMPs is counted, each by its own count.
#[test]
fn icmp() {
    for (index, n_counters, first) in [(582, 27, 2000), (1534, 33, 6000)] {
        let icmp = counters(index);
        assert_eq!(icmp.len(), n_counters);
        assert!(icmp.values().all(Option::is_some), "{icmp:?}");
        assert_eq!(icmp["Messages Received/sec"], Some(first));
        let mut values = icmp.values().collect::<Vec<_>>();
        values.sort();
        values.dedup();
        assert_eq!(values.len(), n_counters, "{icmp:?}");
    }
}

/// Check that a kernel without IPv6 costs the objects of IPv6, and a count that it lacks is absent alone.
#[test]
fn kernels_without() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    std::fs::remove_file(tree.path().join("proc/net/snmp6")).unwrap();
    let snmp = tree.path().join("proc/net/snmp");
    std::fs::write(snmp, "Tcp: InSegs RetransSegs\nTcp: 7 8\n").unwrap();
    let (bytes, collected) = collect(tree.path(), &[548, 638, 658]);
    let lost = collected
        .notes()
        .iter()
        .map(|it| (it.object_index, it.text.as_str()));
    assert_eq!(
        lost.collect::<Vec<_>>(),
        [
            (Some(548), "/proc/net/snmp6: not there"),
            (Some(658), "/proc/net/snmp, Udp: not there"),
        ]
    );
    let tcp = &values(&bytes, 638)[""];
    assert_eq!(tcp["Segments Received/sec"], Some(7));
    assert_eq!(tcp["Segments/sec"], None);
    assert_eq!(tcp["Segments Retransmitted/sec"], Some(8));
}

/// Check that the objects of a machine without IPv6 stay out of `Global`, and those of IPv4 do not.
#[test]
fn machines_without() {
    let tree = tempfile::tempdir().unwrap();
    copy_tree(&small(), tree.path());
    std::fs::remove_file(tree.path().join("proc/net/snmp6")).unwrap();
    let provider = LinuxProvider::open_below(tree.path(), Box::new(FixedClock)).unwrap();
    for (index, class) in [
        (546, Class::Global),
        (548, Class::ByIndex),
        (582, Class::Global),
        (638, Class::Global),
        (658, Class::Global),
        (1532, Class::ByIndex),
        (1534, Class::ByIndex),
    ] {
        let mut objects = provider.objects().into_iter();
        let object = objects.find(|it| it.index == index).unwrap();
        assert_eq!(object.class, class, "{index}");
    }
}

/// Check that only the counters that will be read are looked up.
#[test]
fn wanted_counters_alone() {
    let mut provider = LinuxProvider::open_below(&small(), Box::new(FixedClock)).unwrap();
    let request = Request {
        objects: vec![ObjectQuery {
            index: 638,
            wanted: Wanted::Counters(vec![642]),
        }],
        ..Request::default()
    };
    let mut collected = Collected::default();
    provider.collect(&request, &mut collected).unwrap();
    let tcp = &values(&block_of(&collected), 638)[""];
    let known = tcp.iter().filter(|(_, value)| value.is_some());
    assert_eq!(
        known.collect::<Vec<_>>(),
        [(&"Connections Established".to_owned(), &Some(3004))]
    );
}

/// Check that files full of nonsense give absent values or no object, and never a panic.
#[test]
fn nonsense() {
    for nonsense in [
        "",
        "Tcp:\nTcp:\nIp6\n",
        "Tcp: InSegs\nTcp: 18446744073709551616\nUdp: OutDatagrams\nIp6InReceives -1\n",
        "Tcp: InSegs OutSegs\nTcp: 18446744073709551615 18446744073709551615\n",
    ] {
        let tree = tempfile::tempdir().unwrap();
        copy_tree(&small(), tree.path());
        for file in ["snmp", "snmp6"] {
            std::fs::write(tree.path().join("proc/net").join(file), nonsense).unwrap();
        }
        collect(tree.path(), &[546, 548, 582, 638, 658, 1532, 1534]);
    }
}
