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

    /// Whether there is such a file; told without an error's allocation, for what many machines lack.
    pub(crate) fn is_there(&self, root: &Root) -> bool {
        self.descriptor.is_some() || root.has(&self.path)
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

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::read::ReadKind;

    /// Check that a file is read anew each time, may come later, and is told by its path while it is missing.
    #[test]
    fn reads_anew() {
        let tree = tempfile::tempdir().unwrap();
        let root = Root::open(tree.path()).unwrap();
        let mut file = KernelFile::new("stat");
        let error = file.read(&root).unwrap_err();
        assert_eq!(error.to_string(), "/stat: not there");
        for text in ["first", "2nd", ""] {
            std::fs::write(tree.path().join("stat"), text).unwrap();
            assert_eq!(file.read(&root).unwrap(), text.as_bytes());
            assert_eq!(file.text(), text.as_bytes());
        }
    }

    /// Check that a descriptor which has gone stale is replaced by a new one.
    #[test]
    fn stale_descriptor() {
        let tree = tempfile::tempdir().unwrap();
        let root = Root::open(tree.path()).unwrap();
        std::fs::write(tree.path().join("stat"), "text").unwrap();
        let mut file = KernelFile::new("stat");
        // A directory cannot be read: its descriptor fails at each read, as one of a device that went away does.
        file.descriptor = Some(root.open_dir(".").unwrap());
        assert_eq!(file.read(&root).unwrap(), b"text");
    }

    /// Check that a failed read leaves no text of the read before.
    #[test]
    fn no_old_text() {
        let root = Root::open(Path::new("/")).unwrap();
        let mut file = KernelFile::new("proc/self");
        let error = file.read(&root).unwrap_err();
        assert!(matches!(
            error.kind,
            ReadKind::Failed(_) | ReadKind::Missing
        ));
        assert_eq!(file.text(), b"");
    }
}
