//! What a provider answers with: objects laid out as in a block, and word of what is missing.

use std::fmt;

use perfhive_winperf::Note;

/// Why nothing could be collected, as a lower-case fragment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CollectError(pub String);

impl fmt::Display for CollectError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for CollectError {}

/// Whole objects, ready to be appended to a block. It is cleared and used again, so that a sample of the same shape
/// allocates nothing.
#[derive(Clone, Debug, Default)]
pub struct Collected {
    bytes: Vec<u8>,
    n_objects: u32,
    notes: Vec<Note>,
}

impl Collected {
    /// Adds an object that `write` lays out at the end of the buffer it is given, with an `ObjectWriter`.
    /// When that fails, what it wrote is taken back and a note tells why the object is missing.
    pub fn object_with<E: fmt::Display>(
        &mut self,
        object_index: u32,
        write: impl FnOnce(&mut Vec<u8>) -> Result<(), E>,
    ) {
        let start = self.bytes.len();
        match write(&mut self.bytes) {
            Ok(()) => self.n_objects += 1,
            Err(why) => {
                self.bytes.truncate(start);
                self.lose(object_index, why.to_string());
            }
        }
    }

    /// Tells that an object is missing, and why.
    pub fn lose(&mut self, object_index: u32, why: String) {
        self.notes.push(Note {
            object_index: Some(object_index),
            is_lost: true,
            text: why,
        });
    }

    /// Tells that some values of an object are absent, and why.
    pub fn note(&mut self, object_index: u32, why: String) {
        self.notes.push(Note {
            object_index: Some(object_index),
            is_lost: false,
            text: why,
        });
    }

    /// Empties it and keeps its memory.
    pub fn clear(&mut self) {
        self.bytes.clear();
        self.n_objects = 0;
        self.notes.clear();
    }

    /// The objects.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// How many objects there are.
    pub fn n_objects(&self) -> u32 {
        self.n_objects
    }

    /// What is missing.
    pub fn notes(&self) -> &[Note] {
        &self.notes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that a failed object leaves no bytes and a word of why.
    #[test]
    fn a_failed_object_costs_itself_alone() {
        let mut collected = Collected::default();
        collected.object_with(2, |bytes| {
            bytes.extend([1; 8]);
            Ok::<_, CollectError>(())
        });
        collected.object_with(4, |bytes| {
            bytes.extend([2; 16]);
            Err(CollectError("no file".into()))
        });
        assert_eq!(
            (collected.bytes(), collected.n_objects()),
            (&[1u8; 8][..], 1)
        );
        let note = Note {
            object_index: Some(4),
            is_lost: true,
            text: "no file".into(),
        };
        assert_eq!(collected.notes(), [note]);
    }
}
