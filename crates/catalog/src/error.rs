//! What can be wrong with a name list that somebody else sends.

use std::fmt;

/// Why nothing of a name list can be read: its first fault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    at: usize,
}

/// The class of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// Text stands where an index should.
    NoIndex,
    /// The list ends behind an index.
    NoName,
}

impl Error {
    pub(crate) const fn new(kind: ErrorKind, at: usize) -> Self {
        Self { kind, at }
    }

    /// The class of this error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            ErrorKind::NoIndex => write!(f, "text {} of the name list is no index", self.at),
            ErrorKind::NoName => write!(
                f,
                "name list ends at text {}, an index without a name",
                self.at
            ),
        }
    }
}

impl std::error::Error for Error {}
