//! Existing folders are renamed instead of deleted, so that a restore can be undone.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use time::{OffsetDateTime, macros::format_description};

/// The time stamp appended to the name of a renamed folder.
pub(super) fn stamp(now: OffsetDateTime) -> anyhow::Result<String> {
    let form = format_description!("[year][month][day]-[hour][minute][second]");
    Ok(now.format(form)?)
}

pub(super) fn aside(folder: &Path, stamp: &str) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    let name = folder
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let to = folder.with_file_name(format!("{name}.{stamp}"));
    fs::rename(folder, &to).with_context(|| format!("{} cannot be moved aside", folder.display()))
}

/// Resolves the link behind which systemd keeps the folder of a unit's own user.
pub(super) fn private(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}
