//! `engines`: throw-away PostgreSQL and NATS around a command, and the end of the kept ones.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::process::{ExitCode, ExitStatus};

use clap::{Parser, Subcommand};

/// Private PostgreSQL and NATS for one machine.
#[derive(Parser)]
struct Program {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Runs a command against new engines, whose addresses it gets in its environment, gone when it ends.
    Exec {
        /// The command and its arguments.
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<OsString>,
    },
    /// Deletes the data that `make run` keeps for this checkout.
    Reset,
}

fn main() -> ExitCode {
    let result = match Program::parse().action {
        Action::Exec { command } => engines::exec(&command).map(exit_code),
        Action::Reset => {
            engines::reset(engines::checkout(), |line| println!("{line}")).map(|()| ExitCode::SUCCESS)
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

/// The command's own code, or what a shell reports for one ended by a signal.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status
        .code()
        .or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
