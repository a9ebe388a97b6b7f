//! What is kept of each device or interface from sample to sample, by its name in the kernel.

/// Kept things by name. There are few of them, so they are looked for one by one.
pub(super) struct Seen<T> {
    entries: Vec<(Vec<u8>, T)>,
}

impl<T> Default for Seen<T> {
    fn default() -> Self {
        Self {
            entries: Vec::new(),
        }
    }
}

impl<T> Seen<T> {
    /// What is kept of a name; made when it is first seen, which may fail.
    pub(super) fn get_or_make<E>(
        &mut self,
        name: &[u8],
        make: impl FnOnce() -> Result<T, E>,
    ) -> Result<&mut T, E> {
        let position = match self.entries.iter().position(|(it, _)| it == name) {
            Some(position) => position,
            None => {
                self.entries.push((name.to_vec(), make()?));
                self.entries.len() - 1
            }
        };
        Ok(&mut self.entries[position].1)
    }

    /// Drops what has gone: whatever is not among the names there are now, each of which was asked for or not.
    pub(super) fn keep<'a, N: Iterator<Item = &'a [u8]>>(&mut self, names: impl Fn() -> N) {
        if self.entries.len() > names().count() {
            self.entries
                .retain(|(name, _)| names().any(|it| it == name));
        }
    }
}
