//! The list of backups.

use std::{
    fs,
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;

use super::shell::{make_all_readable, make_readable};
use crate::installation::Installation;

/// The file that describes a backup. A folder without it is an incomplete backup.
pub(super) const LABEL: &str = "backup.json";

/// A complete backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub struct Backup {
    /// The name of its folder: the start time.
    pub name: String,
    /// The start time.
    #[serde(with = "time::serde::rfc3339")]
    pub made_at: OffsetDateTime,
    /// The first WAL file that it needs.
    pub first_wal: String,
    /// The WAL file that was archived after it.
    pub last_wal: String,
    /// The major version of PostgreSQL.
    pub postgres: String,
}

/// The folder of backups.
pub(super) fn folder(installation: &Installation) -> PathBuf {
    installation.backups.join("base")
}

/// The folder of one backup.
pub(super) fn folder_of(installation: &Installation, name: &str) -> PathBuf {
    folder(installation).join(name)
}

/// All complete backups, the oldest first.
pub(super) fn list(installation: &Installation) -> anyhow::Result<Vec<Backup>> {
    list_folder(&folder(installation))
}

/// All complete backups in a folder.
pub(super) fn list_folder(folder: &Path) -> anyhow::Result<Vec<Backup>> {
    let listed = match fs::read_dir(folder) {
        Ok(listed) => listed,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => return Err(error).with_context(|| format!("{} cannot be listed", folder.display())),
    };
    let mut backups = Vec::new();
    for entry in listed {
        let label = entry?.path().join(LABEL);
        if label.exists() {
            backups.push(read(&label)?);
        }
    }
    backups.sort_by_key(|backup: &Backup| backup.made_at);
    Ok(backups)
}

/// The newest complete backup.
pub fn newest(installation: &Installation) -> anyhow::Result<Option<Backup>> {
    Ok(list(installation)?.pop())
}

/// Finds a backup by its name.
pub(super) fn find(installation: &Installation, name: &str) -> anyhow::Result<Backup> {
    let backups = list(installation)?;
    let names: Vec<_> = backups.iter().map(|backup| backup.name.clone()).collect();
    let found = backups.into_iter().find(|backup| backup.name == name);
    found.with_context(|| format!("there is no backup {name}, but {}", names.join(", ")))
}

/// Writes the description of a backup, as its last file.
pub(super) fn write_label(folder: &Path, backup: &Backup) -> anyhow::Result<()> {
    let (file, text) = (folder.join(LABEL), serde_json::to_string_pretty(backup)?);
    fs::write(&file, text).context("the backup's label cannot be written")?;
    // PostgreSQL's account reads backups in restore tests, and cannot change them.
    make_readable(&file)
}

/// Lets PostgreSQL's account read the databases of a backup, and nothing else in it.
pub(super) fn make_databases_readable(installation: &Installation, backup: &Backup) -> anyhow::Result<()> {
    let folder_of = folder_of(installation, &backup.name);
    for path in [
        &installation.backups,
        &folder(installation),
        &folder_of,
        &folder_of.join(LABEL),
    ] {
        make_readable(path)?;
    }
    let databases = folder_of.join("postgres");
    if databases.exists() {
        make_all_readable(&databases)?;
    }
    Ok(())
}

/// Deletes a backup, its label first, so that a partial deletion is not taken for a backup.
pub(super) fn remove(installation: &Installation, backup: &Backup) -> anyhow::Result<()> {
    let folder = folder_of(installation, &backup.name);
    fs::remove_file(folder.join(LABEL))?;
    fs::remove_dir_all(&folder).with_context(|| format!("{} cannot be removed", folder.display()))
}

fn read(label: &Path) -> anyhow::Result<Backup> {
    let text = fs::read_to_string(label)?;
    serde_json::from_str(&text).with_context(|| format!("{} cannot be read", label.display()))
}
