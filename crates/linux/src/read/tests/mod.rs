//! What holds for all parsers: texts of several kernels, texts that are no texts, and the files of this machine.

mod any_bytes;
mod kernels;
mod running_kernel;
mod texts;
