//! Text in lines that a terminal holds.

use std::io::{self, Write};

/// Columns of a line.
pub(crate) const WIDTH: usize = 96;

/// Text in lines of at most [`WIDTH`] columns, broken at blanks and between Chinese characters.
pub(crate) fn write_wrapped(out: &mut dyn Write, text: &str) -> io::Result<()> {
    let mut line = String::from(" ");
    let mut width = 1;
    for word in text.split_whitespace() {
        let word_width = word.chars().map(columns).sum::<usize>();
        let is_chinese = word.chars().any(|it| columns(it) == 2);
        if width + 1 + word_width > WIDTH && !is_chinese {
            writeln!(out, "{line}")?;
            (line, width) = (String::from(" "), 1);
        }
        line.push(' ');
        width += 1;
        for c in word.chars() {
            if is_chinese && width + columns(c) > WIDTH {
                writeln!(out, "{line}")?;
                (line, width) = (String::from("  "), 2);
            }
            line.push(c);
            width += columns(c);
        }
    }
    writeln!(out, "{line}")
}

/// Columns that a character takes on a terminal: two for Chinese characters and their punctuation.
fn columns(c: char) -> usize {
    if matches!(c, '\u{2E80}'..='\u{9FFF}' | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE4F}' | '\u{FF00}'..='\u{FF60}')
    {
        2
    } else {
        1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that no line is too wide, and that nothing but blanks is lost, with and without blanks to break at.
    #[test]
    fn lines_that_fit() {
        for text in [
            "eins zwei drei ".repeat(20),
            "处理器时间，".repeat(40),
            "x".repeat(200),
        ] {
            let mut out = Vec::new();
            write_wrapped(&mut out, &text).unwrap();
            let out = String::from_utf8(out).unwrap();
            let width = |line: &str| line.chars().map(columns).sum::<usize>();
            let is_one_word = text.starts_with('x');
            assert!(
                is_one_word || out.lines().all(|it| width(it) <= WIDTH),
                "{out}"
            );
            let bare = |it: &str| {
                it.chars()
                    .filter(|c| !c.is_whitespace())
                    .collect::<String>()
            };
            assert_eq!(bare(&out), bare(&text));
        }
    }
}
