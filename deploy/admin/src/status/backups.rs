//! Checks the last backup, the archive of the WAL, off-site copies and restore trials.

use sqlx::{ConnectOptions as _, Connection as _};
use time::{Duration, OffsetDateTime};

use super::check::Check;
use crate::{
    backup::{RestoreTrial, look_at_copies, newest, recovery_key},
    installation::Installation,
};

/// A night and two hours.
const OLDEST_BACKUP: Duration = Duration::hours(26);
/// A week and a day.
const OLDEST_TRIAL: Duration = Duration::days(8);

pub(super) async fn checks(installation: &Installation, now: OffsetDateTime) -> Vec<Check> {
    let mut checks = vec![
        Check::of("last backup", last(installation, now)),
        Check::of("archive of the log", archived(installation).await),
        Check::of("last trial", tried(installation, now)),
        Check::of("recovery key", sealed(installation)),
    ];
    checks.extend(copied(installation, now));
    checks
}

/// Checks that there is a recovery key. Without it, backups have no settings.
fn sealed(installation: &Installation) -> anyhow::Result<Check> {
    const NAME: &str = "recovery key";
    Ok(match recovery_key(installation)? {
        Some(_) => Check::well(NAME, "backups have settings and keys, sealed"),
        None => Check::wrong(
            NAME,
            "there is none, so backups have no settings and keys: `shop-admin recovery-key` makes one",
        ),
    })
}

/// Checks the off-site copies; `None` if no remote is configured.
fn copied(installation: &Installation, now: OffsetDateTime) -> Option<Check> {
    const NAME: &str = "copies elsewhere";
    match look_at_copies(installation, now).transpose()? {
        Ok(copies) if copies.is_well => Some(Check::well(NAME, copies.says)),
        Ok(copies) => Some(Check::wrong(NAME, copies.says)),
        Err(error) => Some(Check::wrong(NAME, format!("{error:#}"))),
    }
}

fn last(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<Check> {
    let Some(backup) = newest(installation)? else {
        return Ok(Check::wrong(
            "last backup",
            "there is none: `shop-admin backup` makes one",
        ));
    };
    let says = format!(
        "{}, {} hours ago",
        backup.name,
        (now - backup.made_at).whole_hours()
    );
    Ok(if now - backup.made_at > OLDEST_BACKUP {
        Check::wrong("last backup", says)
    } else {
        Check::well("last backup", says)
    })
}

async fn archived(installation: &Installation) -> anyhow::Result<Check> {
    let options = installation.superuser()?;
    let mut connection = options.connect().await?;
    let (archived, failing): (i64, bool) = sqlx::query_as(
        "SELECT archived_count,
                last_failed_time IS NOT NULL AND last_failed_time > coalesce(last_archived_time, '-infinity')
         FROM pg_stat_archiver",
    )
    .fetch_one(&mut connection)
    .await?;
    connection.close().await?;
    let says = format!("{archived} files since PostgreSQL's statistics began");
    Ok(if failing {
        Check::wrong(
            "archive of the log",
            format!("{says}; the last attempt failed: PostgreSQL's log says why"),
        )
    } else {
        Check::well("archive of the log", says)
    })
}

fn tried(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<Check> {
    let Some(trial) = RestoreTrial::last(installation)? else {
        // A new shop has a week until its first trial.
        return Ok(Check::well("last trial", "no backup was tried yet"));
    };
    let says = format!("{}: {}", trial.backup, trial.says);
    Ok(if !trial.is_well || now - trial.at > OLDEST_TRIAL {
        Check::wrong("last trial", says)
    } else {
        Check::well("last trial", says)
    })
}
