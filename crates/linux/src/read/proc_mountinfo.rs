//! `/proc/self/mountinfo`: what is mounted where (proc_pid_mountinfo(5)).

use super::fields::{lines, number, words};

/// One mount.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mount<'a> {
    /// Major and minor number of the device.
    pub(crate) device: (u64, u64),
    /// Blanks, tabs, line ends and backslashes in it are octal escapes: see [`unescape`].
    pub(crate) mount_point: &'a [u8],
    pub(crate) fs_type: &'a [u8],
}

/// The mounts in their order; a later one at the same place hides an earlier one.
pub(crate) fn mounts(text: &[u8]) -> impl Iterator<Item = Mount<'_>> {
    lines(text).filter_map(|line| {
        let mut words = words(line);
        let device = words.nth(2)?;
        let colon = device.iter().position(|it| *it == b':')?;
        let device = (number(&device[..colon])?, number(&device[colon + 1..])?);
        let mount_point = words.nth(1)?;
        // Any number of optional fields, up to a lone dash.
        let fs_type = words.skip_while(|it| *it != b"-").nth(1)?;
        Some(Mount {
            device,
            mount_point,
            fs_type,
        })
    })
}

/// Writes a path with its octal escapes made characters to `to`, which is cleared first.
pub(crate) fn unescape(to: &mut Vec<u8>, path: &[u8]) {
    to.clear();
    let mut rest = path;
    while let Some((first, behind)) = rest.split_first() {
        let digits = behind.get(..3).filter(|_| *first == b'\\');
        let octal = digits.and_then(|it| u8::from_str_radix(std::str::from_utf8(it).ok()?, 8).ok());
        match octal {
            Some(byte) => {
                to.push(byte);
                rest = &behind[3..];
            }
            None => {
                to.push(*first);
                rest = behind;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that optional fields are passed over, and lines without a dash.
    #[test]
    fn lines_of_mounts() {
        let text = b"36 35 98:0 /mnt1 /mnt/a\\040b rw,noatime master:1 shared:2 - ext3 /dev/root rw\n1 2 0:4 / /x rw\n27 1 8:1 / / rw - xfs /dev/sda1 rw\n";
        let mounts = mounts(text).collect::<Vec<_>>();
        let first = Mount {
            device: (98, 0),
            mount_point: b"/mnt/a\\040b",
            fs_type: b"ext3",
        };
        let root = Mount {
            device: (8, 1),
            mount_point: b"/",
            fs_type: b"xfs",
        };
        assert_eq!(mounts, [first, root]);
        let mut path = Vec::new();
        unescape(&mut path, mounts[0].mount_point);
        assert_eq!(path, b"/mnt/a b");
        unescape(&mut path, b"\\9\\04\\777x");
        assert_eq!(path, b"\\9\\04\\777x");
    }
}
