//! Backups of all data that cannot be recreated, and restores.
//!
//! A backup is a folder: PostgreSQL's base backup, photos, sealed settings with their secrets, and a
//! description. PostgreSQL's WAL is archived beside them at least every five minutes, so a restore reaches
//! the last WAL file. NATS is not backed up (docs/decisions/0042-one-server.md): relays fill a new stream
//! from the outboxes.

mod catalogue;
mod create;
mod export;
mod in_place;
mod mark_restored;
mod remote;
mod restore_test;
mod retention;
mod seal;
mod set_aside;
mod shell;
mod unpack;
mod wal;

use std::path::Path;

use anyhow::{Context as _, ensure};
use time::OffsetDateTime;

pub use catalogue::{Backup, newest};
pub(crate) use remote::check as check_remote;
pub use restore_test::RestoreTest;
pub(crate) use seal::recovery_key;

use crate::installation::Installation;

/// Creates a backup and deletes old ones. Returns its name.
pub async fn create(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    let backup = create::create(installation, now).await?;
    let all = catalogue::list(installation)?;
    let kept = retention::kept(&all);
    for old in all.iter().filter(|backup| !kept.contains(&backup.name)) {
        catalogue::remove(installation, old)?;
    }
    if let Some(first) = retention::first_wal(&all, &kept) {
        wal::remove_before(installation, first)?;
    }
    Ok(backup.name)
}

/// Creates the recovery key that opens the settings in backups, and returns it. It is not stored.
pub fn create_recovery_key(installation: &Installation) -> anyhow::Result<String> {
    seal::create_key(installation)
}

/// Writes a portable copy of all data into a new folder.
pub fn export(installation: &Installation, to: &Path) -> anyhow::Result<()> {
    export::export(installation, to)
}

/// Uploads backups and WAL to the remote, if one is configured. Returns a summary.
pub async fn upload(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    remote::upload(installation, now).await
}

/// Downloads a shop's backups from the remote, and sets local ones aside. Returns their names.
pub fn download(
    installation: &Installation,
    shop: Option<&str>,
    now: OffsetDateTime,
) -> anyhow::Result<Vec<String>> {
    remote::download(installation, shop, &set_aside::timestamp(now)?)
}

/// Restores a backup: into a new folder only, or in place of the shop's data, with the shop stopped.
pub async fn restore(
    installation: &Installation,
    name: Option<&str>,
    into: Option<&Path>,
    is_confirmed: bool,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let backup = match name {
        Some(name) => catalogue::find(installation, name)?,
        None => newest(installation)?.context("there is no backup")?,
    };
    if let Some(into) = into {
        unpack::unpack(installation, &backup, into)?;
        println!(
            "{} has {} and replays its WAL when PostgreSQL starts on it; then, before programs start: shop-admin after-restore",
            into.display(),
            backup.name
        );
        return Ok(());
    }
    ensure!(
        is_confirmed,
        "this replaces the shop's data by {}: say --yes",
        backup.name
    );
    in_place::restore_in_place(installation, &backup, now).await
}

/// Marks these databases, or all, as restored by hand.
pub async fn after_restore(
    installation: &Installation,
    databases: &[String],
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    mark_restored::mark_restored(installation, databases, now).await?;
    println!("now start the shop: systemctl start vanmool.target");
    Ok(())
}

/// Restores the newest backup into a temporary server, reads every row, and records the result.
pub async fn test_restore(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    let backup = newest(installation)?.context("there is no backup to test")?;
    restore_test::run(installation, &backup, now).await
}
