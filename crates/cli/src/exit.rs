//! How the program ends: the one place for exit codes.
//!
//! 0: done, or the reader of a pipe went away. 1: something failed. 2: the arguments cannot be understood.
//! 3: an object, counter, instance or file that was asked for is not there.

use std::fmt;
use std::io::{self, ErrorKind};
use std::process::ExitCode;

const FAILED: u8 = 1;
const USAGE: u8 = 2;
const NOT_FOUND: u8 = 3;

/// Something that was asked for is not there.
#[derive(Debug)]
pub(crate) struct NotFound(pub(crate) String);

impl fmt::Display for NotFound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotFound {}

/// An argument that clap lets pass and that makes no sense all the same.
#[derive(Debug)]
pub(crate) struct BadArgument(pub(crate) String);

impl fmt::Display for BadArgument {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for BadArgument {}

/// Prints clap's own text (help is no error) and gives the code.
pub(crate) fn usage(error: &clap::Error) -> ExitCode {
    // A closed pipe while help is printed is no error either.
    let _ = error.print();
    if error.use_stderr() {
        ExitCode::from(USAGE)
    } else {
        ExitCode::SUCCESS
    }
}

/// Prints why it failed, if it did, and gives the code.
pub(crate) fn code(result: anyhow::Result<()>) -> ExitCode {
    let Err(error) = result else {
        return ExitCode::SUCCESS;
    };
    let io = error.chain().find_map(|it| it.downcast_ref::<io::Error>());
    if io.is_some_and(|it| it.kind() == ErrorKind::BrokenPipe) {
        return ExitCode::SUCCESS;
    }
    eprintln!("perfhive: {error:#}");
    let is_not_found = error.chain().any(|it| it.is::<NotFound>())
        || io.is_some_and(|it| it.kind() == ErrorKind::NotFound);
    let is_bad_argument = error.chain().any(|it| it.is::<BadArgument>());
    ExitCode::from(match (is_not_found, is_bad_argument) {
        (true, _) => NOT_FOUND,
        (false, true) => USAGE,
        (false, false) => FAILED,
    })
}
