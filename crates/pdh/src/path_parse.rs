//! The reading of counter paths, in one pass and without recursion: the text may come from anybody.
//!
//! Works on offsets into the one text that was given, so that each error can say its column. It must never panic,
//! whatever the text, and never look at a character that is not part of the syntax.

use crate::path::{CounterPath, InstanceIndex, InstancePart, MAX_NAME_LEN, MAX_PATH_LEN};
use crate::path_error::{PathError, PathErrorKind, PathPart};
use crate::wildcard::WILDCARD;

const SEPARATOR: char = '\\';

/// A text and where in it errors are.
#[derive(Clone, Copy)]
struct Reader<'a>(&'a str);

/// A piece of the text, without the blanks around it, and its offset in bytes.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    off: usize,
}

pub(crate) fn counter_path(text: &str) -> Result<CounterPath, PathError> {
    let reader = Reader(text);
    let path = Piece { text, off: 0 }.trim();
    if path.text.is_empty() {
        return Err(reader.error(PathErrorKind::Empty, path.off));
    }
    reader.check_len(path, PathPart::Path, MAX_PATH_LEN)?;
    if let Some(off) = path.text.find('\0') {
        let kind = PathErrorKind::Forbidden(PathPart::Path, '\0');
        return Err(reader.error(kind, path.off + off));
    }
    let (machine, rest) = reader.machine(path)?;
    let (head, counter) = rest.split_once(SEPARATOR);
    let (object, inside) = reader.object(head)?;
    let instance = inside.map(|it| reader.instance(it)).transpose()?;
    let counter = match counter {
        Some(counter) => reader.counter(counter)?,
        None => return Err(reader.error(PathErrorKind::NoSeparator, path.end())),
    };
    Ok(CounterPath {
        machine: machine.map(String::from),
        object: object.to_owned(),
        parent: instance.and_then(|it| it.parent).map(String::from),
        instance: instance.map(|it| it.name.to_owned()),
        index: instance.and_then(|it| it.index),
        counter: counter.to_owned(),
    })
}

pub(crate) fn instance_name(text: &str) -> Result<InstancePart<'_>, PathError> {
    Reader(text).instance(Piece { text, off: 0 })
}

/// Whether the end of `name` reads as an index.
pub(crate) fn ends_like_an_index(name: &str) -> bool {
    split_index(name).is_some()
}

/// Name and digits (or `*`) around the last `#`, where nothing but those follow it.
fn split_index(text: &str) -> Option<(&str, &str)> {
    let (name, index) = text.rsplit_once('#')?;
    let is_number = !index.is_empty() && index.bytes().all(|it| it.is_ascii_digit());
    (is_number || index == "*").then_some((name, index))
}

impl<'a> Piece<'a> {
    fn trim(self) -> Self {
        let start = self.text.trim_start();
        Self {
            text: start.trim_end(),
            off: self.end() - start.len(),
        }
    }

    fn end(self) -> usize {
        self.off + self.text.len()
    }

    fn from(self, off: usize) -> Self {
        Self {
            text: &self.text[off..],
            off: self.off + off,
        }
    }

    /// What is before and what is behind the first `separator` (one byte).
    fn split_once(self, separator: char) -> (Self, Option<Self>) {
        match self.text.split_once(separator) {
            Some((before, _)) => (
                Self {
                    text: before,
                    off: self.off,
                },
                Some(self.from(before.len() + 1)),
            ),
            None => (self, None),
        }
    }
}

impl Reader<'_> {
    fn error(self, kind: PathErrorKind, off: usize) -> PathError {
        let before = self.0.get(..off).unwrap_or(self.0);
        PathError::new(kind, before.chars().count() + 1)
    }

    fn check_len(self, piece: Piece<'_>, part: PathPart, limit: usize) -> Result<(), PathError> {
        // No text has more UTF-16 units than bytes: most names are not counted.
        if piece.text.len() > limit && piece.text.encode_utf16().count() > limit {
            return Err(self.error(PathErrorKind::TooLong(part, limit), piece.off));
        }
        Ok(())
    }

    /// A name that is there and not too long, without the blanks around it.
    fn name<'a>(self, piece: Piece<'a>, part: PathPart) -> Result<&'a str, PathError> {
        let name = piece.trim();
        if name.text.is_empty() {
            return Err(self.error(PathErrorKind::Missing(part), piece.off));
        }
        self.check_len(name, part, MAX_NAME_LEN)?;
        Ok(name.text)
    }

    fn forbid(self, piece: Piece<'_>, part: PathPart, it: char) -> Result<(), PathError> {
        match piece.text.find(it) {
            Some(off) => Err(self.error(PathErrorKind::Forbidden(part, it), piece.off + off)),
            None => Ok(()),
        }
    }

    /// The machine and what follows the backslash behind it.
    fn machine<'a>(self, path: Piece<'a>) -> Result<(Option<&'a str>, Piece<'a>), PathError> {
        if !path.text.starts_with(SEPARATOR) {
            return Err(self.error(PathErrorKind::NoBackslash, path.off));
        }
        if !path.text.starts_with(r"\\") {
            return Ok((None, path.from(1)));
        }
        let (machine, rest) = path.from(2).split_once(SEPARATOR);
        let name = self.name(machine, PathPart::Machine)?;
        self.forbid(machine, PathPart::Machine, WILDCARD)?;
        let missing = PathErrorKind::Missing(PathPart::Object);
        let rest = rest.ok_or_else(|| self.error(missing, path.end()))?;
        Ok((Some(name), rest))
    }

    /// The object and what is inside the last pair of parentheses.
    fn object<'a>(self, head: Piece<'a>) -> Result<(&'a str, Option<Piece<'a>>), PathError> {
        let Some((open, close)) = self.last_pair(head)? else {
            return Ok((self.name(head, PathPart::Object)?, None));
        };
        let behind = head.from(close + 1).trim();
        if !behind.text.is_empty() {
            return Err(self.error(PathErrorKind::TextBehindInstance, behind.off));
        }
        let object = Piece {
            text: &head.text[..open],
            off: head.off,
        };
        let inside = Piece {
            text: &head.text[open + 1..close],
            off: head.off + open + 1,
        };
        Ok((self.name(object, PathPart::Object)?, Some(inside)))
    }

    /// Offsets of the last outermost pair of parentheses.
    fn last_pair(self, head: Piece<'_>) -> Result<Option<(usize, usize)>, PathError> {
        let (mut depth, mut open, mut pair) = (0_usize, 0, None);
        for (off, it) in head.text.bytes().enumerate() {
            match it {
                b'(' => {
                    if depth == 0 {
                        open = off;
                    }
                    depth += 1;
                }
                b')' if depth == 0 => {
                    return Err(self.error(PathErrorKind::Unopened, head.off + off));
                }
                b')' => {
                    depth -= 1;
                    if depth == 0 {
                        pair = Some((open, off));
                    }
                }
                _ => {}
            }
        }
        match depth {
            0 => Ok(pair),
            _ => Err(self.error(PathErrorKind::Unclosed, head.off + open)),
        }
    }

    fn instance<'a>(self, inside: Piece<'a>) -> Result<InstancePart<'a>, PathError> {
        let (parent, rest) = match inside.split_once('/') {
            (parent, Some(rest)) if !parent.text.is_empty() => (Some(parent), rest),
            _ => (None, inside),
        };
        if let Some(parent) = parent {
            self.name(parent, PathPart::Parent)?;
        }
        let (name, index) = match split_index(rest.text) {
            Some((name, "*")) => (name, Some(InstanceIndex::Any)),
            Some((name, digits)) => {
                let off = rest.off + name.len() + 1;
                let index = digits.parse();
                let index = index.map_err(|_| self.error(PathErrorKind::IndexTooLarge, off))?;
                (
                    name,
                    Some(index).filter(|it| *it != 0).map(InstanceIndex::At),
                )
            }
            None => (rest.text, None),
        };
        self.name(
            Piece {
                text: name,
                off: rest.off,
            },
            PathPart::Instance,
        )?;
        Ok(InstancePart {
            parent: parent.map(|it| it.text),
            name,
            index,
        })
    }

    fn counter<'a>(self, piece: Piece<'a>) -> Result<&'a str, PathError> {
        let name = self.name(piece, PathPart::Counter)?;
        self.forbid(piece, PathPart::Counter, SEPARATOR)?;
        Ok(name)
    }
}
