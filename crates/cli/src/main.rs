//! `perfhive`: arguments in, the crates' answers out. Glue and argument definitions only.
#![forbid(unsafe_code)]

mod args;
mod counters;
mod exit;
mod hive_view;
mod language;
mod machine;
mod number_text;
mod output;
mod switches;
mod time_text;
mod typeperf;
mod wrapped;

use std::process::ExitCode;

use args::{Arguments, Command};
use clap::{CommandFactory as _, Parser as _};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(switches::translate(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error),
    };
    let language = language::chosen(arguments.lang);
    let result = match arguments.command {
        Command::Typeperf(typeperf) => typeperf::run(&typeperf, language),
        Command::Hive(hive) => hive_view::run(&hive, language),
        Command::Counters(counters) => counters::run(&counters, language),
        Command::Completions { shell } => {
            let mut command = Arguments::command();
            output::write_with(|out| {
                clap_complete::generate(shell, &mut command, "perfhive", out);
                Ok(())
            })
        }
        Command::Man => {
            output::write_with(|out| clap_mangen::Man::new(Arguments::command()).render(out))
        }
    };
    exit::code(result)
}
