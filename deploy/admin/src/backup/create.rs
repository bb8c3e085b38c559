//! Creates a backup of the running shop.

use std::{fs, path::Path, process::Command, time::Duration};

use anyhow::Context as _;
use sqlx::{ConnectOptions as _, Connection as _, PgConnection};
use time::{OffsetDateTime, macros::format_description};
use url::Url;

use super::{
    catalogue::{Backup, folder, folder_of, write_label},
    seal::{self, SEALED},
    shell,
};
use crate::{
    command::finish,
    installation::{Installation, create_private_folder},
};

/// The maximum time for archiving the last WAL file.
const ARCHIVED_WITHIN: Duration = Duration::from_mins(2);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// Copies databases, then photos, so that all photos named in the databases are included, then sealed
/// settings and secrets. All files belong to root. PostgreSQL's account, which runs restore tests, may read
/// databases and labels.
pub(super) async fn create(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<Backup> {
    let url = installation.superuser_url()?;
    let mut connection = installation
        .superuser()?
        .connect()
        .await
        .context("PostgreSQL does not answer")?;
    let name = now.format(format_description!(
        "[year]-[month]-[day]T[hour]-[minute]-[second]Z"
    ))?;
    let partial = folder_of(installation, &format!("{name}.half"));
    create_private_folder(&folder(installation))?;
    create_private_folder(&partial)?;
    shell::make_readable(&folder(installation))?;
    shell::make_readable(&partial)?;
    let first_wal = query_text(&mut connection, "SELECT pg_walfile_name(pg_current_wal_lsn())").await?;
    back_up_databases(&url, &partial.join("postgres"))?;
    shell::make_all_readable(&partial.join("postgres"))?;
    archive_folder(&installation.photos(), &partial.join("photos.tar"))?;
    seal::settings(installation, &partial.join(SEALED))?;
    let last_wal = archive_current_wal(&mut connection).await?;
    let version = query_text(&mut connection, "SHOW server_version_num").await?;
    connection.close().await?;
    let backup = Backup {
        name,
        made_at: now,
        first_wal,
        last_wal,
        postgres: major_version(&version),
    };
    write_label(&partial, &backup)?;
    finish(
        Command::new("sync").arg("-f").arg(&partial),
        "write the backup to its disk",
    )?;
    fs::rename(&partial, folder_of(installation, &backup.name)).context("the backup cannot get its name")?;
    Ok(backup)
}

/// Returns 15 for `150018`.
fn major_version(version: &str) -> String {
    version
        .get(..version.len().saturating_sub(4))
        .unwrap_or_default()
        .to_owned()
}

/// A PostgreSQL program that connects as superuser. The password is passed in the environment, because all
/// users can read arguments.
pub(super) fn postgres_client(program: &str, url: &str) -> anyhow::Result<Command> {
    let url = Url::parse(url)?;
    let mut command = Command::new(program);
    command
        .env("PGHOST", url.host_str().unwrap_or("127.0.0.1"))
        .env("PGPORT", url.port().unwrap_or(5432).to_string())
        .env("PGUSER", url.username())
        .env("PGPASSWORD", url.password().unwrap_or_default())
        .arg("--no-password");
    Ok(command)
}

fn back_up_databases(url: &str, to: &Path) -> anyhow::Result<()> {
    let mut command = postgres_client("pg_basebackup", url)?;
    command
        .args([
            "--checkpoint=fast",
            "--format=tar",
            "--gzip",
            "--wal-method=stream",
            "--pgdata",
        ])
        .arg(to);
    finish(&mut command, "copy PostgreSQL").map(drop)
}

pub(super) fn archive_folder(from: &Path, to: &Path) -> anyhow::Result<()> {
    if !from.exists() {
        return Ok(());
    }
    // Exit code 1 means that files changed while they were read, for example a deleted photo. That is no
    // failure.
    let status = Command::new("tar")
        .arg("--create")
        .arg("--warning=no-file-changed")
        .arg("--warning=no-file-removed")
        .arg("--file")
        .arg(to)
        .arg("--directory")
        .arg(from)
        .arg(".")
        .status()?;
    anyhow::ensure!(
        matches!(status.code(), Some(0 | 1)),
        "photos cannot be copied: {status}"
    );
    Ok(())
}

/// Ends the current WAL file and waits until it is archived. Returns its name.
async fn archive_current_wal(connection: &mut PgConnection) -> anyhow::Result<String> {
    let last = query_text(connection, "SELECT pg_walfile_name(pg_switch_wal())").await?;
    let waiting = async {
        let done = "SELECT coalesce(last_archived_wal >= $1, false) FROM pg_stat_archiver";
        while !sqlx::query_scalar::<_, bool>(done)
            .bind(&last)
            .fetch_one(&mut *connection)
            .await?
        {
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        anyhow::Ok(())
    };
    let within = tokio::time::timeout(ARCHIVED_WITHIN, waiting).await;
    within.context("PostgreSQL does not archive its WAL: its log has the reason")??;
    Ok(last)
}

async fn query_text(connection: &mut PgConnection, query: &'static str) -> anyhow::Result<String> {
    Ok(sqlx::query_scalar(query).fetch_one(connection).await?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_major_version_is_all_but_the_last_four_digits() {
        assert_eq!(major_version("150018"), "15");
        assert_eq!(major_version("170002"), "17");
        assert_eq!(major_version(""), "");
    }
}
