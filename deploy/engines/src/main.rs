//! `engines`: throw-away PostgreSQL and NATS around a command, and the end of the kept ones.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::{Path, PathBuf};
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
    /// Copies PostgreSQL of the shop that runs, while it works.
    Backup {
        /// A new folder, best on another disk.
        to: PathBuf,
        /// Receive PostgreSQL's log too, until Ctrl-C, so that a restore brings back what came after the copy.
        #[arg(long)]
        follow: bool,
    },
    /// Puts a copy in the place of the data that `make run` keeps; the next start replays its log.
    Restore {
        /// The folder of the copy.
        from: PathBuf,
    },
}

fn main() -> ExitCode {
    let result = match Program::parse().action {
        Action::Exec { command } => engines::exec(&command).map(exit_code),
        Action::Reset => {
            engines::reset(engines::checkout(), |line| println!("{line}")).map(|()| ExitCode::SUCCESS)
        }
        Action::Backup { to, follow } => backup(&to, follow),
        Action::Restore { from } => {
            engines::restore_kept(engines::checkout(), &from).map(|()| ExitCode::SUCCESS)
        }
    };
    result.unwrap_or_else(|error| {
        eprintln!("{error:#}");
        ExitCode::FAILURE
    })
}

fn backup(to: &Path, follow: bool) -> anyhow::Result<ExitCode> {
    let source = engines::Source::kept(engines::checkout())?;
    let receiving = follow.then(|| source.receive_log(to)).transpose()?;
    source.copy(to)?;
    println!(
        "{} holds the shop's databases as they were a moment ago",
        to.display()
    );
    match receiving {
        Some(mut receiving) => {
            println!("receiving their log; Ctrl-C ends it");
            Ok(exit_code(receiving.wait()?))
        }
        None => Ok(ExitCode::SUCCESS),
    }
}

/// The command's own code, or what a shell reports for one ended by a signal.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status
        .code()
        .or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
