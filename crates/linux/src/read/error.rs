//! Why a kernel file gave nothing.

use std::fmt;

use rustix::io::Errno;

/// The class of a failed read; cheap, since thousands of processes may be denied at each sample.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ReadKind {
    /// The file is not there: another kernel, or nothing mounted.
    Missing,
    /// The file is there and may not be read.
    Denied,
    /// The process or device that it belongs to has gone.
    Vanished,
    /// The file holds nothing that is understood.
    Malformed,
    /// Any other error.
    Failed(Errno),
}

impl From<Errno> for ReadKind {
    fn from(errno: Errno) -> Self {
        match errno {
            Errno::NOENT | Errno::NOTDIR => Self::Missing,
            Errno::ACCESS | Errno::PERM => Self::Denied,
            Errno::SRCH | Errno::NODEV | Errno::STALE => Self::Vanished,
            other => Self::Failed(other),
        }
    }
}

impl fmt::Display for ReadKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing => f.write_str("not there"),
            Self::Denied => f.write_str("permission denied"),
            Self::Vanished => f.write_str("gone"),
            Self::Malformed => f.write_str("not understood"),
            Self::Failed(errno) => errno.fmt(f),
        }
    }
}

/// A failed read and the file, below the root.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ReadError {
    pub(crate) path: String,
    pub(crate) kind: ReadKind,
}

impl fmt::Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "/{}: {}", self.path, self.kind)
    }
}

impl std::error::Error for ReadError {}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that errors of the kernel fall into their classes, and read as fragments with the file before them.
    #[test]
    fn classes_and_words() {
        for (errno, text) in [
            (Errno::NOENT, "/proc/1/io: not there"),
            (Errno::ACCESS, "/proc/1/io: permission denied"),
            (Errno::PERM, "/proc/1/io: permission denied"),
            (Errno::SRCH, "/proc/1/io: gone"),
            (Errno::NODEV, "/proc/1/io: gone"),
        ] {
            let path = "proc/1/io".to_owned();
            let kind = ReadKind::from(errno);
            assert_eq!(ReadError { path, kind }.to_string(), text);
        }
        assert_eq!(ReadKind::from(Errno::IO), ReadKind::Failed(Errno::IO));
    }
}
