//! What is wrong with a counter path, and where: the text is meant for the person who typed it.
//!
//! An error here is about spelling alone; that a thing does not exist is a [`Status`] of the counter.

use std::fmt;

use crate::status::Status;

/// Why a text is no counter path, or no path can be made of its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PathError {
    kind: PathErrorKind,
    column: usize,
}

/// The class of a [`PathError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathErrorKind {
    /// Nothing but blanks.
    Empty,
    /// The path does not begin with a backslash.
    NoBackslash,
    /// A part is empty or not there.
    Missing(PathPart),
    /// The path ends with the object: no backslash and no counter follow.
    NoSeparator,
    /// A `(` without its `)`.
    Unclosed,
    /// A `)` without its `(`.
    Unopened,
    /// Text between the `)` and the backslash before the counter.
    TextBehindInstance,
    /// A character that the part cannot hold.
    Forbidden(PathPart, char),
    /// An index above 4294967295.
    IndexTooLarge,
    /// More characters (UTF-16 units) than the limit given here.
    TooLong(PathPart, usize),
    /// The part would read as something else in a path.
    Ambiguous(PathPart),
}

/// A part of a counter path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PathPart {
    /// The path as a whole.
    Path,
    /// Machine.
    Machine,
    /// Object.
    Object,
    /// Parent instance.
    Parent,
    /// Instance.
    Instance,
    /// Counter.
    Counter,
}

impl PathError {
    pub(crate) const fn new(kind: PathErrorKind, column: usize) -> Self {
        Self { kind, column }
    }

    /// The class of the error.
    #[must_use]
    pub const fn kind(&self) -> PathErrorKind {
        self.kind
    }

    /// Where it is, in characters from 1; `None` when a path is made and there is no text yet.
    #[must_use]
    pub const fn column(&self) -> Option<usize> {
        match self.column {
            0 => None,
            column => Some(column),
        }
    }

    /// What `PdhAddCounter` answers: no counter name where there is none, else one that cannot be read.
    #[must_use]
    pub const fn status(&self) -> Status {
        match self.kind {
            PathErrorKind::Empty | PathErrorKind::Missing(PathPart::Counter) => {
                Status::CSTATUS_NO_COUNTERNAME
            }
            _ => Status::CSTATUS_BAD_COUNTERNAME,
        }
    }
}

impl fmt::Display for PathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            PathErrorKind::Empty => return f.write_str("counter path is empty"),
            PathErrorKind::NoBackslash => f.write_str(r"counter path does not begin with `\`")?,
            PathErrorKind::Missing(part) => write!(f, "{part} is missing")?,
            PathErrorKind::NoSeparator => f.write_str(r"no `\` and counter behind the object")?,
            PathErrorKind::Unclosed => f.write_str("`(` is not closed")?,
            PathErrorKind::Unopened => f.write_str("`)` has no `(`")?,
            PathErrorKind::TextBehindInstance => {
                f.write_str(r"text between `)` and the `\` of the counter")?;
            }
            PathErrorKind::Forbidden(part, it) => write!(f, "{part} cannot hold `{}`", Shown(it))?,
            PathErrorKind::IndexTooLarge => write!(f, "instance index is above {}", u32::MAX)?,
            PathErrorKind::TooLong(part, limit) => {
                write!(f, "{part} is longer than {limit} characters")?;
            }
            PathErrorKind::Ambiguous(part) => {
                write!(f, "{part} would read as another one in a path")?;
            }
        }
        match self.column() {
            Some(column) => write!(f, ", column {column}"),
            None => Ok(()),
        }
    }
}

impl std::error::Error for PathError {}

impl fmt::Display for PathPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Path => "counter path",
            Self::Machine => "machine",
            Self::Object => "object",
            Self::Parent => "parent instance",
            Self::Instance => "instance",
            Self::Counter => "counter",
        })
    }
}

/// A character as it is, but for those that a terminal would act on.
struct Shown(char);

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            it if it.is_control() => write!(f, "{}", it.escape_default()),
            it => write!(f, "{it}"),
        }
    }
}
