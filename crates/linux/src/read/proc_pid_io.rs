//! `/proc/PID/io`: what a process read and wrote (proc_pid_io(5)).

use super::fields::{lines, numbers};

/// Calls, and bytes that passed through them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Io {
    pub(crate) rchar: u64,
    pub(crate) wchar: u64,
    pub(crate) syscr: u64,
    pub(crate) syscw: u64,
}

/// The counts; `None` when one is missing.
pub(crate) fn parse(text: &[u8]) -> Option<Io> {
    let value = |key: &[u8]| {
        let line = lines(text).find_map(|line| line.strip_prefix(key)?.strip_prefix(b":"))?;
        numbers(line).next()
    };
    Some(Io {
        rchar: value(b"rchar")?,
        wchar: value(b"wchar")?,
        syscr: value(b"syscr")?,
        syscw: value(b"syscw")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that all four are needed.
    #[test]
    fn counts() {
        let text = b"rchar: 1\nwchar: 2\nsyscr: 3\nsyscw: 4\nread_bytes: 5\n";
        assert_eq!(
            parse(text),
            Some(Io {
                rchar: 1,
                wchar: 2,
                syscr: 3,
                syscw: 4
            })
        );
        assert_eq!(parse(b"rchar: 1\nwchar: 2\n"), None);
    }
}
