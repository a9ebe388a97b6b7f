//! Chores of the repository: `cargo xtask codegen` makes tables and docs from `crates/catalog/objects/*.toml`.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

use xtask::codegen;

fn main() -> ExitCode {
    let repository = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let result = match std::env::args().nth(1).as_deref() {
        Some("codegen") => codegen::write(&repository),
        _ => Err(anyhow::anyhow!("usage: cargo xtask codegen")),
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}
