//! Existing folders are renamed instead of deleted, so that a restore can be undone.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use time::{OffsetDateTime, macros::format_description};

/// The timestamp appended to the name of a renamed folder.
pub(super) fn timestamp(now: OffsetDateTime) -> anyhow::Result<String> {
    let form = format_description!("[year][month][day]-[hour][minute][second]");
    Ok(now.format(form)?)
}

pub(super) fn set_aside(folder: &Path, timestamp: &str) -> anyhow::Result<()> {
    if !folder.exists() {
        return Ok(());
    }
    let name = folder
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    let to = folder.with_file_name(format!("{name}.{timestamp}"));
    fs::rename(folder, &to).with_context(|| format!("{} cannot be set aside", folder.display()))
}

/// Resolves the link behind which systemd keeps the folder of a unit's own user.
pub(super) fn resolve_link(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}
