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

/// Lets PostgreSQL's account read a file or enter a folder that stays root's, where we may.
pub(super) fn show(path: &Path) -> anyhow::Result<()> {
    shown(path, &[])
}

/// The same with all in a folder.
pub(super) fn show_all(folder: &Path) -> anyhow::Result<()> {
    shown(folder, &["-R"])
}

fn shown(path: &Path, how: &[&str]) -> anyhow::Result<()> {
    if !is_root() {
        return Ok(());
    }
    let what = "let PostgreSQL read the files";
    let owner = format!("root:{ACCOUNT}");
    finish(Command::new("chown").args(how).arg(owner).arg(path), what)?;
    finish(
        Command::new("chmod").args(how).arg("u=rwX,g=rX,o=").arg(path),
        what,
    )
    .map(drop)
}

/// A program under PostgreSQL's account, where we may choose: root neither unpacks nor writes where that account could put a link.
pub(super) fn as_account(program: &str) -> Command {
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", ACCOUNT, "--", program]).current_dir("/");
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
