//! What is in the way is moved aside, never removed: who meant another thing can go back.

use std::{
    fs,
    path::{Path, PathBuf},
};

use anyhow::Context as _;
use time::{OffsetDateTime, macros::format_description};

/// What stands behind the name of a folder that is moved aside.
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

/// The folder that systemd keeps for a unit's own user is elsewhere, behind a link.
pub(super) fn private(folder: &Path) -> PathBuf {
    fs::canonicalize(folder).unwrap_or_else(|_| folder.to_owned())
}
