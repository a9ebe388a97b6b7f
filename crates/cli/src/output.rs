//! Standard output, buffered and locked once.

use std::io::{self, BufWriter, IsTerminal, Write};

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
