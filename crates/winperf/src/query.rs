//! What can be asked of a source of blocks, and who answers.
//!
//! The texts are the value names of `RegQueryValueEx` on `HKEY_PERFORMANCE_DATA` (Windows' "Using the registry
//! functions to consume counter data").

use std::fmt;

/// The primary language of a name list, as Windows numbers languages: 9 English, 7 German, 4 Chinese.
/// Chinese and Portuguese are told apart by their full identifiers (0x404, 0x804, 0x416, 0x816).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct LangId(pub u16);

impl LangId {
    /// English.
    pub const ENGLISH: Self = Self(0x009);
    /// German.
    pub const GERMAN: Self = Self(0x007);
    /// Simplified Chinese.
    pub const CHINESE_SIMPLIFIED: Self = Self(0x804);

    /// The languages that perfhive itself has names in.
    pub const ALL: [Self; 3] = [Self::ENGLISH, Self::GERMAN, Self::CHINESE_SIMPLIFIED];
}

impl fmt::Display for LangId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:03X}", self.0)
    }
}

/// What is asked for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum QueryKind {
    /// All objects but the costly ones.
    Global,
    /// The objects that are dear to collect.
    Costly,
    /// The objects of another machine, named behind the word.
    Foreign(String),
    /// Objects by name index.
    Objects(Vec<ObjectQuery>),
    /// The definitions, without instances, of what `Global` gives.
    MetadataGlobal,
    /// The definitions, without instances, of what `Costly` gives.
    MetadataCostly,
    /// The list of names in a language.
    Counters(LangId),
    /// The list of help texts in a language.
    Help(LangId),
    /// Text that is none of these: answered with an empty block.
    Unknown(String),
}

/// One object in a list of indexes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectQuery {
    /// Name index of the object.
    pub index: u32,
    /// The counters that will be read of it.
    pub wanted: Wanted,
}

/// Which counters of an object will be read: a source may leave the others absent and save the work.
/// No registry text says this, so that a query parsed from text always wants all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Every counter.
    All,
    /// The counters of these name indexes.
    Counters(Vec<u32>),
}

impl Wanted {
    /// Whether the counter of this name index will be read.
    pub fn contains(&self, counter_index: u32) -> bool {
        match self {
            Self::All => true,
            Self::Counters(indexes) => indexes.contains(&counter_index),
        }
    }
}

/// One question to a [`Source`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// What is asked for.
    pub kind: QueryKind,
    /// Only providers of the first kind (performance libraries) shall answer: the `OLD_` forms.
    pub old: bool,
}

impl Query {
    /// The query that a registry value name stands for; letter case does not matter, and no text is an error.
    pub fn parse(text: &str) -> Self {
        let text = text.trim();
        let (old, rest) = match strip_prefix_ignore_case(text, "OLD_") {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let mut words = rest.split_ascii_whitespace();
        let first = words.next().unwrap_or("");
        let second = words.next();
        let is = |word: &str| first.eq_ignore_ascii_case(word);
        let kind = match second {
            None if is("Global") => QueryKind::Global,
            None if is("Costly") => QueryKind::Costly,
            None if is("MetadataGlobal") => QueryKind::MetadataGlobal,
            None if is("MetadataCostly") => QueryKind::MetadataCostly,
            _ if is("Foreign") => QueryKind::Foreign(rest[first.len()..].trim().to_owned()),
            // By prefix: old programs ask for "Counters", Samba knows "Explain 009".
            _ if strip_prefix_ignore_case(first, "Counter").is_some() => {
                names(first, "Counter", second).map_or_else(|| unknown(text), QueryKind::Counters)
            }
            _ if strip_prefix_ignore_case(first, "Help").is_some() => {
                names(first, "Help", second).map_or_else(|| unknown(text), QueryKind::Help)
            }
            _ if is("Explain") => {
                names(first, "Explain", second).map_or_else(|| unknown(text), QueryKind::Help)
            }
            _ => objects(rest).map_or_else(|| unknown(text), QueryKind::Objects),
        };
        Self { kind, old }
    }

    /// A query for all counters of these objects.
    pub fn objects(indexes: impl IntoIterator<Item = u32>) -> Self {
        let all = |index| ObjectQuery {
            index,
            wanted: Wanted::All,
        };
        Self {
            kind: QueryKind::Objects(indexes.into_iter().map(all).collect()),
            old: false,
        }
    }

    /// Whether the answer is text (REG_MULTI_SZ) and not a block.
    pub fn is_name_list(&self) -> bool {
        matches!(self.kind, QueryKind::Counters(_) | QueryKind::Help(_))
    }
}

impl From<QueryKind> for Query {
    fn from(kind: QueryKind) -> Self {
        Self { kind, old: false }
    }
}

/// The registry text again: what goes to a remote machine.
impl fmt::Display for Query {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.old {
            f.write_str("OLD_")?;
        }
        match &self.kind {
            QueryKind::Global => f.write_str("Global"),
            QueryKind::Costly => f.write_str("Costly"),
            QueryKind::Foreign(machine) => write!(f, "Foreign {machine}"),
            QueryKind::Objects(objects) => objects
                .iter()
                .enumerate()
                .try_for_each(|(i, it)| write!(f, "{}{}", if i == 0 { "" } else { " " }, it.index)),
            QueryKind::MetadataGlobal => f.write_str("MetadataGlobal"),
            QueryKind::MetadataCostly => f.write_str("MetadataCostly"),
            QueryKind::Counters(language) => write!(f, "Counter {language}"),
            QueryKind::Help(language) => write!(f, "Help {language}"),
            QueryKind::Unknown(text) => f.write_str(text),
        }
    }
}

fn unknown(text: &str) -> QueryKind {
    QueryKind::Unknown(text.to_owned())
}

fn strip_prefix_ignore_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix)
        .then(|| &text[prefix.len()..])
}

/// `Counter`, `Counters`, `Counter 009`, `Counter009`: no language is English.
fn names(first: &str, word: &str, second: Option<&str>) -> Option<LangId> {
    let tail = first.get(word.len()..)?;
    let digits = match (tail, second) {
        ("" | "s" | "S", None) => return Some(LangId::ENGLISH),
        ("" | "s" | "S", Some(digits)) => digits,
        (digits, None) => digits,
        _ => return None,
    };
    u16::from_str_radix(digits, 16).ok().map(LangId)
}

/// A list of decimal indexes; each once, in the order asked.
fn objects(text: &str) -> Option<Vec<ObjectQuery>> {
    let mut objects = Vec::<ObjectQuery>::new();
    for word in text.split_ascii_whitespace() {
        let index = word.parse().ok()?;
        if objects.iter().all(|it| it.index != index) {
            objects.push(ObjectQuery {
                index,
                wanted: Wanted::All,
            });
        }
    }
    (!objects.is_empty()).then_some(objects)
}

/// What an answer's bytes are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Shape {
    /// A performance data block (REG_BINARY).
    #[default]
    Block,
    /// UTF-16LE texts, index and name by turns, a NUL behind each and one more at the end (REG_MULTI_SZ).
    MultiSz,
}

/// Something an answer lacks, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    /// Name index of the object that is missing or incomplete; `None` when the note is about the whole answer.
    pub object_index: Option<u32>,
    /// Whether the whole object is missing.
    pub is_lost: bool,
    /// Who says so and why: a lower-case fragment.
    pub text: String,
}

/// An answer with room to be used again: a source clears it first and keeps what it has allocated.
#[derive(Clone, Debug, Default)]
pub struct Answer {
    /// The block or the texts.
    pub bytes: Vec<u8>,
    /// Which of both.
    pub shape: Shape,
    /// What is missing.
    pub notes: Vec<Note>,
}

impl Answer {
    /// Empties the answer and keeps its memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.shape = Shape::Block;
        self.notes.clear();
    }
}

/// Why a source has no answer at all. What it could not give of an answer stands in [`Answer::notes`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SourceError {
    /// The machine cannot be reached.
    NoMachine(String),
    /// A log has come to its end.
    NoMoreData,
    /// Anything else, as a lower-case fragment.
    Failed(String),
}

impl fmt::Display for SourceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoMachine(machine) => write!(f, "machine not reachable: {machine}"),
            Self::NoMoreData => f.write_str("end of log"),
            Self::Failed(why) => f.write_str(why),
        }
    }
}

impl std::error::Error for SourceError {}

/// Whoever answers a query: the hive, a counter log at a point in time, a remote machine.
pub trait Source {
    /// Answers `query` into `answer`, which is cleared first.
    fn answer(&mut self, query: &Query, answer: &mut Answer) -> Result<(), SourceError>;
}

impl<S: Source + ?Sized> Source for Box<S> {
    fn answer(&mut self, query: &Query, answer: &mut Answer) -> Result<(), SourceError> {
        (**self).answer(query, answer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that every text form is understood in any letter case and printed back in Windows' form.
    #[test]
    fn texts_and_their_queries() {
        for (text, printed) in [
            ("global", "Global"),
            ("COSTLY", "Costly"),
            ("metadataglobal", "MetadataGlobal"),
            ("MetadataCostly", "MetadataCostly"),
            ("old_Global", "OLD_Global"),
            ("foreign host a", "Foreign host a"),
            ("230 232 230", "230 232"),
            ("OLD_238", "OLD_238"),
            ("Counters", "Counter 009"),
            ("counter 007", "Counter 007"),
            ("Counter", "Counter 009"),
            ("Help 804", "Help 804"),
            ("explain 009", "Help 009"),
        ] {
            assert_eq!(Query::parse(text).to_string(), printed, "{text}");
        }
    }

    /// Check that text without a meaning is a query of its own kind and not an error.
    #[test]
    fn unknown_texts() {
        for text in [
            "",
            "invalid counter name",
            "Global x",
            "230 x",
            "-1",
            "99999999999",
            "Counter xyz",
        ] {
            assert!(
                matches!(Query::parse(text).kind, QueryKind::Unknown(_)),
                "{text}"
            );
        }
    }
}
