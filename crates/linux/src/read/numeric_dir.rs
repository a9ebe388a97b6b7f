//! The numbered directories of `/proc` and of `/proc/PID/task`.

use std::mem::MaybeUninit;
use std::os::fd::OwnedFd;

use rustix::fs::{RawDir, SeekFrom, seek};
use rustix::io::Errno;

use super::fields::number;

/// Lists ids, with room that is kept.
#[derive(Debug)]
pub(crate) struct NumericDir {
    room: Box<[MaybeUninit<u8>]>,
}

impl Default for NumericDir {
    fn default() -> Self {
        Self {
            room: vec![MaybeUninit::uninit(); 32 << 10].into_boxed_slice(),
        }
    }
}

impl NumericDir {
    /// Writes the numbers among the names of an open directory to `ids`, in increasing order.
    pub(crate) fn list(&mut self, dir: &OwnedFd, ids: &mut Vec<u32>) -> Result<(), Errno> {
        ids.clear();
        seek(dir, SeekFrom::Start(0))?;
        let mut entries = RawDir::new(dir, &mut self.room);
        while let Some(entry) = entries.next() {
            let id = number(entry?.file_name().to_bytes()).and_then(|it| u32::try_from(it).ok());
            ids.extend(id);
        }
        ids.sort_unstable();
        Ok(())
    }
}
