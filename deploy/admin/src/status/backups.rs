//! Checks the last backup, the archive of the WAL, off-site copies and restore tests.

use sqlx::{ConnectOptions as _, Connection as _};
use time::{Duration, OffsetDateTime};

use super::check::Check;
use crate::{
    backup::{RestoreTest, check_remote, newest, recovery_key},
    installation::Installation,
};

/// A night and two hours.
const MAX_BACKUP_AGE: Duration = Duration::hours(26);
/// A week and a day.
const MAX_TEST_AGE: Duration = Duration::days(8);

pub(super) async fn checks(installation: &Installation, now: OffsetDateTime) -> Vec<Check> {
    let mut checks = vec![
        Check::of("last backup", last_backup(installation, now)),
        Check::of("archive of the log", wal_archive(installation).await),
        Check::of("last restore test", last_restore_test(installation, now)),
        Check::of("recovery key", recovery_key_exists(installation)),
    ];
    checks.extend(off_site_copies(installation, now));
    checks
}

/// Checks that there is a recovery key. Without it, backups have no settings.
fn recovery_key_exists(installation: &Installation) -> anyhow::Result<Check> {
    const NAME: &str = "recovery key";
    Ok(match recovery_key(installation)? {
        Some(_) => Check::healthy(NAME, "backups have settings and keys, sealed"),
        None => Check::failed(
            NAME,
            "there is none, so backups have no settings and keys: `shop-admin recovery-key` makes one",
        ),
    })
}

/// Checks the off-site copies; `None` if no remote is configured.
fn off_site_copies(installation: &Installation, now: OffsetDateTime) -> Option<Check> {
    const NAME: &str = "copies elsewhere";
    match check_remote(installation, now).transpose()? {
        Ok(copies) if copies.is_healthy => Some(Check::healthy(NAME, copies.message)),
        Ok(copies) => Some(Check::failed(NAME, copies.message)),
        Err(error) => Some(Check::failed(NAME, format!("{error:#}"))),
    }
}

fn last_backup(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<Check> {
    let Some(backup) = newest(installation)? else {
        return Ok(Check::failed(
            "last backup",
            "there is none: `shop-admin backup` makes one",
        ));
    };
    let message = format!(
        "{}, {} hours ago",
        backup.name,
        (now - backup.made_at).whole_hours()
    );
    Ok(if now - backup.made_at > MAX_BACKUP_AGE {
        Check::failed("last backup", message)
    } else {
        Check::healthy("last backup", message)
    })
}

async fn wal_archive(installation: &Installation) -> anyhow::Result<Check> {
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
    let message = format!("{archived} files since PostgreSQL's statistics began");
    Ok(if failing {
        Check::failed(
            "archive of the log",
            format!("{message}; the last attempt failed: PostgreSQL's log has the reason"),
        )
    } else {
        Check::healthy("archive of the log", message)
    })
}

fn last_restore_test(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<Check> {
    let Some(test) = RestoreTest::last(installation)? else {
        // A new shop has a week until its first test.
        return Ok(Check::healthy("last restore test", "no backup was tested yet"));
    };
    let message = format!("{}: {}", test.backup, test.message);
    Ok(if !test.has_passed || now - test.at > MAX_TEST_AGE {
        Check::failed("last restore test", message)
    } else {
        Check::healthy("last restore test", message)
    })
}
