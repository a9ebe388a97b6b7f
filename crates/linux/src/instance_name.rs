//! Names that a counter path can say.
//!
//! `\ ( ) / # *` divide a path and cannot be escaped in it. Windows' own providers write `[` and `]` for parentheses and
//! `_` for the rest, and so does this one.

/// Writes the name of an instance to `to`, which is cleared first. Bytes that are not UTF-8 become U+FFFD.
pub(crate) fn write_name(to: &mut String, name: &[u8]) {
    write(to, name, '_');
}

/// Writes a mount point as a name. Its slashes stay: a name that begins with one has no parent to be taken for.
pub(crate) fn write_mount_point(to: &mut String, path: &[u8]) {
    write(to, path, '/');
}

fn write(to: &mut String, name: &[u8], slash: char) {
    to.clear();
    for chunk in name.utf8_chunks() {
        to.extend(chunk.valid().chars().map(|c| match c {
            '(' => '[',
            ')' => ']',
            '/' => slash,
            '\\' | '#' | '*' => '_',
            c if c.is_control() => ' ',
            c => c,
        }));
        if !chunk.invalid().is_empty() {
            to.push(char::REPLACEMENT_CHARACTER);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that what divides paths is replaced as on Windows (C124, C252).
    #[test]
    fn characters_that_divide_paths() {
        let mut name = String::new();
        write_name(&mut name, b"Intel(R) a/b\\c#1*\n\xff");
        assert_eq!(name, "Intel[R] a_b_c_1_ \u{fffd}");
        write_mount_point(&mut name, b"/srv/a (b)#1");
        assert_eq!(name, "/srv/a [b]_1");
    }
}
