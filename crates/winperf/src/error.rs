//! What can be wrong with a block that somebody else laid out.

use std::fmt;

/// Why a block, or a part of one, cannot be read. The text names the part and both figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    inner: &'static str,
    found: u64,
    outer: &'static str,
    limit: u64,
}

/// The class of an [`Error`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The bytes do not begin with "PERF".
    NotABlock,
    /// A part reaches beyond what holds it.
    Overrun,
    /// A length or offset is smaller than what it must cover.
    TooShort,
    /// A counter, base counter or instance that was asked for is not there.
    Missing,
    /// A value has a size that no formula knows.
    BadSize,
}

impl Error {
    pub(crate) const fn not_a_block() -> Self {
        Self {
            kind: ErrorKind::NotABlock,
            inner: "",
            found: 0,
            outer: "",
            limit: 0,
        }
    }

    pub(crate) const fn overrun(
        inner: &'static str,
        found: u64,
        outer: &'static str,
        limit: u64,
    ) -> Self {
        Self {
            kind: ErrorKind::Overrun,
            inner,
            found,
            outer,
            limit,
        }
    }

    pub(crate) const fn too_short(
        inner: &'static str,
        found: u64,
        outer: &'static str,
        limit: u64,
    ) -> Self {
        Self {
            kind: ErrorKind::TooShort,
            inner,
            found,
            outer,
            limit,
        }
    }

    pub(crate) const fn missing(inner: &'static str, found: u64, outer: &'static str) -> Self {
        Self {
            kind: ErrorKind::Missing,
            inner,
            found,
            outer,
            limit: 0,
        }
    }

    pub(crate) const fn bad_size(inner: &'static str, found: u64) -> Self {
        Self {
            kind: ErrorKind::BadSize,
            inner,
            found,
            outer: "",
            limit: 0,
        }
    }

    /// The class of this error.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            inner,
            found,
            outer,
            limit,
        } = *self;
        match kind {
            ErrorKind::NotABlock => f.write_str("no \"PERF\" signature at offset 0"),
            ErrorKind::Overrun => write!(f, "{inner} ends at {found}, {outer} at {limit}"),
            ErrorKind::TooShort => write!(f, "{inner} is {found}, {outer} needs {limit}"),
            ErrorKind::Missing => write!(f, "no {inner} {found} in the {outer}"),
            ErrorKind::BadSize => write!(f, "{inner} is {found}, neither 4 nor 8"),
        }
    }
}

impl std::error::Error for Error {}
