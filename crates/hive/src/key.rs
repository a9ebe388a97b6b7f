//! `HKEY_PERFORMANCE_DATA` as the registry functions of Windows show it.
//!
//! Only querying works; the key has no subkeys and takes no values. A block is never told a size for: the caller
//! grows the buffer until it fits. The name lists are, since programs of NT's days ask for their size first.

use perfhive_winperf::{Answer, Query, Shape, Source, SourceError};

/// The status codes of winerror.h that the key answers with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win32Error(pub u32);

impl Win32Error {
    /// It worked.
    pub const SUCCESS: Self = Self(0);
    /// There is no such key or the operation does not fit this one.
    pub const INVALID_HANDLE: Self = Self(6);
    /// The machine cannot be reached.
    pub const BAD_NETPATH: Self = Self(53);
    /// The buffer is too small.
    pub const MORE_DATA: Self = Self(234);
    /// The source has failed.
    pub const READ_FAULT: Self = Self(30);
}

/// The type of a registry value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ValueType(pub u32);

impl ValueType {
    /// Bytes: a block.
    pub const BINARY: Self = Self(3);
    /// Texts, each with a NUL behind it, and one more NUL.
    pub const MULTI_SZ: Self = Self(7);
}

/// The key over any source.
#[derive(Debug)]
pub struct PerformanceKey<S> {
    source: S,
    answer: Answer,
}

impl<S: Source> PerformanceKey<S> {
    /// The key, open as it always is.
    pub fn new(source: S) -> Self {
        Self {
            source,
            answer: Answer::default(),
        }
    }

    /// `RegQueryValueEx`: writes the value to `data` and its length to `length`.
    ///
    /// Too small a buffer, or none, is [`Win32Error::MORE_DATA`] with length 0 for a block, and with the length that
    /// it takes for a name list ([`Win32Error::SUCCESS`] when there is no buffer at all).
    pub fn query_value(
        &mut self,
        name: &str,
        data: Option<&mut [u8]>,
        length: &mut u32,
    ) -> (Win32Error, ValueType) {
        let query = Query::parse(name);
        let answered = self.source.answer(&query, &mut self.answer);
        let value_type = match self.answer.shape {
            Shape::Block => ValueType::BINARY,
            Shape::MultiSz => ValueType::MULTI_SZ,
        };
        let status = match answered {
            Ok(()) => self.copy_out(data, length),
            Err(SourceError::NoMachine(_)) => Win32Error::BAD_NETPATH,
            Err(_) => Win32Error::READ_FAULT,
        };
        (status, value_type)
    }

    fn copy_out(&self, data: Option<&mut [u8]>, length: &mut u32) -> Win32Error {
        let bytes = &self.answer.bytes;
        let size = u32::try_from(bytes.len()).unwrap_or(u32::MAX);
        let room = match (data, self.answer.shape) {
            (None, Shape::MultiSz) => {
                *length = size;
                return Win32Error::SUCCESS;
            }
            (Some(data), _) => data.get_mut(..bytes.len()),
            (None, Shape::Block) => None,
        };
        match room {
            Some(room) => {
                room.copy_from_slice(bytes);
                *length = size;
                Win32Error::SUCCESS
            }
            None => {
                *length = if self.answer.shape == Shape::Block {
                    0
                } else {
                    size
                };
                Win32Error::MORE_DATA
            }
        }
    }

    /// `RegOpenKey` below the key, with or without a name: there is nothing.
    pub fn open_key(&self, _name: Option<&str>) -> Win32Error {
        Win32Error::INVALID_HANDLE
    }

    /// `RegSetValueEx`: the key takes no values.
    pub fn set_value(&mut self, _name: &str, _data: &[u8]) -> Win32Error {
        Win32Error::INVALID_HANDLE
    }

    /// `RegEnumValue`: the buffer is never large enough, and the length stays as it was.
    pub fn enum_value(&self, _position: u32, _length: &mut u32) -> Win32Error {
        Win32Error::MORE_DATA
    }

    /// `RegCloseKey`: gives the source back; dropping it ends its providers.
    pub fn close(self) -> (Win32Error, S) {
        (Win32Error::SUCCESS, self.source)
    }
}
