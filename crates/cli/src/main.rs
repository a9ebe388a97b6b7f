//! `perfhive`: arguments in, the crates' answers out. Glue and argument definitions only.
#![forbid(unsafe_code)]

mod args;
mod counters;
mod exit;
mod hive_view;
mod machine;
mod number_text;
mod output;
mod switches;
mod time_text;
mod typeperf;

use std::process::ExitCode;

use args::{Arguments, Command};
use clap::{CommandFactory as _, Parser as _};

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse_from(switches::translate(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => return exit::usage(&error),
    };
    let result = match arguments.command {
        Command::Typeperf(typeperf) => typeperf::run(&typeperf),
        Command::Hive(hive) => hive_view::run(&hive),
        Command::Counters(counters) => counters::run(&counters),
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
