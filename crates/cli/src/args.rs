//! What can be typed.

use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Parser, Subcommand, ValueEnum};

/// Windows NT's performance counters on Linux.
#[derive(Debug, Parser)]
#[command(name = "perfhive", version, about, max_term_width = 100, after_help = EXAMPLES)]
pub(crate) struct Arguments {
    /// Language of names and help: en, de or zh; without it, that of the locale. Paths are understood in all
    #[arg(
        long,
        global = true,
        value_enum,
        value_name = "LANGUAGE",
        hide_possible_values = true
    )]
    pub(crate) lang: Option<Language>,

    #[command(subcommand)]
    pub(crate) command: Command,
}

const EXAMPLES: &str = r"Examples:
  perfhive typeperf                                    watch the vital counters of this machine
  perfhive typeperf '\Processor(*)\% Processor Time'   every processor, a line a second, as CSV
  perfhive typeperf --table --top 10 '\Process(*)\% Processor Time'
  perfhive counters Memory                             what Memory counts, and where it comes from
  perfhive hive 238                                    the data block of Processor, decoded

Exit codes: 0 done, 1 failed, 2 bad arguments, 3 something asked for is not there.";

/// The languages that names and help are there in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Language {
    /// English
    En,
    /// German
    De,
    /// Simplified Chinese
    Zh,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Write counters at a steady pace, as Windows' typeperf does
    Typeperf(Typeperf),
    /// Show the performance data block that answers a query
    Hive(Hive),
    /// List and explain objects, counters and instances
    Counters(Counters),
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
    /// Print the manual page, for man(1)
    Man,
}

#[derive(Debug, Args)]
#[command(after_help = TYPEPERF_EXAMPLES)]
pub(crate) struct Typeperf {
    /// Counter paths, \object(instance)\counter; * stands for any text. None: the vital counters, as a table
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<String>,

    /// Time between samples: seconds, mm:ss or hh:mm:ss; fractions are allowed
    #[arg(long, value_name = "[[HH:]MM:]SS", default_value = "1", value_parser = interval)]
    pub(crate) si: Duration,

    /// Number of samples; without it, until Ctrl-C
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) sc: Option<u64>,

    /// Read counter paths from a file, one a line
    #[arg(long, value_name = "FILE")]
    pub(crate) cf: Option<PathBuf>,

    /// Format of lines and files
    #[arg(long, value_enum, ignore_case = true, default_value = "csv")]
    pub(crate) f: TextFormat,

    /// Write a counter log to a file instead of lines to the screen
    #[arg(long, value_name = "FILE")]
    pub(crate) o: Option<PathBuf>,

    /// List counters, of one object or of all
    #[arg(long, value_name = "OBJECT", num_args = 0..=1, default_missing_value = "", conflicts_with = "paths")]
    pub(crate) q: Option<String>,

    /// List counters with their instances, of one object or of all
    #[arg(long, value_name = "OBJECT", num_args = 0..=1, default_missing_value = "", conflicts_with_all = ["q", "paths"])]
    pub(crate) qx: Option<String>,

    /// Ask another machine; not possible yet
    #[arg(long, value_name = "MACHINE")]
    pub(crate) s: Option<String>,

    /// Overwrite the file of -o without asking
    #[arg(long)]
    pub(crate) y: bool,

    /// Show an aligned table that follows new and ended instances
    #[arg(long, conflicts_with_all = ["o", "json"])]
    pub(crate) table: bool,

    /// In the table, show only the N greatest instances of each path
    #[arg(long, value_name = "N", requires = "table")]
    pub(crate) top: Option<usize>,

    /// Write one JSON object a sample
    #[arg(long, conflicts_with = "o")]
    pub(crate) json: bool,
}

const TYPEPERF_EXAMPLES: &str = r"The switches are those of Windows: -si 5, /si 5 and --si 5 are the same.

Examples:
  perfhive typeperf -si 5 -sc 12 '\System\Processor Queue Length'
  perfhive typeperf -cf counters.txt -f TSV -o log.tsv -y
  perfhive typeperf -qx PhysicalDisk";

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum TextFormat {
    /// Separated by commas
    Csv,
    /// Separated by tabs
    Tsv,
}

#[derive(Debug, Args)]
#[command(after_help = HIVE_EXAMPLES)]
pub(crate) struct Hive {
    /// The query: Global, Costly, object indexes, Counter 009, Help 009, MetadataGlobal, …
    #[arg(value_name = "QUERY", required_unless_present = "from")]
    pub(crate) query: Vec<String>,

    /// Decode a block from a file instead of asking this machine
    #[arg(long, value_name = "FILE", conflicts_with = "query")]
    pub(crate) from: Option<PathBuf>,

    /// Show the bytes with their offsets under each part
    #[arg(long)]
    pub(crate) hex: bool,

    /// Write the answer as it is to standard output
    #[arg(long, conflicts_with_all = ["hex", "json"])]
    pub(crate) raw: bool,

    /// Write JSON
    #[arg(long, conflicts_with = "hex")]
    pub(crate) json: bool,
}

const HIVE_EXAMPLES: &str = r"Examples:
  perfhive hive 238                    Processor
  perfhive hive 230 232                Process and Thread
  perfhive hive MetadataGlobal         all definitions, no values
  perfhive hive --raw Global > all.bin
  perfhive hive --from all.bin --hex";

#[derive(Debug, Args)]
pub(crate) struct Counters {
    /// An object or a counter path to explain; without it, all objects are listed
    #[arg(value_name = "NAME")]
    pub(crate) name: Option<String>,

    /// Write JSON
    #[arg(long)]
    pub(crate) json: bool,
}

/// `[[hh:]mm:]ss`, the seconds with or without a fraction.
fn interval(text: &str) -> Result<Duration, String> {
    let wrong = || format!("\"{text}\" is not a time, wanted is [[hh:]mm:]ss of at least 0.01 s");
    let mut seconds = 0.0;
    for part in text.split(':') {
        let part = part
            .parse::<f64>()
            .ok()
            .filter(|it| it.is_finite() && *it >= 0.0);
        seconds = seconds * 60.0 + part.ok_or_else(wrong)?;
    }
    if text.split(':').count() > 3 || seconds < 0.01 {
        return Err(wrong());
    }
    Duration::try_from_secs_f64(seconds).map_err(|_| wrong())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Check the three forms of an interval and what is none.
    #[test]
    fn intervals() {
        assert_eq!(interval("5"), Ok(Duration::from_secs(5)));
        assert_eq!(interval("1:30"), Ok(Duration::from_secs(90)));
        assert_eq!(interval("01:00:00.5"), Ok(Duration::from_millis(3_600_500)));
        for text in ["", "0", "x", "1:2:3:4", "-1", "1:", "inf", "1e300"] {
            assert!(interval(text).is_err(), "{text}");
        }
    }
}
