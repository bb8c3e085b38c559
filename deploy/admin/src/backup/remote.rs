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
    catalogue::{self, LABEL},
    retention,
    set_aside::set_aside,
    shell, wal,
};
use crate::{
    command::finish,
    installation::{Installation, create_private_folder},
};

/// The maximum time a file may exist without a copy. A new file comes every five minutes at most, and each
/// run copies all files.
const UPLOADED_WITHIN: Duration = Duration::minutes(30);

/// The remote for copies.
struct Remote {
    settings: PathBuf,
    /// The remote in rclone's notation: a name in its settings file and a folder, for example `away:shop`.
    url: String,
}

/// The state of the copies.
pub(crate) struct RemoteStatus {
    pub(crate) is_healthy: bool,
    pub(crate) message: String,
}

impl Remote {
    fn of(installation: &Installation) -> anyhow::Result<Option<Self>> {
        let shop = installation.shop()?;
        Ok(shop.get("BACKUP_REMOTE").map(|url| Self {
            settings: installation.settings.join("rclone.conf"),
            url: url.trim_end_matches('/').to_owned(),
        }))
    }

    fn folder(&self, name: &str) -> String {
        if self.url.ends_with(':') {
            format!("{}{name}", self.url)
        } else {
            format!("{}/{name}", self.url)
        }
    }

    fn rclone(&self, arguments: &[&str]) -> anyhow::Result<String> {
        let mut command = Command::new("rclone");
        command.arg("--config").arg(&self.settings).args(arguments);
        let what = format!("rclone {}", arguments.first().unwrap_or(&""));
        finish(&mut command, &what)
    }

    /// Copies files without overwriting: two servers with the same identifier would damage each other's WAL archive.
    fn copy(&self, from: &str, to: &str, filters: &[&str]) -> anyhow::Result<()> {
        let arguments = [&["copy", "--immutable", from, to], filters].concat();
        self.rclone(&arguments).map(drop)
    }

    /// Returns the time of the last copy to this remote.
    fn last_upload(&self, installation: &Installation) -> anyhow::Result<Option<OffsetDateTime>> {
        let note = fs::read_to_string(installation.last_upload_file()).unwrap_or_default();
        let Some((seconds, remote)) = note.split_once(' ') else {
            return Ok(None);
        };
        let seconds: Option<i64> = seconds.parse().ok().filter(|_| remote == self.url);
        Ok(seconds.map(OffsetDateTime::from_unix_timestamp).transpose()?)
    }

    /// Lists the names in a folder.
    fn list(&self, folder: &str, what: &str) -> anyhow::Result<BTreeSet<String>> {
        let listed = self.rclone(&["lsf", what, folder])?;
        let names = listed.lines().map(|name| name.trim_end_matches('/').to_owned());
        Ok(names.collect())
    }
}

/// Uploads new files, and deletes expired backups there. Returns a summary.
pub(super) async fn upload(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<String> {
    let Some(remote) = Remote::of(installation)? else {
        return Ok("BACKUP_REMOTE is not set".to_owned());
    };
    let uploaded = remote.last_upload(installation)?;
    if uploaded.is_some() && oldest_since(installation, uploaded)?.is_none() {
        return Ok("there is nothing new".to_owned());
    }
    let shop = remote.folder(&identifier(installation).await?);
    let (base, wal) = (format!("{shop}/base"), format!("{shop}/wal"));
    let (local_base, local_wal) = (catalogue::folder(installation), wal::folder(installation));
    let (local_base, local_wal) = (local_base.display().to_string(), local_wal.display().to_string());
    // First the WAL that a backup needs, then the backup, and its label last. So a partial copy is never
    // taken for a backup.
    remote.copy(&local_wal, &wal, &["--exclude", "*.half"])?;
    remote.copy(
        &local_base,
        &base,
        &["--exclude", "*.half/**", "--exclude", LABEL],
    )?;
    remote.copy(&local_base, &base, &["--include", &format!("/*/{LABEL}")])?;
    delete_expired(&remote, &base, &wal)?;
    let note = installation.last_upload_file();
    fs::write(&note, format!("{} {}", now.unix_timestamp(), remote.url))
        .with_context(|| format!("{} cannot be written", note.display()))?;
    Ok(format!("everything is uploaded to {shop}"))
}

/// Deletes the old backups there, and the WAL that no remaining backup needs.
fn delete_expired(remote: &Remote, base: &str, wal: &str) -> anyhow::Result<()> {
    let labels = tempfile::tempdir()?;
    let local_labels = labels.path().display().to_string();
    remote.rclone(&["copy", base, &local_labels, "--include", &format!("/*/{LABEL}")])?;
    let all = catalogue::list_folder(labels.path())?;
    let kept = retention::kept(&all);
    let old: Vec<_> = all.iter().filter(|backup| !kept.contains(&backup.name)).collect();
    if old.is_empty() {
        return Ok(());
    }
    for backup in old {
        let folder = format!("{base}/{}", backup.name);
        remote.rclone(&["deletefile", &format!("{folder}/{LABEL}")])?;
        remote.rclone(&["purge", &folder])?;
    }
    let first = retention::first_wal(&all, &kept).context("some backup is always kept")?;
    let before: Vec<_> = remote
        .list(wal, "--files-only")?
        .into_iter()
        .filter(|name| wal::is_before(name, first))
        .collect();
    // rclone takes an empty list for no list, and would delete everything.
    if before.is_empty() {
        return Ok(());
    }
    let list = labels.path().join("before");
    fs::write(&list, before.join("\n"))?;
    let list = list.display().to_string();
    remote
        .rclone(&["delete", wal, "--files-from-raw", &list])
        .map(drop)
}

/// Downloads a shop's copies and sets local ones aside. Returns the names of the backups.
pub(super) fn download(
    installation: &Installation,
    shop: Option<&str>,
    timestamp: &str,
) -> anyhow::Result<Vec<String>> {
    let remote = Remote::of(installation)?.context("BACKUP_REMOTE is not set")?;
    let shops = remote.list(&remote.url, "--dirs-only")?;
    let names = shops.iter().cloned().collect::<Vec<_>>().join(", ");
    let shop = match shop {
        Some(shop) => shop.to_owned(),
        None if shops.len() == 1 => names.clone(),
        None => anyhow::bail!("name one of these with --shop: {names}"),
    };
    ensure!(shops.contains(&shop), "{shop} is none of these: {names}");
    let shop = remote.folder(&shop);
    for (folder, name) in [
        (catalogue::folder(installation), "base"),
        (wal::folder(installation), "wal"),
    ] {
        set_aside(&folder, timestamp)?;
        create_private_folder(&folder)?;
        remote.copy(&format!("{shop}/{name}"), &folder.display().to_string(), &[])?;
    }
    shell::give_to_postgres(&wal::folder(installation))?;
    let all = catalogue::list(installation)?;
    for backup in &all {
        catalogue::make_databases_readable(installation, backup)?;
    }
    Ok(all.into_iter().map(|backup| backup.name).collect())
}

/// Checks if the local files have copies; `None` if no remote is configured.
pub(crate) fn check(
    installation: &Installation,
    now: OffsetDateTime,
) -> anyhow::Result<Option<RemoteStatus>> {
    let Some(remote) = Remote::of(installation)? else {
        return Ok(None);
    };
    let uploaded = remote.last_upload(installation)?;
    let oldest = oldest_since(installation, uploaded)?;
    let is_late = oldest.is_some_and(|since| now - since > UPLOADED_WITHIN);
    let last = uploaded.map_or_else(
        || "nothing was uploaded yet".to_owned(),
        |uploaded| {
            format!(
                "uploaded to {} {} minutes ago",
                remote.url,
                (now - uploaded).whole_minutes()
            )
        },
    );
    Ok(Some(RemoteStatus {
        is_healthy: !is_late,
        message: if is_late {
            format!("{last}, and newer files wait: `journalctl -u vanmool-upload-backups` has the reason")
        } else {
            last
        },
    }))
}

/// Returns the time of the oldest file that was added since the last copy.
fn oldest_since(
    installation: &Installation,
    uploaded: Option<OffsetDateTime>,
) -> anyhow::Result<Option<OffsetDateTime>> {
    let mut oldest: Option<OffsetDateTime> = None;
    for folder in [catalogue::folder(installation), wal::folder(installation)] {
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
            if uploaded.is_none_or(|uploaded| written >= uploaded) {
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
