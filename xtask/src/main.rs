//! Chores of the repository: `cargo xtask codegen` makes tables and docs from `crates/catalog/objects/*.toml`.
#![forbid(unsafe_code)]

use std::path::Path;
use std::process::ExitCode;

use xtask::codegen;

fn main() -> ExitCode {
    // Asked at run time: work trees that share a target folder share this binary.
    let manifest_dir = std::env::var_os("CARGO_MANIFEST_DIR");
    let manifest_dir = manifest_dir.unwrap_or_else(|| env!("CARGO_MANIFEST_DIR").into());
    let repository = Path::new(&manifest_dir).join("..");
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
