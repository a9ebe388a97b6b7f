//! Counter paths: `[\\machine]\object[([parent/]instance[#index])]\counter`, all ten forms of it.
//!
//! A path is text that people type and logs keep. This module takes it apart and puts it together again; it never
//! asks whether the machine, object, instance or counter exists.

use std::fmt;
use std::str::FromStr;

use crate::path_error::{PathError, PathErrorKind, PathPart};
use crate::path_parse;
use crate::wildcard::{Pattern, has_wildcard};

/// Most characters (UTF-16 units) of a path: `PDH_MAX_COUNTER_PATH`.
pub const MAX_PATH_LEN: usize = 2048;
/// Most characters (UTF-16 units) of one name in a path: `PDH_MAX_COUNTER_NAME`, `PDH_MAX_INSTANCE_NAME`.
pub const MAX_NAME_LEN: usize = 1024;

/// A counter path in its parts.
///
/// What [`parse`](Self::parse) and [`PathElements::make`] answer prints to a path that parses back to the same parts.
/// Parts that are put in by hand (an instance that a provider named `a/b` or `a(b`) always print, but such a name has
/// no spelling in a path: Windows has no escape character.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct CounterPath {
    /// Machine without its two backslashes; `None` is the local one.
    pub machine: Option<String>,
    /// Object: a name, an index in decimal digits or a pattern, see [`CounterPath::object_ref`].
    pub object: String,
    /// Parent instance, a name or a pattern.
    pub parent: Option<String>,
    /// Instance, a name or a pattern; `None` for an object without instances.
    pub instance: Option<String>,
    /// Which of several instances of one name; `None` where the path has no index or index 0.
    pub index: Option<InstanceIndex>,
    /// Counter: a name, an index in decimal digits or a pattern, see [`CounterPath::counter_ref`].
    pub counter: String,
}

/// The `#index` of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum InstanceIndex {
    /// `#n`, the instance after n others of the same name and parent. Not 0: that is no index at all.
    At(u32),
    /// `#*`, each of them.
    Any,
}

/// What stands for an object or a counter in a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NameRef<'a> {
    /// A name.
    Name(&'a str),
    /// A name index, as in `\238(*)\6`: the same in every language.
    Index(u32),
    /// A name with at least one `*`. Windows expands counters so; objects only perfhive does.
    Pattern(Pattern),
}

/// The text between the parentheses of a path, or an instance name by itself, in its parts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstancePart<'a> {
    /// Parent instance.
    pub parent: Option<&'a str>,
    /// Instance without parent and index.
    pub name: &'a str,
    /// Index among those of one name.
    pub index: Option<InstanceIndex>,
}

/// What a path is made of: `PDH_COUNTER_PATH_ELEMENTS`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PathElements<'a> {
    /// Machine, with or without its two backslashes.
    pub machine: Option<&'a str>,
    /// Object; required.
    pub object: Option<&'a str>,
    /// Parent instance; dropped where there is no instance.
    pub parent: Option<&'a str>,
    /// Instance.
    pub instance: Option<&'a str>,
    /// Index; dropped where there is no instance.
    pub index: Option<InstanceIndex>,
    /// Counter; required.
    pub counter: Option<&'a str>,
}

impl CounterPath {
    /// Takes `text` apart.
    ///
    /// Blanks around the path, the machine, the object and the counter do not count; inside the parentheses they do.
    /// The first backslash after the object ends it. The last pair of parentheses before that backslash holds the
    /// instance, so that an object may have parentheses of its own (`\TCPIP Diagnostics (Per-CPU)(*)\…`) and an
    /// instance balanced ones. A counter may hold anything but a backslash. What is inside the parentheses is read
    /// as [`InstancePart::parse`] says.
    ///
    /// `PdhParseCounterPath` answers `INVALID_PATH` to every error, `PdhAddCounter` what [`PathError::status`] says.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        path_parse::counter_path(text)
    }

    /// The object: by name, index or pattern.
    #[must_use]
    pub fn object_ref(&self) -> NameRef<'_> {
        NameRef::of(&self.object)
    }

    /// The counter: by name, index or pattern.
    #[must_use]
    pub fn counter_ref(&self) -> NameRef<'_> {
        NameRef::of(&self.counter)
    }

    /// The instance with its parent and index, where the path has one.
    #[must_use]
    pub fn instance_part(&self) -> Option<InstancePart<'_>> {
        Some(InstancePart {
            parent: self.parent.as_deref(),
            name: self.instance.as_deref()?,
            index: self.index,
        })
    }

    /// Whether the path may stand for more than one counter value.
    #[must_use]
    pub fn has_wildcard(&self) -> bool {
        has_wildcard(&self.object)
            || has_wildcard(&self.counter)
            || self.instance_part().is_some_and(|it| it.has_wildcard())
    }
}

impl FromStr for CounterPath {
    type Err = PathError;

    fn from_str(text: &str) -> Result<Self, PathError> {
        Self::parse(text)
    }
}

impl fmt::Display for CounterPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(machine) = &self.machine {
            write!(f, r"\\{machine}")?;
        }
        write!(f, r"\{}", self.object)?;
        if let Some(instance) = self.instance_part() {
            write!(f, "({instance})")?;
        }
        write!(f, r"\{}", self.counter)
    }
}

impl<'a> NameRef<'a> {
    /// Reads `text`: decimal digits alone are an index, text with a `*` is a pattern, all else a name.
    #[must_use]
    pub fn of(text: &'a str) -> Self {
        if has_wildcard(text) {
            return Self::Pattern(Pattern::new(text));
        }
        match text.parse() {
            Ok(index) if text.bytes().all(|it| it.is_ascii_digit()) => Self::Index(index),
            _ => Self::Name(text),
        }
    }
}

impl<'a> InstancePart<'a> {
    /// Takes `[parent/]instance[#index]` apart: `PdhParseInstanceName`, which answers `INVALID_INSTANCE` to an error.
    ///
    /// The parent ends at the first `/`, because a parent instance is a plain name while what follows may be a path
    /// (`a//b` is `/b` of `a`). No parent is empty: a text that begins with `/` is one name, as mount points are.
    /// `#` is an index only when digits or `*` follow it to the end; `C#` and `app#x` are names. `#0` is no index.
    pub fn parse(text: &'a str) -> Result<Self, PathError> {
        path_parse::instance_name(text)
    }

    /// Whether the part may stand for more than one instance.
    #[must_use]
    pub fn has_wildcard(&self) -> bool {
        self.index == Some(InstanceIndex::Any)
            || has_wildcard(self.name)
            || self.parent.is_some_and(has_wildcard)
    }

    /// Whether the instance after `n` others of its name is meant: without an index the first one, but each of those
    /// that a pattern finds.
    #[must_use]
    pub fn index_matches(&self, n: u32) -> bool {
        match self.index {
            Some(InstanceIndex::Any) => true,
            Some(InstanceIndex::At(index)) => index == n,
            None => n == 0 || self.has_wildcard(),
        }
    }
}

impl fmt::Display for InstancePart<'_> {
    /// Index 0 is never printed, except behind a name that would read as one with an index (`app#1#0`).
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(parent) = self.parent {
            write!(f, "{parent}/")?;
        }
        f.write_str(self.name)?;
        match self.index {
            Some(InstanceIndex::At(index)) if index != 0 => write!(f, "#{index}"),
            Some(InstanceIndex::Any) => f.write_str("#*"),
            _ if path_parse::ends_like_an_index(self.name) => f.write_str("#0"),
            _ => Ok(()),
        }
    }
}

impl PathElements<'_> {
    /// Makes the path: `PdhMakeCounterPath`, which answers `INVALID_ARGUMENT` to an error.
    ///
    /// A part that would read as something else (an instance `a/b` without a parent, a counter with a backslash)
    /// is an error, so that each path that is made parses back to its parts.
    pub fn make(&self) -> Result<CounterPath, PathError> {
        let required = |text: Option<&str>, part| {
            let text = text.map(str::trim).filter(|it| !it.is_empty());
            text.map(String::from)
                .ok_or_else(|| PathError::new(PathErrorKind::Missing(part), 0))
        };
        let machine = self.machine.map(|it| it.trim_start_matches('\\').trim());
        let inside = self.instance.is_some();
        let path = CounterPath {
            machine: machine.filter(|it| !it.is_empty()).map(String::from),
            object: required(self.object, PathPart::Object)?,
            parent: self.parent.filter(|_| inside).map(String::from),
            instance: self.instance.map(String::from),
            index: self
                .index
                .filter(|it| inside && *it != InstanceIndex::At(0)),
            counter: required(self.counter, PathPart::Counter)?,
        };
        // A column in a text that nobody wrote would say nothing.
        let kind = match CounterPath::parse(&path.to_string()) {
            Ok(read) if read == path => return Ok(path),
            Ok(read) => PathErrorKind::Ambiguous(path.first_difference(&read)),
            Err(error) => error.kind(),
        };
        Err(PathError::new(kind, 0))
    }
}

impl CounterPath {
    fn first_difference(&self, other: &Self) -> PathPart {
        if self.machine != other.machine {
            PathPart::Machine
        } else if self.object != other.object {
            PathPart::Object
        } else if self.parent != other.parent {
            PathPart::Parent
        } else if self.instance != other.instance {
            PathPart::Instance
        } else {
            PathPart::Counter
        }
    }
}
