//! Names compared as Windows compares them: without regard to case, and with `*` for any run of characters.
//!
//! A pattern reads each character of a name once and never goes back (Knuth-Morris-Pratt between the stars), so that
//! no pattern, however hostile, costs more than the length of the name; and names inside a data block are compared
//! where they lie, without a copy.

/// The character that stands for any run of characters, also an empty one.
pub(crate) const WILDCARD: char = '*';

/// Whether `text` is a pattern.
#[must_use]
pub fn has_wildcard(text: &str) -> bool {
    text.contains(WILDCARD)
}

/// The character by which two characters are compared: simple lower case, one character for one.
#[must_use]
pub fn fold(it: char) -> char {
    if it.is_ascii() {
        return it.to_ascii_lowercase();
    }
    let mut lower = it.to_lowercase();
    match (lower.next(), lower.next()) {
        (Some(lower), None) => lower,
        _ => it,
    }
}

/// Whether two names are one to Windows.
pub fn same_name(a: impl IntoIterator<Item = char>, b: impl IntoIterator<Item = char>) -> bool {
    let a = a.into_iter().map(fold);
    a.eq(b.into_iter().map(fold))
}

/// A name with any number of `*`, ready to be compared with many names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// What stands between the stars; with a star in front and no star behind, the first and the last are empty.
    pieces: Box<[Piece]>,
}

/// Folded characters and, for each, the length of the longest prefix that ends there (the failure function).
#[derive(Clone, Debug, PartialEq, Eq)]
struct Piece {
    text: Box<[char]>,
    fallback: Box<[usize]>,
}

impl Pattern {
    /// Reads `text`; without a `*` in it, the pattern is a name and matches that one alone.
    #[must_use]
    pub fn new(text: &str) -> Self {
        Self {
            pieces: text.split(WILDCARD).map(Piece::new).collect(),
        }
    }

    /// Whether the whole of `text` matches.
    #[must_use]
    pub fn matches(&self, text: &str) -> bool {
        self.matches_chars(text.chars())
    }

    /// Whether the whole of a name matches, given as its characters.
    #[must_use]
    pub fn matches_chars(&self, chars: impl IntoIterator<Item = char>) -> bool {
        let mut chars = chars.into_iter().map(fold);
        let (first, rest) = match &*self.pieces {
            [] => return chars.next().is_none(),
            [only] => return chars.eq(only.text.iter().copied()),
            [first, rest @ ..] => (first, rest),
        };
        if !first.text.iter().all(|it| chars.next() == Some(*it)) {
            return false;
        }
        let (last, between) = match rest {
            [between @ .., last] => (last, between),
            [] => return true,
        };
        between.iter().all(|piece| piece.is_found(&mut chars)) && last.is_at_end(chars)
    }

    /// Whether the whole of a name matches, given as the UTF-16 units of a data block; a lone surrogate counts as
    /// the replacement character.
    #[must_use]
    pub fn matches_utf16(&self, units: impl IntoIterator<Item = u16>) -> bool {
        let chars = char::decode_utf16(units);
        self.matches_chars(chars.map(|it| it.unwrap_or(char::REPLACEMENT_CHARACTER)))
    }
}

impl Piece {
    fn new(text: &str) -> Self {
        let text: Box<[char]> = text.chars().map(fold).collect();
        let mut fallback = vec![0; text.len()];
        let mut len = 0;
        for at in 1..text.len() {
            while len > 0 && text[at] != text[len] {
                len = fallback[len - 1];
            }
            if text[at] == text[len] {
                len += 1;
            }
            fallback[at] = len;
        }
        let fallback = fallback.into();
        Self { text, fallback }
    }

    /// How much of the piece is matched behind `it`, when `len` characters were before it.
    fn step(&self, mut len: usize, it: char) -> usize {
        loop {
            if self.text.get(len) == Some(&it) {
                return len + 1;
            }
            match len {
                0 => return 0,
                _ => len = self.fallback[len - 1],
            }
        }
    }

    /// Reads up to the end of the first place where the piece stands.
    fn is_found(&self, chars: &mut impl Iterator<Item = char>) -> bool {
        let mut len = 0;
        while len < self.text.len() {
            match chars.next() {
                Some(it) => len = self.step(len, it),
                None => return false,
            }
        }
        true
    }

    /// Whether the name ends with the piece.
    fn is_at_end(&self, chars: impl Iterator<Item = char>) -> bool {
        chars.fold(0, |len, it| self.step(len, it)) == self.text.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that a star stands for any run, an empty one too, at each place of a pattern.
    #[test]
    fn star_is_any_run() {
        for (pattern, yes, no) in [
            (
                "pro*",
                &["pro", "Process", "PROCESSOR"][..],
                &["pr", "a pro"][..],
            ),
            ("*sql*", &["sql", "MySQL Server"], &["sq l"]),
            ("a*b", &["ab", "aXb", "abab"], &["a", "abc"]),
            ("*", &["", "x"], &[]),
            ("**", &["", "x"], &[]),
            ("*aab", &["aab", "aaab", "aabaaab"], &["aaba", "ab"]),
            ("a*a", &["aa", "aba"], &["a"]),
            ("ab*ba", &["abba", "abxba"], &["aba"]),
            ("*a*a*", &["aa", "xaxax"], &["a", ""]),
            ("_total", &["_Total"], &["_Total2", ""]),
            ("", &[""], &["x"]),
        ] {
            let read = Pattern::new(pattern);
            for text in yes {
                assert!(read.matches(text), "{pattern} matches {text}");
                assert!(read.matches_utf16(text.encode_utf16()), "{pattern}, {text}");
            }
            for text in no {
                assert!(!read.matches(text), "{pattern} does not match {text}");
            }
        }
    }

    /// Check that case does not count beyond ASCII either, and that no character becomes two.
    #[test]
    fn case_does_not_count() {
        assert!(Pattern::new("größe*").matches("GRÖßE (MB)"));
        assert!(same_name("ПАМЯТЬ".chars(), "память".chars()));
        assert!(!same_name("İ".chars(), "i".chars()));
        assert!(same_name("İ".chars(), "İ".chars()));
    }

    /// Check that a lone surrogate in a block is a character like others, not an end.
    #[test]
    fn lone_surrogate_is_compared() {
        let units = [u16::from(b'a'), 0xD800, u16::from(b'b')];
        assert!(Pattern::new("a*b").matches_utf16(units));
        assert!(!Pattern::new("ab").matches_utf16(units));
    }

    /// Check that a pattern of many stars over a long name ends: each character is read once.
    #[test]
    fn many_stars_read_each_character_once() {
        let pattern = Pattern::new(&"a*".repeat(500));
        let mut n_read = 0;
        let name = "a"
            .repeat(499)
            .chars()
            .chain("b".repeat(100_000).chars())
            .collect::<Vec<_>>();
        let name_len = name.len();
        let matched = pattern.matches_chars(name.into_iter().inspect(|_| n_read += 1));
        assert!(!matched);
        assert!(n_read <= name_len, "{n_read} of {name_len}");
    }
}
