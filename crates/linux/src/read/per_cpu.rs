//! `/proc/interrupts` and `/proc/softirqs`: a table with a column for each processor, added up by column.

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

#[cfg(test)]
mod tests {
    use super::*;

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
