//! TCPv4 (638): segments and connections.

use perfhive_catalog::tcpv4 as at;

use super::protocol::{CountsOf, Protocol};

pub(super) const PROTOCOL: Protocol = Protocol {
    table: &at::OBJECT,
    counts: CountsOf::Snmp("Tcp"),
    sums: &[
        (at::SEGMENTS, &["InSegs", "OutSegs"]),
        (at::CONNECTIONS_ESTABLISHED, &["CurrEstab"]),
        (at::CONNECTIONS_ACTIVE, &["ActiveOpens"]),
        (at::CONNECTIONS_PASSIVE, &["PassiveOpens"]),
        (at::CONNECTION_FAILURES, &["AttemptFails"]),
        (at::CONNECTIONS_RESET, &["EstabResets"]),
        (at::SEGMENTS_RECEIVED, &["InSegs"]),
        (at::SEGMENTS_SENT, &["OutSegs"]),
        (at::SEGMENTS_RETRANSMITTED, &["RetransSegs"]),
    ],
};
