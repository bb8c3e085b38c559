//! Copies of everything that the shop cannot make again, and the way back from one.
//!
//! A backup is a folder: PostgreSQL's base backup, photos, sealed settings with their secrets, and what it is of. PostgreSQL's log is
//! archived beside them every five minutes at most, so that the way back leads up to the last file of it.
//! NATS is not copied (docs/decisions/0042-one-server.md): relays find a new stream and fill it from the outboxes.

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

/// Makes a backup, removes those that are too old, and answers its name.
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

/// Makes the key with which the owner opens the settings in backups, and answers it: it is kept nowhere.
pub fn make_recovery_key(installation: &Installation) -> anyhow::Result<String> {
    seal::make_key(installation)
}

/// Writes a copy of everything that can be read elsewhere into a new folder.
pub fn export(installation: &Installation, to: &Path) -> anyhow::Result<()> {
    export::export(installation, to)
}

/// Copies backups and the log to the other place, where one is set, and answers what it did.
pub async fn copy_away(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    away::copy(installation, now).await
}

/// Brings those of a shop here from the other place, and answers their names; what lies here is moved aside.
pub fn fetch(
    installation: &Installation,
    shop: Option<&str>,
    now: OffsetDateTime,
) -> anyhow::Result<Vec<String>> {
    away::fetch(installation, shop, &aside::stamp(now)?)
}

/// Puts a backup in the place of the data: into a new folder only, or where the shop has it, which is stopped meanwhile.
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

/// Tells the programs of these databases, or of all, that their data were put back from a backup by hand.
pub async fn after_restore(
    installation: &Installation,
    databases: &[String],
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    mark::mark(installation, databases, now).await?;
    println!("now start the shop: systemctl start vanmool.target");
    Ok(())
}

/// Restores the newest backup into a throw-away server, reads every row, and notes how it went.
pub async fn try_restore(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    let backup = newest(installation)?.context("there is no backup to try")?;
    trial::run(installation, &backup, now).await
}
