//! IPv6 (548): datagrams and fragments.

use perfhive_catalog::ipv6 as at;

use super::protocol::{CountsOf, Protocol};

pub(super) const PROTOCOL: Protocol = Protocol {
    table: &at::OBJECT,
    counts: CountsOf::Snmp6("Ip6"),
    sums: &[
        (at::DATAGRAMS, &["InReceives", "OutRequests"]),
        (at::DATAGRAMS_RECEIVED, &["InReceives"]),
        (at::RECEIVED_HEADER_ERRORS, &["InHdrErrors"]),
        (at::RECEIVED_ADDRESS_ERRORS, &["InAddrErrors"]),
        (at::DATAGRAMS_FORWARDED, &["OutForwDatagrams"]),
        (at::RECEIVED_UNKNOWN_PROTOCOL, &["InUnknownProtos"]),
        (at::RECEIVED_DISCARDED, &["InDiscards"]),
        (at::RECEIVED_DELIVERED, &["InDelivers"]),
        (at::DATAGRAMS_SENT, &["OutRequests"]),
        (at::OUTBOUND_DISCARDED, &["OutDiscards"]),
        (at::OUTBOUND_NO_ROUTE, &["OutNoRoutes"]),
        (at::FRAGMENTS_RECEIVED, &["ReasmReqds"]),
        (at::FRAGMENTS_REASSEMBLED, &["ReasmOKs"]),
        (at::REASSEMBLY_FAILURES, &["ReasmFails"]),
        (at::FRAGMENTED_DATAGRAMS, &["FragOKs"]),
        (at::FRAGMENTATION_FAILURES, &["FragFails"]),
        (at::FRAGMENTS_CREATED, &["FragCreates"]),
    ],
};
