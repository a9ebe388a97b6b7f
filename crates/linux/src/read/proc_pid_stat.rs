//! `/proc/PID/stat` and `/proc/PID/task/TID/stat` (proc_pid_stat(5)).

use super::fields::{number, words};

/// The fields that are used, in the kernel's words. Times are in ticks of USER_HZ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stat<'a> {
    pub(crate) comm: &'a [u8],
    pub(crate) state: u8,
    pub(crate) ppid: u64,
    pub(crate) minflt: u64,
    pub(crate) majflt: u64,
    pub(crate) utime: u64,
    pub(crate) stime: u64,
    pub(crate) num_threads: u64,
    pub(crate) starttime: u64,
    pub(crate) vsize: u64,
    /// In pages.
    pub(crate) rss: u64,
}

/// The fields of a whole line; `None` when one of them is missing.
pub(crate) fn parse(text: &[u8]) -> Option<Stat<'_>> {
    let open = text.iter().position(|it| *it == b'(')?;
    // The name may hold anything, ") R 1" too: what follows it has no parenthesis, so the last one ends it.
    let close = text
        .iter()
        .rposition(|it| *it == b')')
        .filter(|it| *it > open)?;
    let mut rest = words(text.get(close + 1..)?.trim_ascii_end());
    let state = *rest.next()?.first()?;
    // Fields 4 to 25 of the manual. Some of those that are not used may be negative; the 25th is only there to show
    // that the text was not cut within the 24th.
    let mut fields = [None; 22];
    for field in &mut fields {
        *field = number(rest.next()?);
    }
    Some(Stat {
        comm: &text[open + 1..close],
        state,
        ppid: fields[0]?,
        minflt: fields[6]?,
        majflt: fields[8]?,
        utime: fields[10]?,
        stime: fields[11]?,
        num_threads: fields[16]?,
        starttime: fields[18]?,
        vsize: fields[19]?,
        rss: fields[20]?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    const REST: &str = "S 4 5 6 7 -1 9 10 11 12 13 14 15 16 17 -18 19 20 21 22 23 24 25";

    /// Check that names with blanks, parentheses and line ends do not shift the fields.
    #[test]
    fn names_that_look_like_fields() {
        for comm in ["bash", "a b", ") R 1 (", "x\ny", ""] {
            let line = format!("3 ({comm}) {REST}\n");
            let stat = parse(line.as_bytes()).unwrap();
            assert_eq!(stat.comm, comm.as_bytes());
            assert_eq!(
                (stat.state, stat.ppid, stat.minflt, stat.majflt),
                (b'S', 4, 10, 12)
            );
            assert_eq!((stat.utime, stat.stime, stat.num_threads), (14, 15, 20));
            assert_eq!((stat.starttime, stat.vsize, stat.rss), (22, 23, 24));
        }
    }

    /// Check that a line cut anywhere is refused or gives what the whole one gives, never half a number.
    #[test]
    fn cut_lines() {
        let line = format!("3 (bash) {REST}");
        let whole = parse(line.as_bytes());
        assert_ne!(whole, None);
        for end in 0..line.len() {
            let cut = parse(&line.as_bytes()[..end]);
            assert!(cut.is_none() || cut == whole, "cut at {end}");
        }
        assert_eq!(parse(b") ("), None);
    }

    /// Check that a field which is no number costs the line: 0 would be a value that nobody counted.
    #[test]
    fn fields_that_are_no_numbers() {
        for field in [" 14 ", " 22 ", " 24 "] {
            let line = format!("3 (bash) {}", REST.replace(field, " 18446744073709551616 "));
            assert_eq!(parse(line.as_bytes()), None, "{field}");
        }
    }
}
