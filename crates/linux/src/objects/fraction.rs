//! Shares in the 32 bits that a RAW_FRACTION of Windows has.

/// Part and whole, halved until both fit.
pub(super) fn fraction_of_dwords(mut part: u64, mut whole: u64) -> (u64, u64) {
    while part.max(whole) > u32::MAX.into() {
        (part, whole) = (part / 2, whole / 2);
    }
    (part, whole)
}
