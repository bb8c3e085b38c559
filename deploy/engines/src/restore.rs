//! Restores a copy.

use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};

use crate::servers::source::finish;
use crate::servers::{nats, postgres};
use crate::state::account::{self, Account};
use crate::state::folder::{Folder, Options};
use crate::state::home::persistent_folder;

/// Replaces the data of `make run` for a checkout by a copy. Fails while the data is in use.
pub fn restore_kept(checkout: &Path, from: &Path) -> Result<()> {
    let path = persistent_folder(checkout, Account::for_postgres()?.is_some());
    let folder = Folder::open(&path, false)?;
    restore_into(&folder, from)
}

/// Replaces the data of stopped engines by a copy.
pub fn restore(options: &Options, from: &Path) -> Result<()> {
    restore_into(&options.folder, from)
}

/// PostgreSQL replays the WAL to its end at the next start. NATS starts empty: relays fill a new stream,
/// consumers start at its first event, and inboxes skip handled events.
fn restore_into(folder: &Folder, from: &Path) -> Result<()> {
    if !from.join("base/PG_VERSION").exists() {
        bail!("{} holds no copy: `engines backup` makes one", from.display());
    }
    postgres::stop_leftover(folder)?;
    nats::stop_leftover(folder);
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
    // PostgreSQL replaces %f by the name of the WAL file and %p by its target path. `hot_standby = off`
    // refuses connections until the WAL is replayed, so that no program reads old data.
    let fetch = format!(
        "restore_command = 'cp \"{}/%f\" \"%p\"'\nhot_standby = off\n",
        log.display()
    );
    let settings = data.join("postgresql.auto.conf");
    let before = fs::read_to_string(&settings).unwrap_or_default();
    fs::write(&settings, before + &fetch)?;
    fs::write(data.join("recovery.signal"), "")?;
    fs::set_permissions(&data, Permissions::from_mode(0o700))?;
    change_owner_recursively(&home, account)
}

/// Renames the partial WAL file that the receiver was writing when it was stopped. Its contents are valid.
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

fn change_owner_recursively(path: &Path, account: Option<Account>) -> Result<()> {
    account::change_owner(path, account)?;
    if path.is_dir() && !path.is_symlink() {
        for entry in fs::read_dir(path)? {
            change_owner_recursively(&entry?.path(), account)?;
        }
    }
    Ok(())
}
