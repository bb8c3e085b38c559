//! Puts a backup where the shop has its data, with everything stopped meanwhile.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context as _;
use time::OffsetDateTime;

use super::{
    aside::{aside, stamp},
    catalogue::{Backup, folder_of},
    lay::lay,
};
use crate::{
    command::{finish, systemctl},
    installation::Installation,
};

/// The shop's programs, its NATS and its web server.
const TARGET: &str = "vanmool.target";

/// What was there is moved aside, never removed: who restored the wrong one can go back.
pub(super) async fn swap(
    installation: &Installation,
    backup: &Backup,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let cluster = fs::read_to_string(installation.settings.join("cluster"));
    let cluster = cluster.context("which cluster is the shop's is not written down")?;
    let (version, name) = cluster
        .trim()
        .split_once('/')
        .context("a cluster is a version and a name")?;
    let unit = format!("postgresql@{version}-{name}.service");
    let data = PathBuf::from("/var/lib/postgresql").join(version).join(name);
    let (owned, backup) = (installation.clone(), backup.clone());
    tokio::task::spawn_blocking(move || stopped(&owned, &backup, &unit, &data, now)).await?
}

fn stopped(
    installation: &Installation,
    backup: &Backup,
    unit: &str,
    data: &Path,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    systemctl(&["stop", TARGET])?;
    systemctl(&["stop", unit])?;
    let stamp = stamp(now)?;
    aside(data, &stamp)?;
    lay(installation, backup, data)?;
    // Relays find new streams and fill them from the outboxes, consumers begin at their first event, and inboxes know what was
    // handled.
    aside(&private(&installation.streams()), &stamp)?;
    photos(installation, backup, &stamp)?;
    systemctl(&["start", unit])?;
    systemctl(&["start", TARGET])?;
    println!(
        "{} is restored; what was there before has {stamp} behind its name",
        backup.name
    );
    Ok(())
}

/// The folder that systemd keeps for a unit's own user is elsewhere, behind a link.
fn private(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}

fn photos(installation: &Installation, backup: &Backup, stamp: &str) -> anyhow::Result<()> {
    let copy = folder_of(installation, &backup.name).join("photos.tar");
    if !copy.exists() {
        return Ok(());
    }
    let folder = private(&installation.photos());
    aside(&folder, stamp)?;
    fs::create_dir_all(&folder)?;
    let mut command = Command::new("tar");
    command
        .arg("--extract")
        .arg("--file")
        .arg(&copy)
        .arg("--directory")
        .arg(&folder);
    finish(&mut command, "put photos back").map(drop)
}
