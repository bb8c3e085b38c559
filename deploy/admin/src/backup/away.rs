//! Off-site copies of backups, by rclone, in case the server is lost.
//!
//! The copies of a shop are in a folder named after its cluster's identifier, so that servers with the same
//! remote do not mix. Existing copies are never overwritten, and retention looks at the copies themselves: a
//! server that lost its backups deletes none there.

use std::{collections::BTreeSet, fs, os::unix::fs::MetadataExt as _, path::PathBuf, process::Command};

use anyhow::{Context as _, ensure};
use sqlx::{ConnectOptions as _, Connection as _};
use time::{Duration, OffsetDateTime};

use super::{
    aside::aside,
    catalogue::{self, LABEL},
    copy::make_folder,
    log, retention, shell,
};
use crate::{command::finish, installation::Installation};

/// The maximum time a file may exist without a copy. A new file comes every five minutes at most, and each
/// run copies all files.
const COPIED_WITHIN: Duration = Duration::minutes(30);

/// The remote for copies.
struct Place {
    settings: PathBuf,
    /// The remote in rclone's notation: a name in its settings file and a folder, for example `away:shop`.
    remote: String,
}

/// The state of the copies.
pub(crate) struct Copies {
    pub(crate) is_well: bool,
    pub(crate) says: String,
}

impl Place {
    fn of(installation: &Installation) -> anyhow::Result<Option<Self>> {
        let shop = installation.shop()?;
        Ok(shop.get("BACKUP_REMOTE").map(|remote| Self {
            settings: installation.settings.join("rclone.conf"),
            remote: remote.trim_end_matches('/').to_owned(),
        }))
    }

    fn folder(&self, name: &str) -> String {
        if self.remote.ends_with(':') {
            format!("{}{name}", self.remote)
        } else {
            format!("{}/{name}", self.remote)
        }
    }

    fn rclone(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new("rclone");
        command.arg("--config").arg(&self.settings).args(arguments);
        let what = format!("rclone {}", arguments.first().unwrap_or(&""));
        finish(&mut command, &what)
    }

    /// Copies files without overwriting: two servers with the same identifier would damage each other's log.
    fn copy(&self, from: &str, to: &str, filters: &[&str]) -> anyhow::Result<()> {
        let arguments = [&["copy", "--immutable", from, to], filters].concat();
        self.rclone(&arguments).map(drop)
    }

    /// Returns the time of the last copy to this remote.
    fn last_copied(&self, installation: &Installation) -> anyhow::Result<Option<OffsetDateTime>> {
        let note = fs::read_to_string(installation.copied()).unwrap_or_default();
        let Some((seconds, remote)) = note.split_once(' ') else {
            return Ok(None);
        };
        let seconds: Option<i64> = seconds.parse().ok().filter(|_| remote == self.remote);
        Ok(seconds.map(OffsetDateTime::from_unix_timestamp).transpose()?)
    }

    /// Lists the names in a folder.
    fn list(&self, folder: &str, what: &str) -> anyhow::Result<BTreeSet<String>> {
        let listed = self.rclone(&["lsf", what, folder])?;
        let names = listed.lines().map(|name| name.trim_end_matches('/').to_owned());
        Ok(names.collect())
    }
}

/// Copies new files, and deletes old backups there. Returns a summary.
pub(super) async fn copy(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    let Some(place) = Place::of(installation)? else {
        return Ok("BACKUP_REMOTE names no other place".to_owned());
    };
    let copied = place.last_copied(installation)?;
    if copied.is_some() && oldest_since(installation, copied)?.is_none() {
        return Ok("there is nothing new".to_owned());
    }
    let shop = place.folder(&identifier(installation).await?);
    let (base, wal) = (format!("{shop}/base"), format!("{shop}/wal"));
    let (here_base, here_wal) = (catalogue::folder(installation), log::folder(installation));
    let (here_base, here_wal) = (here_base.display().to_string(), here_wal.display().to_string());
    // First the log that a backup needs, then the backup, and its label last. So a partial copy is never
    // taken for a backup.
    place.copy(&here_wal, &wal, &["--exclude", "*.half"])?;
    place.copy(&here_base, &base, &["--exclude", "*.half/**", "--exclude", LABEL])?;
    place.copy(&here_base, &base, &["--include", &format!("/*/{LABEL}")])?;
    thin_out(&place, &base, &wal)?;
    let note = installation.copied();
    fs::write(&note, format!("{} {}", now.unix_timestamp(), place.remote))
        .with_context(|| format!("{} cannot be written", note.display()))?;
    Ok(format!("everything is copied to {shop}"))
}

/// Deletes the old backups there, and the log that no remaining backup needs.
fn thin_out(place: &Place, base: &str, wal: &str) -> anyhow::Result<()> {
    let labels = tempfile::tempdir()?;
    let here = labels.path().display().to_string();
    place.rclone(&["copy", base, &here, "--include", &format!("/*/{LABEL}")])?;
    let all = catalogue::all_in(labels.path())?;
    let kept = retention::kept(&all);
    let old: Vec<_> = all.iter().filter(|backup| !kept.contains(&backup.name)).collect();
    if old.is_empty() {
        return Ok(());
    }
    for backup in old {
        let folder = format!("{base}/{}", backup.name);
        place.rclone(&["deletefile", &format!("{folder}/{LABEL}")])?;
        place.rclone(&["purge", &folder])?;
    }
    let first = retention::first_log(&all, &kept).context("some backup is always kept")?;
    let before: Vec<_> = place
        .list(wal, "--files-only")?
        .into_iter()
        .filter(|name| log::is_before(name, first))
        .collect();
    // rclone takes an empty list for no list, and would delete everything.
    if before.is_empty() {
        return Ok(());
    }
    let list = labels.path().join("before");
    fs::write(&list, before.join("\n"))?;
    let list = list.display().to_string();
    place
        .rclone(&["delete", wal, "--files-from-raw", &list])
        .map(drop)
}

/// Fetches a shop's copies and moves local ones aside. Returns the names of the backups.
pub(super) fn fetch(
    installation: &Installation,
    shop: Option<&str>,
    stamp: &str,
) -> anyhow::Result<Vec<String>> {
    let place = Place::of(installation)?.context("BACKUP_REMOTE does not say where copies lie")?;
    let there = place.list(&place.remote, "--dirs-only")?;
    let names = there.iter().cloned().collect::<Vec<_>>().join(", ");
    let shop = match shop {
        Some(shop) => shop.to_owned(),
        None if there.len() == 1 => names.clone(),
        None => anyhow::bail!("--shop has to say which of these: {names}"),
    };
    ensure!(there.contains(&shop), "{shop} is none of these: {names}");
    let shop = place.folder(&shop);
    for (folder, name) in [
        (catalogue::folder(installation), "base"),
        (log::folder(installation), "wal"),
    ] {
        aside(&folder, stamp)?;
        make_folder(&folder)?;
        place.copy(&format!("{shop}/{name}"), &folder.display().to_string(), &[])?;
    }
    shell::give(&log::folder(installation))?;
    let all = catalogue::all(installation)?;
    for backup in &all {
        catalogue::show_databases(installation, backup)?;
    }
    Ok(all.into_iter().map(|backup| backup.name).collect())
}

/// Checks if the local files have copies; `None` if no remote is configured.
pub(crate) fn look(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<Option<Copies>> {
    let Some(place) = Place::of(installation)? else {
        return Ok(None);
    };
    let copied = place.last_copied(installation)?;
    let waiting = oldest_since(installation, copied)?;
    let is_late = waiting.is_some_and(|since| now - since > COPIED_WITHIN);
    let last = copied.map_or_else(
        || "nothing was copied yet".to_owned(),
        |copied| {
            format!(
                "copied to {} {} minutes ago",
                place.remote,
                (now - copied).whole_minutes()
            )
        },
    );
    Ok(Some(Copies {
        is_well: !is_late,
        says: if is_late {
            format!("{last}, and more waits: `journalctl -u vanmool-copy-away` says why")
        } else {
            last
        },
    }))
}

/// Returns the time of the oldest file that was added since the last copy.
fn oldest_since(
    installation: &Installation,
    copied: Option<OffsetDateTime>,
) -> anyhow::Result<Option<OffsetDateTime>> {
    let mut oldest: Option<OffsetDateTime> = None;
    for folder in [catalogue::folder(installation), log::folder(installation)] {
        if !folder.exists() {
            continue;
        }
        for entry in fs::read_dir(folder)? {
            // A file that was deleted meanwhile needs no copy.
            let Ok(metadata) = entry?.metadata() else {
                continue;
            };
            // The time of the rename to its final name, which is later than the last write.
            let written = OffsetDateTime::from_unix_timestamp(metadata.ctime())?;
            if copied.is_none_or(|copied| written >= copied) {
                oldest = Some(oldest.map_or(written, |oldest| oldest.min(written)));
            }
        }
    }
    Ok(oldest)
}

/// PostgreSQL's cluster identifier. A restored cluster has the same one.
async fn identifier(installation: &Installation) -> anyhow::Result<String> {
    let options = installation.superuser()?;
    let mut connection = options.connect().await.context("PostgreSQL does not answer")?;
    let number: i64 = sqlx::query_scalar("SELECT system_identifier FROM pg_control_system()")
        .fetch_one(&mut connection)
        .await?;
    connection.close().await?;
    Ok(number.to_string())
}
