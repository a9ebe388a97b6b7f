//! `/sys/devices/system/cpu/cpuN`: the clock of a processor (Documentation/admin-guide/pm/cpufreq.rst) and its idle
//! states (cpuidle.rst beside it).
//!
//! A large machine has thousands of these files: no descriptor of them is kept.

use std::fmt::Write as _;

use super::fields::number;
use super::{Buffer, Root};

/// No kernel has more idle states than this.
const MOST_STATES: usize = 10;

/// Reads the files of any processor, with room that is kept.
#[derive(Debug, Default)]
pub(crate) struct CpuFiles {
    buffer: Buffer,
    path: String,
}

/// How deep an idle state is, by the number in its name: the first two as they are, all others as the third.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Depth {
    C1,
    C2,
    C3,
}

impl Depth {
    /// The depth of a state called so: `C1E`, `C1_ACPI`, `C6`. Names without a number (`POLL`, `WFI`) tell none.
    fn of_name(name: &[u8]) -> Option<Self> {
        let rest = name.strip_prefix(b"C")?;
        let n_digits = rest.iter().take_while(|it| it.is_ascii_digit()).count();
        match number(&rest[..n_digits])? {
            0 => None,
            1 => Some(Self::C1),
            2 => Some(Self::C2),
            _ => Some(Self::C3),
        }
    }
}

impl CpuFiles {
    /// The clock as it is now, in kHz.
    pub(crate) fn current_khz(&mut self, root: &Root, cpu: u32) -> Option<u64> {
        number(self.read(root, cpu, format_args!("cpufreq/scaling_cur_freq"))?)
    }

    /// The fastest clock there is, in kHz.
    pub(crate) fn most_khz(&mut self, root: &Root, cpu: u32) -> Option<u64> {
        number(self.read(root, cpu, format_args!("cpufreq/cpuinfo_max_freq"))?)
    }

    /// The idle states of a processor, in the order of their numbers.
    pub(crate) fn idle_states(&mut self, root: &Root, cpu: u32) -> Vec<Option<Depth>> {
        let mut states = Vec::new();
        while states.len() < MOST_STATES {
            let Some(name) = self.read(
                root,
                cpu,
                format_args!("cpuidle/state{}/name", states.len()),
            ) else {
                break;
            };
            states.push(Depth::of_name(name));
        }
        states
    }

    /// Time spent in an idle state, in µs. The kernel adds to it when the processor wakes.
    pub(crate) fn idle_us(&mut self, root: &Root, cpu: u32, state: usize) -> Option<u64> {
        number(self.read(root, cpu, format_args!("cpuidle/state{state}/time"))?)
    }

    /// How often an idle state was entered.
    pub(crate) fn n_idles(&mut self, root: &Root, cpu: u32, state: usize) -> Option<u64> {
        number(self.read(root, cpu, format_args!("cpuidle/state{state}/usage"))?)
    }

    fn read(&mut self, root: &Root, cpu: u32, file: std::fmt::Arguments<'_>) -> Option<&[u8]> {
        self.path.clear();
        let _ = write!(self.path, "sys/devices/system/cpu/cpu{cpu}/{file}");
        let file = root.open_file(&self.path).ok()?;
        self.buffer.read_piece(file).ok()?;
        Some(self.buffer.text().trim_ascii())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that names are told by their number, whatever follows it.
    #[test]
    fn depths_of_names() {
        for (name, depth) in [
            (&b"C1"[..], Some(Depth::C1)),
            (b"C1E", Some(Depth::C1)),
            (b"C2_ACPI", Some(Depth::C2)),
            (b"C6", Some(Depth::C3)),
            (b"C10", Some(Depth::C3)),
            (b"C0", None),
            (b"POLL", None),
            (b"CPU", None),
            (b"", None),
        ] {
            assert_eq!(Depth::of_name(name), depth, "{name:?}");
        }
    }

    /// Check that states are read up to the first number that is missing, and files that are missing give nothing.
    #[test]
    fn files_of_a_processor() {
        let tree = tempfile::tempdir().unwrap();
        let dir = tree.path().join("sys/devices/system/cpu/cpu7");
        for (state, name) in [(0, "POLL\n"), (1, "C1\n"), (3, "C3\n")] {
            let dir = dir.join(format!("cpuidle/state{state}"));
            std::fs::create_dir_all(&dir).unwrap();
            std::fs::write(dir.join("name"), name).unwrap();
        }
        std::fs::write(dir.join("cpuidle/state1/time"), "18446744073709551615\n").unwrap();
        let root = Root::open(tree.path()).unwrap();
        let mut files = CpuFiles::default();
        assert_eq!(files.idle_states(&root, 7), [None, Some(Depth::C1)]);
        assert_eq!(files.idle_us(&root, 7, 1), Some(u64::MAX));
        assert_eq!(files.n_idles(&root, 7, 1), None);
        assert_eq!(files.current_khz(&root, 7), None);
        assert_eq!(files.idle_states(&root, 8), []);
    }
}
