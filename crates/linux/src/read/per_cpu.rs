//! `/proc/interrupts` and `/proc/softirqs`: a table with a column for each processor, added up by column or by row.

use super::fields::{lines, number, words};

/// The sum of each column, by processor. The head names the columns: offline processors may lack theirs.
#[derive(Debug, Default)]
pub(crate) struct PerCpuSums {
    columns: Vec<(u32, u64)>,
    row: Vec<u64>,
}

/// Rows of the whole system, as the architectures spell them: their one value belongs to no processor.
const NOT_BY_CPU: [&[u8]; 4] = [b"ERR:", b"Err:", b"MIS:", b"BAD:"];

impl PerCpuSums {
    /// Adds up a table. Sums wrap around, and so do the rows they are made of: the kernel counts each in 32 bits.
    pub(crate) fn parse(&mut self, text: &[u8]) {
        self.columns.clear();
        let mut lines = lines(text);
        let head = lines.next().unwrap_or_default();
        self.columns.extend(words(head).filter_map(|word| {
            Some((u32::try_from(number(word.strip_prefix(b"CPU")?)?).ok()?, 0))
        }));
        let n_columns = self.columns.len();
        for line in lines {
            let mut words = words(line);
            if words.next().is_none_or(|name| NOT_BY_CPU.contains(&name)) {
                continue;
            }
            self.row.clear();
            self.row.extend(words.map_while(number).take(n_columns));
            if self.row.len() == n_columns {
                for ((_, sum), value) in self.columns.iter_mut().zip(&self.row) {
                    *sum = sum.wrapping_add(*value);
                }
            }
        }
    }

    /// The sum of a processor, when the table has a column for it.
    pub(crate) fn of_cpu(&self, cpu: u32) -> Option<u64> {
        self.columns
            .iter()
            .find(|(it, _)| *it == cpu)
            .map(|(_, sum)| *sum)
    }
}

/// One row, all processors together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Row<'a> {
    /// Its number or letters, without the colon.
    pub(crate) label: &'a [u8],
    /// The sum of its columns, which wraps around as they do.
    pub(crate) sum: u64,
    /// Whether it has a column for each processor, and so belongs into the sum of all rows.
    pub(crate) is_by_cpu: bool,
    /// What is attached to it, as drivers call themselves, or what its letters mean. Empty where nothing is said.
    pub(crate) what: &'a [u8],
}

/// The rows of a table, but for those that are cut short.
pub(crate) fn rows(text: &[u8]) -> impl Iterator<Item = Row<'_>> {
    let mut lines = lines(text);
    let head = lines.next().unwrap_or_default();
    let n_columns = words(head).filter(|it| it.starts_with(b"CPU")).count();
    lines.filter_map(move |line| {
        let (word, mut rest) = first_word(line)?;
        let is_by_cpu = !NOT_BY_CPU.contains(&word);
        let mut sum = None;
        for _ in 0..if is_by_cpu { n_columns } else { 1 } {
            let (value, behind) = first_word(rest)?;
            sum = Some(number(value)?.wrapping_add(sum.unwrap_or(0)));
            rest = behind;
        }
        Some(Row {
            label: word.strip_suffix(b":")?,
            sum: sum?,
            is_by_cpu,
            what: last_column(rest),
        })
    })
}

fn first_word(text: &[u8]) -> Option<(&[u8], &[u8])> {
    let text = text.trim_ascii_start();
    let end = text.iter().position(|it| matches!(it, b' ' | b'\t'));
    let (word, rest) = text.split_at(end.unwrap_or(text.len()));
    (!word.is_empty()).then_some((word, rest))
}

/// What stands behind the last gap of two blanks: the chip, its line and what is attached are columns, and what is
/// attached may have single blanks in it.
fn last_column(text: &[u8]) -> &[u8] {
    let text = text.trim_ascii();
    let gap = text.windows(2).rposition(|it| it == b"  ");
    gap.map_or(text, |at| &text[at + 2..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check that rows are summed over their columns and called by what is attached to them.
    #[test]
    fn rows_of_sources() {
        let text = b"       CPU0   CPU2\n  0:   1  10  IO-APIC   2-edge      timer\n 25:  0 3 PCI-MSIX-0000:00:02.0   1-edge      eth0 rx, eth0 tx\nNMI:  2  20   Non-maskable interrupts\n 9: 4 5 IO-APIC   9-fasteoi\nHI: 6 7\nERR:  5\nCUT: 1\nBAD 1 2\n";
        let got = rows(text).map(|it| (it.label, it.sum, it.is_by_cpu, it.what));
        let expected: [(&[u8], u64, bool, &[u8]); 6] = [
            (b"0", 11, true, b"timer"),
            (b"25", 3, true, b"eth0 rx, eth0 tx"),
            (b"NMI", 22, true, b"Non-maskable interrupts"),
            (b"9", 9, true, b"9-fasteoi"),
            (b"HI", 13, true, b""),
            (b"ERR", 5, false, b""),
        ];
        assert_eq!(got.collect::<Vec<_>>(), expected);
        assert_eq!(rows(b"").count() + rows(b"x\n0: 1\n").count(), 0);
    }

    /// Check that columns belong to the processors that the head names.
    #[test]
    fn columns_of_processors() {
        let mut sums = PerCpuSums::default();
        sums.parse(b"       CPU0   CPU2\n  0:   1  10  IO-APIC 2-edge timer\nNMI:  2  20  Non-maskable\nERR:  5\nMIS: 7\n");
        assert_eq!(
            (sums.of_cpu(0), sums.of_cpu(1), sums.of_cpu(2)),
            (Some(3), None, Some(30))
        );
        sums.parse(b"   CPU0\n 0: 4 timer\nERR: 5\n");
        assert_eq!(sums.of_cpu(0), Some(4));
        sums.parse(b"");
        assert_eq!(sums.of_cpu(0), None);
    }
}
