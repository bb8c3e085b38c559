//! The unprivileged account for PostgreSQL if this process is root, because PostgreSQL refuses to run as
//! root.

use std::os::unix::fs::chown;
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

/// An account of this machine.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Account {
    uid: u32,
    gid: u32,
}

impl Account {
    /// Returns `None` for an ordinary user, who runs everything under the same account.
    pub(crate) fn for_postgres() -> Result<Option<Self>> {
        if id(&["-u"]).context("find out who we are with `id -u`")? != 0 {
            return Ok(None);
        }
        for name in ["postgres", "nobody"] {
            if let (Some(uid), Some(gid)) = (id(&["-u", name]), id(&["-g", name])) {
                return Ok(Some(Self { uid, gid }));
            }
        }
        bail!(
            "PostgreSQL does not run as root, and there is no account `postgres` or `nobody` to run it under"
        )
    }
}

/// Gives a file or folder to the account.
pub(crate) fn change_owner(path: &Path, account: Option<Account>) -> Result<()> {
    let Some(Account { uid, gid }) = account else {
        return Ok(());
    };
    chown(path, Some(uid), Some(gid))
        .with_context(|| format!("give {} to PostgreSQL's account", path.display()))
}

/// A command under the account, with a fixed working directory and environment.
pub(crate) fn command(program: &Path, account: Option<Account>) -> Command {
    let mut command = Command::new(program);
    // The account may be unable to enter our working directory.
    command
        .current_dir("/")
        .env_clear()
        .env("LC_ALL", "C")
        .env("PATH", "/usr/local/bin:/usr/bin:/bin");
    if let Some(Account { uid, gid }) = account {
        command.uid(uid).gid(gid);
    }
    command
}

fn id(arguments: &[&str]) -> Option<u32> {
    let output = Command::new("id").args(arguments).output().ok()?;
    output.status.success().then_some(())?;
    String::from_utf8(output.stdout).ok()?.trim().parse().ok()
}
