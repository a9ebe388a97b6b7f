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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::read::Root;

    /// Check that numbers alone are listed, in order, and anew each time on one open directory.
    #[test]
    fn numbers_among_names() {
        let tree = tempfile::tempdir().unwrap();
        let make = |name: &str| std::fs::create_dir(tree.path().join(name)).unwrap();
        for name in ["30", "4", "self", "7x", "-1", "99999999999", "200"] {
            make(name);
        }
        let dir = Root::open(tree.path()).unwrap().open_dir(".").unwrap();
        let (mut lister, mut ids) = (NumericDir::default(), vec![1]);
        lister.list(&dir, &mut ids).unwrap();
        assert_eq!(ids, [4, 30, 200]);
        std::fs::remove_dir(tree.path().join("30")).unwrap();
        make("5");
        lister.list(&dir, &mut ids).unwrap();
        assert_eq!(ids, [4, 5, 200]);
    }

    /// Check that more names than the room holds are listed all.
    #[test]
    fn more_names_than_room() {
        let tree = tempfile::tempdir().unwrap();
        for id in 0..2000 {
            std::fs::File::create(tree.path().join(id.to_string())).unwrap();
        }
        let dir = Root::open(tree.path()).unwrap().open_dir(".").unwrap();
        let mut ids = Vec::new();
        NumericDir::default().list(&dir, &mut ids).unwrap();
        assert!(ids.into_iter().eq(0..2000));
    }
}
