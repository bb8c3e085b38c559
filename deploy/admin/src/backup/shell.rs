//! PostgreSQL's programs and its system account.

use std::{path::Path, process::Command};

use crate::command::finish;

/// The account for PostgreSQL's programs, which refuse to run as root.
const ACCOUNT: &str = "postgres";

/// A program of one major version of PostgreSQL, run as PostgreSQL's account.
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

/// As root, lets PostgreSQL's account read a file or enter a folder. The owner stays root.
pub(super) fn show(path: &Path) -> anyhow::Result<()> {
    shown(path, &[])
}

/// Like [`show`], for a folder with its contents.
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

/// As root, runs a program as PostgreSQL's account, because root must not follow links that this account
/// could create.
pub(super) fn as_account(program: &str) -> Command {
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", ACCOUNT, "--", program]).current_dir("/");
        return command;
    }
    Command::new(program)
}

/// As root, gives a folder with its contents to PostgreSQL's account.
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
