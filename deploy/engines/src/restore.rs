//! The way back from a copy.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::servers::source::finish;
use crate::servers::{nats, postgres};
use crate::state::account::{self, Account};
use crate::state::folder::{Folder, Options};
use crate::state::home::kept_folder;

/// Replaces the data that `make run` keeps for a checkout by a copy; refuses while it is in use.
pub fn restore_kept(checkout: &Path, from: &Path) -> Result<()> {
    let path = kept_folder(checkout, Account::for_postgres()?.is_some());
    let folder = Folder::open(&path, false)?;
    restore_into(&folder, from)
}

/// Replaces the data of engines that do not run by a copy.
pub fn restore(options: &Options, from: &Path) -> Result<()> {
    restore_into(&options.folder, from)
}

/// PostgreSQL replays the log at its next start, up to the log's end. NATS begins with nothing: relays find another stream than
/// before and fill it, consumers begin at its first event, and their inboxes know what was handled.
fn restore_into(folder: &Folder, from: &Path) -> Result<()> {
    if !from.join("base/PG_VERSION").exists() {
        bail!("{} holds no copy: `engines backup` makes one", from.display());
    }
    postgres::end_leftover(folder)?;
    nats::end_leftover(folder);
    let account = Account::for_postgres()?;
    let home = folder.private("postgres")?;
    for old in [home.join("data"), home.join("wal"), folder.path().join("nats")] {
        if old.exists() {
            fs::remove_dir_all(&old).with_context(|| format!("delete {}", old.display()))?;
        }
    }
    let (data, log) = (home.join("data"), home.join("wal"));
    copy_folder(&from.join("base"), &data)?;
    fs::create_dir_all(&log)?;
    if from.join("wal").exists() {
        copy_folder(&from.join("wal"), &log)?;
        complete_last(&log)?;
    }
    fs::copy(from.join("password"), home.join("password")).context("take the superuser's password over")?;
    // %f and %p are PostgreSQL's: which file of the log, and where it wants it. Nobody is let in, to read what is old and write
    // nothing, before the log is replayed.
    let fetch = format!(
        "restore_command = 'cp \"{}/%f\" \"%p\"'\nhot_standby = off\n",
        log.display()
    );
    let settings = data.join("postgresql.auto.conf");
    let before = fs::read_to_string(&settings).unwrap_or_default();
    fs::write(&settings, before + &fetch)?;
    fs::write(data.join("recovery.signal"), "")?;
    fs::set_permissions(&data, Permissions::from_mode(0o700))?;
    own_all(&home, account)
}

/// The receiver was writing the last file when it was ended; what it has of it is good.
fn complete_last(log: &Path) -> Result<()> {
    for entry in fs::read_dir(log)? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "partial") {
            fs::rename(&path, path.with_extension(""))?;
        }
    }
    Ok(())
}

fn copy_folder(from: &Path, to: &Path) -> Result<()> {
    finish(
        Command::new("cp").args(["-R", "-p"]).arg(from.join(".")).arg(to),
        "copy files",
    )
}

fn own_all(path: &Path, account: Option<Account>) -> Result<()> {
    account::own(path, account)?;
    if path.is_dir() && !path.is_symlink() {
        for entry in fs::read_dir(path)? {
            own_all(&entry?.path(), account)?;
        }
    }
    Ok(())
}
