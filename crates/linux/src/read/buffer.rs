//! Room for the text of a file, kept from sample to sample.

use std::os::fd::AsFd;

use rustix::io::{Errno, pread};

/// The text of the file read last. Its memory grows to the largest file and stays.
#[derive(Debug, Default)]
pub(crate) struct Buffer {
    room: Vec<u8>,
    len: usize,
}

/// One page holds most files; one read of a whole file is also one consistent state of it.
const FIRST_ROOM: usize = 4096;

/// No kernel file that is read here comes near this size.
const MOST_ROOM: usize = 64 << 20;

impl Buffer {
    pub(crate) fn text(&self) -> &[u8] {
        &self.room[..self.len]
    }

    pub(crate) fn clear(&mut self) {
        self.len = 0;
    }

    /// Reads the file from its start to its end.
    pub(crate) fn read_all(&mut self, file: impl AsFd) -> Result<(), Errno> {
        self.read(file, false)
    }

    /// Reads a file that the kernel gives whole in one piece (those of one process): a piece that leaves room is the
    /// end, and the read that would only say so is saved.
    pub(crate) fn read_piece(&mut self, file: impl AsFd) -> Result<(), Errno> {
        self.read(file, true)
    }

    fn read(&mut self, file: impl AsFd, one_piece: bool) -> Result<(), Errno> {
        self.len = 0;
        loop {
            if self.len == self.room.len() {
                if self.room.len() >= MOST_ROOM {
                    return Err(Errno::FBIG);
                }
                self.room.resize((self.room.len() * 2).max(FIRST_ROOM), 0);
                // What was read before may be older than what follows: with more room, once more from the start.
                self.len = 0;
            }
            let off = u64::try_from(self.len).unwrap_or(u64::MAX);
            let n = match pread(&file, &mut self.room[self.len..], off) {
                Err(Errno::INTR) => continue,
                result => result?,
            };
            self.len += n;
            if n == 0 || one_piece && self.len < self.room.len() {
                return Ok(());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::fs::File;

    use super::*;

    fn file_of(text: &[u8]) -> (tempfile::TempDir, File) {
        let dir = tempfile::tempdir().unwrap();
        std::fs::write(dir.path().join("text"), text).unwrap();
        let file = File::open(dir.path().join("text")).unwrap();
        (dir, file)
    }

    /// Check that texts around the size of the room are read whole, and a shorter one leaves nothing of the last.
    #[test]
    fn texts_of_all_sizes() {
        let mut buffer = Buffer::default();
        for len in [0, 1, FIRST_ROOM, FIRST_ROOM + 1, 5 * FIRST_ROOM, 10] {
            let text = (b'a'..=b'z').cycle().take(len).collect::<Vec<_>>();
            let (_dir, file) = file_of(&text);
            buffer.read_all(&file).unwrap();
            assert_eq!(buffer.text(), text);
            buffer.read_piece(&file).unwrap();
            assert_eq!(buffer.text(), text);
        }
    }

    /// Check that room once made is kept and not made again.
    #[test]
    fn room_is_kept() {
        let mut buffer = Buffer::default();
        let (_dir, file) = file_of(&[b'x'; 3 * FIRST_ROOM]);
        buffer.read_all(&file).unwrap();
        let room = buffer.room.as_ptr();
        let (_dir, file) = file_of(b"short");
        buffer.read_all(&file).unwrap();
        assert_eq!((buffer.room.as_ptr(), buffer.text()), (room, &b"short"[..]));
    }
}
