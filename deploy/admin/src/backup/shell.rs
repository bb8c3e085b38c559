//! PostgreSQL's own programs, and its account.

use std::{path::Path, process::Command};

use crate::command::finish;

/// The account that PostgreSQL's programs run under, which root is not allowed to be.
const ACCOUNT: &str = "postgres";

/// A program of one major version of PostgreSQL, under PostgreSQL's account.
pub(super) fn postgres(version: &str, program: &str) -> Command {
    let program = Path::new("/usr/lib/postgresql")
        .join(version)
        .join("bin")
        .join(program);
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", ACCOUNT, "--"]).arg(program).current_dir("/");
        return command;
    }
    Command::new(program)
}

/// Gives a folder and all in it to PostgreSQL's account, where we may.
pub(super) fn give(folder: &Path) -> anyhow::Result<()> {
    if !is_root() {
        return Ok(());
    }
    let mut command = Command::new("chown");
    command.arg("-R").arg(format!("{ACCOUNT}:{ACCOUNT}")).arg(folder);
    finish(&mut command, "give the files to PostgreSQL").map(drop)
}

fn is_root() -> bool {
    rustix::process::geteuid().is_root()
}
