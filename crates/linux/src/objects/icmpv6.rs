//! ICMPv6 (1534): messages by kind.

use perfhive_catalog::icmpv6 as at;

use super::protocol::{CountsOf, Protocol};

pub(super) const PROTOCOL: Protocol = Protocol {
    table: &at::OBJECT,
    counts: CountsOf::Snmp6("Icmp6"),
    sums: &[
        (at::MESSAGES, &["InMsgs", "OutMsgs"]),
        (at::MESSAGES_RECEIVED, &["InMsgs"]),
        (at::MESSAGES_RECEIVED_ERRORS, &["InErrors"]),
        (at::RECEIVED_DEST_UNREACHABLE, &["InDestUnreachs"]),
        (at::RECEIVED_PACKET_TOO_BIG, &["InPktTooBigs"]),
        (at::RECEIVED_TIME_EXCEEDED, &["InTimeExcds"]),
        (at::RECEIVED_PARAMETER_PROBLEM, &["InParmProblems"]),
        (at::RECEIVED_REDIRECT, &["InRedirects"]),
        (at::RECEIVED_ECHO, &["InEchos"]),
        (at::RECEIVED_ECHO_REPLY, &["InEchoReplies"]),
        (at::RECEIVED_MEMBERSHIP_QUERY, &["InGroupMembQueries"]),
        (at::RECEIVED_MEMBERSHIP_REPORT, &["InGroupMembResponses"]),
        (
            at::RECEIVED_MEMBERSHIP_REDUCTION,
            &["InGroupMembReductions"],
        ),
        (at::RECEIVED_ROUTER_SOLICIT, &["InRouterSolicits"]),
        (at::RECEIVED_ROUTER_ADVERT, &["InRouterAdvertisements"]),
        (at::RECEIVED_NEIGHBOR_SOLICIT, &["InNeighborSolicits"]),
        (at::RECEIVED_NEIGHBOR_ADVERT, &["InNeighborAdvertisements"]),
        (at::MESSAGES_SENT, &["OutMsgs"]),
        (at::MESSAGES_OUTBOUND_ERRORS, &["OutErrors"]),
        (at::SENT_DEST_UNREACHABLE, &["OutDestUnreachs"]),
        (at::SENT_PACKET_TOO_BIG, &["OutPktTooBigs"]),
        (at::SENT_TIME_EXCEEDED, &["OutTimeExcds"]),
        (at::SENT_PARAMETER_PROBLEM, &["OutParmProblems"]),
        (at::SENT_REDIRECT, &["OutRedirects"]),
        (at::SENT_ECHO, &["OutEchos"]),
        (at::SENT_ECHO_REPLY, &["OutEchoReplies"]),
        (at::SENT_MEMBERSHIP_QUERY, &["OutGroupMembQueries"]),
        (at::SENT_MEMBERSHIP_REPORT, &["OutGroupMembResponses"]),
        (at::SENT_MEMBERSHIP_REDUCTION, &["OutGroupMembReductions"]),
        (at::SENT_ROUTER_SOLICIT, &["OutRouterSolicits"]),
        (at::SENT_ROUTER_ADVERT, &["OutRouterAdvertisements"]),
        (at::SENT_NEIGHBOR_SOLICIT, &["OutNeighborSolicits"]),
        (at::SENT_NEIGHBOR_ADVERT, &["OutNeighborAdvertisements"]),
    ],
};
