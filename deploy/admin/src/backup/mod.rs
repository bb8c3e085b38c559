//! Backups of all data that cannot be recreated, and restores.
//!
//! A backup is a folder: PostgreSQL's base backup, photos, sealed settings with their secrets, and a
//! description. PostgreSQL's WAL is archived beside them at least every five minutes, so a restore reaches
//! the last WAL file. NATS is not backed up (docs/decisions/0042-one-server.md): relays fill a new stream
//! from the outboxes.

mod aside;
mod away;
mod catalogue;
mod copy;
mod export;
mod lay;
mod log;
mod mark;
mod retention;
mod seal;
mod shell;
mod swap;
mod trial;

use std::path::Path;

use anyhow::{Context as _, ensure};
use time::OffsetDateTime;

pub(crate) use away::look as look_at_copies;
pub use catalogue::{Backup, newest};
pub(crate) use seal::recovery_key;
pub use trial::RestoreTrial;

use crate::installation::Installation;

/// Makes a backup and deletes old ones. Returns its name.
pub async fn make(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    let backup = copy::copy(installation, now).await?;
    let all = catalogue::all(installation)?;
    let kept = retention::kept(&all);
    for old in all.iter().filter(|backup| !kept.contains(&backup.name)) {
        catalogue::remove(installation, old)?;
    }
    if let Some(first) = retention::first_log(&all, &kept) {
        log::remove_before(installation, first)?;
    }
    Ok(backup.name)
}

/// Creates the recovery key that opens the settings in backups, and returns it. It is not stored.
pub fn make_recovery_key(installation: &Installation) -> anyhow::Result<String> {
    seal::make_key(installation)
}

/// Writes a portable copy of all data into a new folder.
pub fn export(installation: &Installation, to: &Path) -> anyhow::Result<()> {
    export::export(installation, to)
}

/// Copies backups and WAL to the remote, if one is configured. Returns a summary.
pub async fn copy_away(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    away::copy(installation, now).await
}

/// Fetches a shop's backups from the remote, and moves local ones aside. Returns their names.
pub fn fetch(
    installation: &Installation,
    shop: Option<&str>,
    now: OffsetDateTime,
) -> anyhow::Result<Vec<String>> {
    away::fetch(installation, shop, &aside::stamp(now)?)
}

/// Restores a backup: into a new folder only, or in place of the shop's data, with the shop stopped.
pub async fn restore(
    installation: &Installation,
    name: Option<&str>,
    into: Option<&Path>,
    is_meant: bool,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let backup = match name {
        Some(name) => catalogue::named(installation, name)?,
        None => newest(installation)?.context("there is no backup")?,
    };
    if let Some(into) = into {
        lay::lay(installation, &backup, into)?;
        println!(
            "{} holds {} and replays its log when PostgreSQL starts on it; then, before programs start: shop-admin after-restore",
            into.display(),
            backup.name
        );
        return Ok(());
    }
    ensure!(
        is_meant,
        "this puts {} in the place of what the shop has now: say --yes",
        backup.name
    );
    swap::swap(installation, &backup, now).await
}

/// Marks these databases, or all, as restored by hand.
pub async fn after_restore(
    installation: &Installation,
    databases: &[String],
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    mark::mark(installation, databases, now).await?;
    println!("now start the shop: systemctl start vanmool.target");
    Ok(())
}

/// Restores the newest backup into a temporary server, reads every row, and records the result.
pub async fn try_restore(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    let backup = newest(installation)?.context("there is no backup to try")?;
    trial::run(installation, &backup, now).await
}
