//! Numbers at offsets, in the byte order that the block declares.

/// Bytes of one structure and all that belongs to it. Reading beyond them gives `None`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) big_endian: bool,
}

impl<'a> Fields<'a> {
    pub(super) fn array<const N: usize>(self, off: usize) -> Option<[u8; N]> {
        self.bytes.get(off..off.checked_add(N)?)?.try_into().ok()
    }

    pub(super) fn u16(self, off: usize) -> Option<u16> {
        let bytes = self.array(off)?;
        Some(if self.big_endian {
            u16::from_be_bytes(bytes)
        } else {
            u16::from_le_bytes(bytes)
        })
    }

    pub(super) fn u32(self, off: usize) -> Option<u32> {
        let bytes = self.array(off)?;
        Some(if self.big_endian {
            u32::from_be_bytes(bytes)
        } else {
            u32::from_le_bytes(bytes)
        })
    }

    pub(super) fn i64(self, off: usize) -> Option<i64> {
        let bytes = self.array(off)?;
        Some(if self.big_endian {
            i64::from_be_bytes(bytes)
        } else {
            i64::from_le_bytes(bytes)
        })
    }

    /// The part from `off` on, `len` bytes long.
    pub(super) fn part(self, off: usize, len: usize) -> Option<Self> {
        let bytes = self.bytes.get(off..off.checked_add(len)?)?;
        Some(Self { bytes, ..self })
    }

    pub(super) fn len(self) -> u64 {
        self.bytes.len() as u64
    }
}

/// A DWORD as an index into memory; on a 32-bit host no block is larger either.
pub(super) fn index(n: u32) -> usize {
    usize::try_from(n).unwrap_or(usize::MAX)
}
