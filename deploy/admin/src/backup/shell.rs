//! PostgreSQL's programs and its system account.

use std::{ffi::OsStr, path::Path, process::Command};

use crate::command::finish;

/// The account for PostgreSQL's programs, which refuse to run as root.
const ACCOUNT: &str = "postgres";

/// A program of one major version of PostgreSQL, run as PostgreSQL's account.
pub(super) fn postgres(version: &str, program: &str) -> Command {
    let folder = Path::new("/usr/lib/postgresql").join(version).join("bin");
    run_as_postgres(folder.join(program))
}

/// As root, lets PostgreSQL's account read a file or enter a folder. The owner stays root.
pub(super) fn make_readable(path: &Path) -> anyhow::Result<()> {
    grant_read(path, &[])
}

/// Like [`make_readable`], for a folder with its contents.
pub(super) fn make_all_readable(folder: &Path) -> anyhow::Result<()> {
    grant_read(folder, &["-R"])
}

fn grant_read(path: &Path, flags: &[&str]) -> anyhow::Result<()> {
    if !is_root() {
        return Ok(());
    }
    let what = "let PostgreSQL read the files";
    let owner = format!("root:{ACCOUNT}");
    finish(Command::new("chown").args(flags).arg(owner).arg(path), what)?;
    finish(
        Command::new("chmod").args(flags).arg("u=rwX,g=rX,o=").arg(path),
        what,
    )
    .map(drop)
}

/// As root, runs a program as PostgreSQL's account, because root must not follow links that this account
/// could create.
pub(super) fn run_as_postgres(program: impl AsRef<OsStr>) -> Command {
    if is_root() {
        let mut command = Command::new("runuser");
        command.args(["-u", ACCOUNT, "--"]).arg(program).current_dir("/");
        return command;
    }
    Command::new(program)
}

/// As root, gives a folder with its contents to PostgreSQL's account.
pub(super) fn give_to_postgres(folder: &Path) -> anyhow::Result<()> {
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
