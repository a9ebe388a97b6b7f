//! UDPv4 (658): datagrams over IPv4.

use perfhive_catalog::udpv4 as at;

use super::protocol::{CountsOf, Protocol};

pub(super) const PROTOCOL: Protocol = Protocol {
    table: &at::OBJECT,
    counts: CountsOf::Snmp("Udp"),
    sums: &[
        (at::DATAGRAMS, &["InDatagrams", "OutDatagrams"]),
        (at::DATAGRAMS_RECEIVED, &["InDatagrams"]),
        (at::DATAGRAMS_NO_PORT, &["NoPorts"]),
        (at::DATAGRAMS_RECEIVED_ERRORS, &["InErrors"]),
        (at::DATAGRAMS_SENT, &["OutDatagrams"]),
    ],
};
