//! Marks databases as restored, and discards the old streams.
//!
//! The mark is a setting of each database, `shop.restored_at`: it works with tables of any version and is not
//! part of a restore. Billing then begins a new number series, order and payment raise the versions in their
//! events, and order makes inventory release reservations of lost orders.

use std::{fs, net::TcpStream, time::Duration};

use anyhow::{Context as _, ensure};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, PgConnection, postgres::PgConnectOptions};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};

use super::set_aside::{resolve_link, set_aside, timestamp};
use crate::installation::{Installation, programs};

/// The maximum time for the WAL replay after a restore.
const REPLAYED_WITHIN: Duration = Duration::from_hours(2);
const POLL_INTERVAL: Duration = Duration::from_millis(200);

/// The minimum time between two marks: billing tells number series apart by it
/// (services/billing/src/document/number.rs).
const MIN_INTERVAL: time::Duration = time::Duration::minutes(12);

/// Marks these databases, or all if none is named, while no program is connected. NATS then starts empty:
/// relays fill new streams from the outboxes, consumers start at the first event, and inboxes skip handled
/// events.
pub(super) async fn mark_restored(
    installation: &Installation,
    databases: &[String],
    now: OffsetDateTime,
) -> anyhow::Result<()> {
    let all = programs().into_iter().filter(|program| program.is_service);
    let all: Vec<_> = all.map(|program| program.database()).collect();
    for database in databases {
        let names = all.join(", ");
        ensure!(all.contains(database), "{database} is none of these: {names}");
    }
    let port = installation
        .program_settings("nats")?
        .require("NATS_PORT")?
        .parse()?;
    ensure!(
        TcpStream::connect(("127.0.0.1", port)).is_err(),
        "NATS runs: `systemctl stop vanmool.target` first"
    );
    let mut connection = connect_after_replay(&installation.superuser()?).await?;
    let running: Option<String> = sqlx::query_scalar(
        "SELECT string_agg(DISTINCT datname, ', ') FROM pg_stat_activity
         WHERE datname = ANY($1) AND usename <> current_user AND backend_type = 'client backend'",
    )
    .bind(&all)
    .fetch_one(&mut connection)
    .await?;
    if let Some(running) = running {
        anyhow::bail!("programs are connected to {running}: `systemctl stop vanmool.target` first");
    }
    set_aside(&resolve_link(&installation.streams()), &timestamp(now)?)?;
    let at = next_mark(installation, now)?.format(&Rfc3339)?;
    let marked = if databases.is_empty() { &all } else { databases };
    for database in marked {
        // Both parts are safe: a database name from the registry, and a time.
        let statement = format!("ALTER DATABASE {database} SET shop.restored_at = '{at}'");
        sqlx::query(AssertSqlSafe(statement))
            .execute(&mut connection)
            .await?;
    }
    connection.close().await?;
    println!("{} are marked as restored", marked.join(", "));
    Ok(())
}

async fn connect_after_replay(options: &PgConnectOptions) -> anyhow::Result<PgConnection> {
    let connecting = async {
        loop {
            match options.connect().await {
                Ok(connection) => return connection,
                Err(_) => tokio::time::sleep(POLL_INTERVAL).await,
            }
        }
    };
    let connected = tokio::time::timeout(REPLAYED_WITHIN, connecting).await;
    connected.context("PostgreSQL does not replay the WAL: its log has the reason")
}

/// Returns the time for the next mark: now, or later if the last one is too recent. It is stored outside of
/// the restored data.
fn next_mark(installation: &Installation, now: OffsetDateTime) -> anyhow::Result<OffsetDateTime> {
    let file = installation.last_restore_file();
    let last = fs::read_to_string(&file)
        .ok()
        .and_then(|seconds| seconds.trim().parse().ok());
    let last = last.map(OffsetDateTime::from_unix_timestamp).transpose()?;
    let next = last.map_or(now, |last| now.max(last + MIN_INTERVAL));
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(&file, next.unix_timestamp().to_string())
        .with_context(|| format!("{} cannot be written", file.display()))?;
    Ok(next)
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn two_marks_lie_apart_however_soon_a_restore_is_repeated() {
        let folder = tempfile::tempdir().expect("a folder can be made");
        let installation = Installation {
            settings: folder.path().join("settings"),
            backups: folder.path().join("backups"),
            state: folder.path().join("state"),
        };
        let noon = datetime!(2026-01-05 12:00 UTC);
        let later = |minutes| noon + time::Duration::minutes(minutes);
        for (now, expected) in [
            (noon, noon),
            (later(1), later(12)),
            (later(2), later(24)),
            (later(60), later(60)),
        ] {
            assert_eq!(next_mark(&installation, now).expect("it is kept"), expected);
        }
    }
}
