//! Devices that have logged in to an account.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// A device is forgotten when it was not used to log in for so long. The gateway's cookie lives as long.
pub const LIFE_DAYS: i32 = 180;

/// Devices an account has at most, the newest: more than a household's.
pub const MOST: i64 = 10;

/// Whether a device has logged in to the account with this address.
#[tracing::instrument(name = "SELECT known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn has_logged_in(db: &PgPool, email: &str, token_hash: &[u8; 32]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (
           SELECT FROM known_devices JOIN accounts ON accounts.id = account_id
           WHERE email = $1 AND token_hash = $2 AND last_used_at > now() - make_interval(days => $3)) AS "known!""#,
        email,
        token_hash.as_slice(),
        LIFE_DAYS
    )
    .fetch_one(db)
    .await
}

/// Whether a device has logged in to any account, so that its token is one of ours.
#[tracing::instrument(name = "SELECT known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_ours(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM known_devices WHERE token_hash = $1) AS "ours!""#,
        token_hash.as_slice()
    )
    .fetch_one(db)
    .await
}

/// Notes that a device logged in to the account; the account's least recently used ones beyond [`MOST`] are forgotten.
#[tracing::instrument(name = "INSERT known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn record(db: &PgPool, account_id: Uuid, token_hash: &[u8; 32]) -> sqlx::Result<()> {
    // The statement reads the table as it was before its own insert.
    sqlx::query!(
        "WITH noted AS (
           INSERT INTO known_devices (account_id, token_hash) VALUES ($1, $2)
           ON CONFLICT (account_id, token_hash) DO UPDATE SET last_used_at = now())
         DELETE FROM known_devices WHERE account_id = $1 AND token_hash IN (
           SELECT token_hash FROM known_devices WHERE account_id = $1 AND token_hash <> $2
           ORDER BY last_used_at DESC OFFSET $3)",
        account_id,
        token_hash.as_slice(),
        MOST - 1
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Forgets every device of an account.
#[tracing::instrument(name = "DELETE known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn forget_all(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM known_devices WHERE account_id = $1", account_id)
        .execute(db)
        .await?;
    Ok(())
}

/// Forgets every device of an account but the one that asks.
#[tracing::instrument(name = "DELETE known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn forget_others(db: &mut PgConnection, account_id: Uuid, current: &[u8; 32]) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM known_devices WHERE account_id = $1 AND token_hash <> $2",
        account_id,
        current.as_slice()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Clears away a batch of devices that were not used for too long; answers how many.
pub async fn remove_unused(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM known_devices WHERE (account_id, token_hash) IN (
           SELECT account_id, token_hash FROM known_devices
           WHERE last_used_at <= now() - make_interval(days => $1) LIMIT $2 FOR UPDATE SKIP LOCKED)",
        LIFE_DAYS,
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
