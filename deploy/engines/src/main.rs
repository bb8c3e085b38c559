//! `engines`: temporary PostgreSQL and NATS around a command, and administration of the stored data.

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
    /// Runs a command with new engines, whose URLs it gets in its environment. They are deleted when it ends.
    Exec {
        /// The command and its arguments.
        #[arg(required = true, trailing_var_arg = true, allow_hyphen_values = true)]
        command: Vec<OsString>,
    },
    /// Deletes the data of `make run` for this checkout.
    Reset,
    /// Copies PostgreSQL of a running shop.
    Backup {
        /// A new folder, best on another disk.
        to: PathBuf,
        /// Also receive PostgreSQL's WAL until Ctrl-C, so that a restore includes changes after the copy.
        #[arg(long)]
        follow: bool,
    },
    /// Replaces the data of `make run` by a copy. The next start replays its WAL.
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
    let source = engines::Source::persistent(engines::checkout())?;
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

/// The command's exit code, or the shell's code for a command that was ended by a signal.
fn exit_code(status: ExitStatus) -> ExitCode {
    let code = status
        .code()
        .or_else(|| status.signal().map(|signal| 128 + signal));
    ExitCode::from(code.and_then(|code| u8::try_from(code).ok()).unwrap_or(1))
}
