//! Counters.

use std::time::Duration;

use sqlx::PgPool;

/// Counts one more; answers how many it is within the window, and how long the window still is.
#[tracing::instrument(name = "INSERT counters", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn add(db: &PgPool, key: &[u8; 32], window: Duration) -> sqlx::Result<(i32, Duration)> {
    let row = sqlx::query!(
        r#"INSERT INTO counters (key, count, ends_at) VALUES ($1, 1, now() + make_interval(secs => $2))
         ON CONFLICT (key) DO UPDATE SET
           count = CASE WHEN counters.ends_at <= now() THEN 1 ELSE least(counters.count + 1, 1000000) END,
           ends_at = CASE WHEN counters.ends_at <= now() THEN excluded.ends_at ELSE counters.ends_at END
         RETURNING count, extract(epoch FROM ends_at - now())::float8 AS "left!""#,
        key.as_slice(),
        window.as_secs_f64()
    );
    let row = row.fetch_one(db).await?;
    Ok((row.count, Duration::from_secs_f64(row.left.max(0.0))))
}

/// How many it is within the window, and how long the window still is; none when it is over.
#[tracing::instrument(name = "SELECT ends_at", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn read(db: &PgPool, key: &[u8; 32]) -> sqlx::Result<Option<(i32, Duration)>> {
    let row = sqlx::query!(
        r#"SELECT count, extract(epoch FROM ends_at - now())::float8 AS "left!" FROM counters
         WHERE key = $1 AND ends_at > now()"#,
        key.as_slice()
    );
    let row = row.fetch_optional(db).await?;
    Ok(row.map(|row| (row.count, Duration::from_secs_f64(row.left.max(0.0)))))
}

/// Begins anew.
#[tracing::instrument(name = "DELETE counters", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &PgPool, key: &[u8; 32]) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM counters WHERE key = $1", key.as_slice())
        .execute(db)
        .await?;
    Ok(())
}

/// Clears away counters whose window is over.
pub async fn remove_ended(db: &PgPool) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM counters WHERE ends_at <= now()")
        .execute(db)
        .await?;
    Ok(())
}
