//! Restores a backup in place of the shop's data, with the shop stopped.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context as _;
use time::OffsetDateTime;

use super::{
    catalogue::{Backup, folder_of},
    mark_restored::mark_restored,
    set_aside::{resolve_link, set_aside, timestamp},
    unpack::unpack,
};
use crate::{
    command::{finish, systemctl},
    installation::Installation,
};

/// The systemd target of the shop's programs, its NATS and its web server.
const TARGET: &str = "vanmool.target";

/// Renames the previous data instead of deleting it, so that the restore can be undone.
pub(super) async fn restore_in_place(
    installation: &Installation,
    backup: &Backup,
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let cluster = fs::read_to_string(installation.settings.join("cluster"));
    let cluster = cluster.context("the settings do not name the shop's cluster")?;
    let (version, name) = cluster
        .trim()
        .split_once('/')
        .context("a cluster is a version and a name")?;
    let unit = format!("postgresql@{version}-{name}.service");
    let data = PathBuf::from("/var/lib/postgresql").join(version).join(name);
    let timestamp = timestamp(now)?;
    let (owned, of, suffix) = (installation.clone(), backup.clone(), timestamp.clone());
    tokio::task::spawn_blocking(move || restore_while_stopped(&owned, &of, &unit, &data, &suffix)).await??;
    mark_restored(installation, &[], now).await?;
    tokio::task::spawn_blocking(|| systemctl(&["start", TARGET])).await??;
    println!(
        "{} is restored; the name of the previous data ends with {timestamp}",
        backup.name
    );
    Ok(())
}

fn restore_while_stopped(
    installation: &Installation,
    backup: &Backup,
    unit: &str,
    data: &Path,
    timestamp: &str,
) -> anyhow::Result<()> {
    systemctl(&["stop", TARGET])?;
    systemctl(&["stop", unit])?;
    set_aside(data, timestamp)?;
    unpack(installation, backup, data)?;
    restore_photos(installation, backup, timestamp)?;
    systemctl(&["start", unit]).map(drop)
}

fn restore_photos(installation: &Installation, backup: &Backup, timestamp: &str) -> anyhow::Result<()> {
    let copy = folder_of(installation, &backup.name).join("photos.tar");
    if !copy.exists() {
        return Ok(());
    }
    let folder = resolve_link(&installation.photos());
    set_aside(&folder, timestamp)?;
    fs::create_dir_all(&folder)?;
    let mut command = Command::new("tar");
    command
        .arg("--extract")
        .args(["--no-same-owner", "--no-same-permissions"])
        .arg("--file")
        .arg(&copy)
        .arg("--directory")
        .arg(&folder);
    finish(&mut command, "restore photos").map(drop)
}
