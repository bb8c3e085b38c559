//! Restores a backup in place of the shop's data, with the shop stopped.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::Context as _;
use time::OffsetDateTime;

use super::{
    aside::{aside, private, stamp},
    catalogue::{Backup, folder_of},
    lay::lay,
    mark::mark,
};
use crate::{
    command::{finish, systemctl},
    installation::Installation,
};

/// The systemd target of the shop's programs, its NATS and its web server.
const TARGET: &str = "vanmool.target";

/// Renames the previous data instead of deleting it, so that the restore can be undone.
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
    let stamp = stamp(now)?;
    let (owned, of, behind) = (installation.clone(), backup.clone(), stamp.clone());
    tokio::task::spawn_blocking(move || stopped(&owned, &of, &unit, &data, &behind)).await??;
    mark(installation, &[], now).await?;
    tokio::task::spawn_blocking(|| systemctl(&["start", TARGET])).await??;
    println!(
        "{} is restored; what was there before has {stamp} behind its name",
        backup.name
    );
    Ok(())
}

fn stopped(
    installation: &Installation,
    backup: &Backup,
    unit: &str,
    data: &Path,
    stamp: &str,
) -> anyhow::Result<()> {
    systemctl(&["stop", TARGET])?;
    systemctl(&["stop", unit])?;
    aside(data, stamp)?;
    lay(installation, backup, data)?;
    photos(installation, backup, stamp)?;
    systemctl(&["start", unit]).map(drop)
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
        .args(["--no-same-owner", "--no-same-permissions"])
        .arg("--file")
        .arg(&copy)
        .arg("--directory")
        .arg(&folder);
    finish(&mut command, "put photos back").map(drop)
}
