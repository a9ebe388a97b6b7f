//! From object definitions to the tables of the catalog and the pages of the docs.
//!
//! The products are checked in, so that a build needs no generator; a test tells when they are not fresh.
#![forbid(unsafe_code)]

mod check;
pub mod codegen;
mod layout;
mod model;
mod render_docs;
mod render_rust;

pub use model::ObjectFile;
