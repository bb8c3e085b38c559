//! SQL for rate limit counters.

use std::time::Duration;

use jobs::BATCH;
use sqlx::{PgExecutor, PgPool};

/// The state of a counter.
#[derive(Debug)]
pub struct CounterState {
    /// The HMAC of the limit and its subject.
    pub key: Vec<u8>,
    /// The number of events within the window.
    pub count: i32,
    /// The time until the window ends.
    pub left: Duration,
}

/// A database row.
struct CounterRow {
    key: Vec<u8>,
    count: i32,
    /// Seconds until the window ends.
    left: f64,
}

impl From<CounterRow> for CounterState {
    fn from(CounterRow { key, count, left }: CounterRow) -> Self {
        Self {
            key,
            count,
            left: Duration::from_secs_f64(left.max(0.0)),
        }
    }
}

/// Increments the counters and returns their new state.
#[tracing::instrument(name = "INSERT counters", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(
    db: impl PgExecutor<'_>,
    keys: Vec<Vec<u8>>,
    windows: Vec<Duration>,
) -> sqlx::Result<Vec<CounterState>> {
    let seconds: Vec<_> = windows.iter().map(Duration::as_secs_f64).collect();
    // Sorted by key, so that concurrent statements do not deadlock.
    let rows = sqlx::query_as!(
        CounterRow,
        r#"INSERT INTO counters (key, count, ends_at)
         SELECT key, 1, now() + make_interval(secs => seconds)
         FROM unnest($1::bytea[], $2::float8[]) AS one_more (key, seconds) ORDER BY key
         ON CONFLICT (key) DO UPDATE SET
           count = CASE WHEN counters.ends_at <= now() THEN 1 ELSE least(counters.count + 1, 1000000) END,
           ends_at = CASE WHEN counters.ends_at <= now() THEN excluded.ends_at ELSE counters.ends_at END
         RETURNING key, count, extract(epoch FROM ends_at - now())::float8 AS "left!""#,
        &keys,
        &seconds
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows.into_iter().map(CounterState::from).collect())
}

/// Reads the counters. Counters whose window has ended are left out.
#[tracing::instrument(name = "SELECT counters", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn load(db: impl PgExecutor<'_>, keys: Vec<Vec<u8>>) -> sqlx::Result<Vec<CounterState>> {
    let rows = sqlx::query_as!(
        CounterRow,
        r#"SELECT key, count, extract(epoch FROM ends_at - now())::float8 AS "left!" FROM counters
         WHERE key = ANY($1) AND ends_at > now()"#,
        &keys
    );
    let rows = rows.fetch_all(db).await?;
    Ok(rows.into_iter().map(CounterState::from).collect())
}

/// Decrements the counters.
#[tracing::instrument(name = "UPDATE counters", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn uncount(db: impl PgExecutor<'_>, keys: Vec<Vec<u8>>) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE counters SET count = greatest(count - 1, 0) WHERE key IN
           (SELECT key FROM counters WHERE key = ANY($1) ORDER BY key FOR UPDATE)",
        &keys
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes counters, so that they start again.
#[tracing::instrument(name = "DELETE counters", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: impl PgExecutor<'_>, keys: Vec<Vec<u8>>) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM counters WHERE key IN
           (SELECT key FROM counters WHERE key = ANY($1) ORDER BY key FOR UPDATE)",
        &keys
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Deletes a batch of counters whose window has ended and returns their number.
pub async fn remove_ended(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM counters WHERE key IN
           (SELECT key FROM counters WHERE ends_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
