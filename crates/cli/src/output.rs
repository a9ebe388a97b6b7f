//! Standard output, buffered and locked once.

use std::io::{self, BufWriter, IsTerminal, Write};

use perfhive_winperf::Note;

/// Writes to standard output. A closed pipe comes back as an error, which is no failure in the end.
pub(crate) fn write_with(
    write: impl FnOnce(&mut dyn Write) -> io::Result<()>,
) -> anyhow::Result<()> {
    let mut out = BufWriter::new(io::stdout().lock());
    write(&mut out)?;
    out.flush()?;
    Ok(())
}

/// Whether a person looks at standard output.
pub(crate) fn is_terminal() -> bool {
    io::stdout().is_terminal()
}

/// What an answer lacks, with the name of its object.
pub(crate) fn note_text(note: &Note, name: impl Fn(u32) -> Option<String>) -> String {
    let object = note.object_index.and_then(name);
    let what = if note.is_lost {
        "missing"
    } else {
        "incomplete"
    };
    format!(
        "{} is {what}: {}",
        object.as_deref().unwrap_or("answer"),
        note.text
    )
}
