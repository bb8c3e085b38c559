//! SQL for known devices.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// The days after which an unused device is forgotten. The gateway's cookie has the same lifetime.
pub const LIFE_DAYS: i32 = 180;

/// The maximum number of devices per account: more than a household has.
pub const MOST: i64 = 10;

/// True if a device has logged in to the account with this address.
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

/// True if a device has logged in to any account, so this service issued its token.
#[tracing::instrument(name = "SELECT known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_ours(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<bool> {
    sqlx::query_scalar!(
        r#"SELECT EXISTS (SELECT FROM known_devices WHERE token_hash = $1) AS "ours!""#,
        token_hash.as_slice()
    )
    .fetch_one(db)
    .await
}

/// Records a login of a device, and forgets the account's least recently used devices beyond [`MOST`].
#[tracing::instrument(name = "INSERT known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn record(db: &PgPool, account_id: Uuid, token_hash: &[u8; 32]) -> sqlx::Result<()> {
    // The DELETE sees the table as it was before the INSERT.
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

/// Forgets all devices of an account.
#[tracing::instrument(name = "DELETE known_devices", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn forget_all(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM known_devices WHERE account_id = $1", account_id)
        .execute(db)
        .await?;
    Ok(())
}

/// Forgets all devices of an account except the current one.
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

/// Deletes a batch of unused devices and returns their number.
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
