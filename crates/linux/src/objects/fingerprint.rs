//! The identity of a `_Total`.
//!
//! A mean over two processors and a mean over three are different things: a difference between them is a false number.
//! So a `_Total` that is made of members carries, as its unique id, a number that changes with them; a consumer then
//! waits for a second sample of the same members.

use perfhive_winperf::InstanceName;

/// FNV-1a over the members, in their order.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fingerprint(u32);

impl Default for Fingerprint {
    fn default() -> Self {
        Self(0x811C_9DC5)
    }
}

impl Fingerprint {
    pub(super) fn add(&mut self, member: &[u8]) {
        for byte in member.iter().chain(&[0]) {
            self.0 = (self.0 ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
        }
    }

    /// An instance of this name that is these members.
    pub(super) fn named(self, name: &str) -> InstanceName<'_> {
        InstanceName {
            unique_id: self.unique_id(),
            ..InstanceName::named(name)
        }
    }

    /// The id: never negative, so never "no unique id".
    pub(super) fn unique_id(self) -> i32 {
        (self.0 & 0x7FFF_FFFF).cast_signed()
    }
}
