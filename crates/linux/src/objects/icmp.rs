//! ICMP (582): messages by kind.

use perfhive_catalog::icmp as at;

use super::protocol::{CountsOf, Protocol};

pub(super) const PROTOCOL: Protocol = Protocol {
    table: &at::OBJECT,
    counts: CountsOf::Snmp("Icmp"),
    sums: &[
        (at::MESSAGES, &["InMsgs", "OutMsgs"]),
        (at::MESSAGES_RECEIVED, &["InMsgs"]),
        (at::MESSAGES_RECEIVED_ERRORS, &["InErrors"]),
        (at::RECEIVED_DEST_UNREACHABLE, &["InDestUnreachs"]),
        (at::RECEIVED_TIME_EXCEEDED, &["InTimeExcds"]),
        (at::RECEIVED_PARAMETER_PROBLEM, &["InParmProbs"]),
        (at::RECEIVED_SOURCE_QUENCH, &["InSrcQuenchs"]),
        (at::RECEIVED_REDIRECT, &["InRedirects"]),
        (at::RECEIVED_ECHO, &["InEchos"]),
        (at::RECEIVED_ECHO_REPLY, &["InEchoReps"]),
        (at::RECEIVED_TIMESTAMP, &["InTimestamps"]),
        (at::RECEIVED_TIMESTAMP_REPLY, &["InTimestampReps"]),
        (at::RECEIVED_ADDRESS_MASK, &["InAddrMasks"]),
        (at::RECEIVED_ADDRESS_MASK_REPLY, &["InAddrMaskReps"]),
        (at::MESSAGES_SENT, &["OutMsgs"]),
        (at::MESSAGES_OUTBOUND_ERRORS, &["OutErrors"]),
        (at::SENT_DEST_UNREACHABLE, &["OutDestUnreachs"]),
        (at::SENT_TIME_EXCEEDED, &["OutTimeExcds"]),
        (at::SENT_PARAMETER_PROBLEM, &["OutParmProbs"]),
        (at::SENT_SOURCE_QUENCH, &["OutSrcQuenchs"]),
        (at::SENT_REDIRECT, &["OutRedirects"]),
        (at::SENT_ECHO, &["OutEchos"]),
        (at::SENT_ECHO_REPLY, &["OutEchoReps"]),
        (at::SENT_TIMESTAMP, &["OutTimestamps"]),
        (at::SENT_TIMESTAMP_REPLY, &["OutTimestampReps"]),
        (at::SENT_ADDRESS_MASK, &["OutAddrMasks"]),
        (at::SENT_ADDRESS_MASK_REPLY, &["OutAddrMaskReps"]),
    ],
};
