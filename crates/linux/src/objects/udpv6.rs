//! UDPv6 (1532): datagrams over IPv6.

use perfhive_catalog::udpv6 as at;

use super::protocol::{CountsOf, Protocol};

pub(super) const PROTOCOL: Protocol = Protocol {
    table: &at::OBJECT,
    counts: CountsOf::Snmp6("Udp6"),
    sums: &[
        (at::DATAGRAMS, &["InDatagrams", "OutDatagrams"]),
        (at::DATAGRAMS_RECEIVED, &["InDatagrams"]),
        (at::DATAGRAMS_NO_PORT, &["NoPorts"]),
        (at::DATAGRAMS_RECEIVED_ERRORS, &["InErrors"]),
        (at::DATAGRAMS_SENT, &["OutDatagrams"]),
    ],
};
