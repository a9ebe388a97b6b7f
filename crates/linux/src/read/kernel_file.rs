//! One file of the whole system, opened once and read again and again.

use std::os::fd::OwnedFd;

use super::{Buffer, ReadError, Root};

/// A file with its descriptor and its last text.
#[derive(Debug)]
pub(crate) struct KernelFile {
    path: String,
    descriptor: Option<OwnedFd>,
    buffer: Buffer,
}

impl KernelFile {
    /// A file below the root, `path` without a leading slash. It is opened when it is first read.
    pub(crate) fn new(path: impl Into<String>) -> Self {
        Self {
            path: path.into(),
            descriptor: None,
            buffer: Buffer::default(),
        }
    }

    /// The text of the file now. A descriptor that has gone stale is opened again once.
    pub(crate) fn read(&mut self, root: &Root) -> Result<&[u8], ReadError> {
        let is_kept = self.descriptor.is_some();
        let mut result = self.try_read(root);
        if result.is_err() && is_kept {
            self.descriptor = None;
            result = self.try_read(root);
        }
        match result {
            Ok(()) => Ok(self.buffer.text()),
            Err(errno) => {
                self.descriptor = None;
                self.buffer.clear();
                Err(ReadError {
                    path: self.path.clone(),
                    kind: errno.into(),
                })
            }
        }
    }

    /// The text that the last read gave.
    pub(crate) fn text(&self) -> &[u8] {
        self.buffer.text()
    }

    fn try_read(&mut self, root: &Root) -> Result<(), rustix::io::Errno> {
        let descriptor = match self.descriptor.take() {
            Some(it) => it,
            None => root.open_file(&self.path)?,
        };
        self.buffer.read_all(self.descriptor.insert(descriptor))
    }
}
