//! Names inside a block: UTF-16 of either byte order and any alignment, or eight-bit text of a code page.

use std::fmt;

/// UTF-16 code units as they stand in a block, without the terminating NUL.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Utf16<'a> {
    bytes: &'a [u8],
    big_endian: bool,
}

impl<'a> Utf16<'a> {
    /// Units from `bytes`, up to the first NUL; an odd last byte is not one.
    pub fn new(bytes: &'a [u8], big_endian: bool) -> Self {
        let end = bytes
            .chunks_exact(2)
            .position(|unit| unit == [0, 0])
            .unwrap_or(bytes.len() / 2);
        Self {
            bytes: &bytes[..end * 2],
            big_endian,
        }
    }

    /// The code units in order.
    pub fn units(self) -> impl Iterator<Item = u16> + Clone + 'a {
        let big_endian = self.big_endian;
        self.bytes
            .chunks_exact(2)
            .map(move |unit| match big_endian {
                true => u16::from_be_bytes([unit[0], unit[1]]),
                false => u16::from_le_bytes([unit[0], unit[1]]),
            })
    }

    /// The characters; a lone surrogate becomes U+FFFD.
    pub fn chars(self) -> impl Iterator<Item = char> + Clone + 'a {
        char::decode_utf16(self.units()).map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER))
    }
}

/// The name of an instance in the encoding its object declares.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Name<'a> {
    /// `CodePage` 0.
    Utf16(Utf16<'a>),
    /// Any other `CodePage`: eight-bit text without the terminating NUL.
    Ansi {
        /// The bytes.
        bytes: &'a [u8],
        /// The Windows code page they are in.
        code_page: u32,
    },
}

impl<'a> Name<'a> {
    /// The characters. Of eight-bit text only ASCII and Latin-1 (code pages 1252 and 28591) are told apart;
    /// other bytes above 0x7F become U+FFFD, since their meaning is not in the block.
    pub fn chars(self) -> impl Iterator<Item = char> + Clone + 'a {
        let (units, bytes, latin) = match self {
            Self::Utf16(units) => (Some(units), &[][..], false),
            Self::Ansi { bytes, code_page } => (None, bytes, matches!(code_page, 1252 | 28591)),
        };
        let eight_bit = bytes.iter().map(move |&byte| match byte {
            0x80.. if !latin => char::REPLACEMENT_CHARACTER,
            _ => char::from(byte),
        });
        units.into_iter().flat_map(Utf16::chars).chain(eight_bit)
    }

    /// Whether the name is this text, letter case apart, as Windows compares instance names.
    pub fn eq_ignore_case(self, text: &str) -> bool {
        let lower = |c: char| c.to_lowercase();
        self.chars()
            .flat_map(lower)
            .eq(text.chars().flat_map(lower))
    }
}

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.chars().try_for_each(|c| fmt::Write::write_char(f, c))
    }
}

impl fmt::Debug for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "\"{self}\"")
    }
}

impl fmt::Debug for Utf16<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(&Name::Utf16(*self), f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that both byte orders, lone surrogates and text behind a NUL are read without failing.
    #[test]
    fn names_of_either_byte_order() {
        let name = |bytes, big| Name::Utf16(Utf16::new(bytes, big)).to_string();
        assert_eq!(name(b"a\0b\0\0\0x\0", false), "ab");
        assert_eq!(name(b"\0a\0b\0", true), "ab");
        assert_eq!(
            name(&[0x3d, 0xd8, 0x00, 0xde, 0x3d, 0xd8], false),
            "😀\u{fffd}"
        );
        assert!(Name::Utf16(Utf16::new(b"S\0Q\0L\0", false)).eq_ignore_case("sql"));
    }

    /// Check that eight-bit text of an unknown code page keeps its ASCII part.
    #[test]
    fn eight_bit_names() {
        assert_eq!(
            Name::Ansi {
                bytes: b"caf\xe9",
                code_page: 1252
            }
            .to_string(),
            "café"
        );
        assert_eq!(
            Name::Ansi {
                bytes: b"caf\xe9",
                code_page: 1251
            }
            .to_string(),
            "caf\u{fffd}"
        );
    }
}
