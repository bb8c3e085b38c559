//! Sessions.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    session::{IDLE_HOURS, LIFE_DAYS},
    store::accounts::Account,
};

/// Begins a session in the place of the browser's last one; false when the account's password is no longer the one
/// that was verified.
#[tracing::instrument(name = "INSERT sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn begin(
    db: &PgPool,
    token_hash: &[u8; 32],
    account: &Account,
    previous: Option<&[u8; 32]>,
) -> sqlx::Result<bool> {
    let mut transaction = db.begin().await?;
    // The lock makes a reset of the password wait, or this for the reset: no session slips past it.
    let begun = sqlx::query!(
        "INSERT INTO sessions (token_hash, account_id)
         SELECT $1, id FROM accounts WHERE id = $2 AND password_hash = $3 FOR SHARE",
        token_hash.as_slice(),
        account.id,
        account.password_hash
    );
    let begun = begun.execute(&mut *transaction).await?.rows_affected() == 1;
    if let Some(previous) = previous {
        sqlx::query!("DELETE FROM sessions WHERE token_hash = $1", previous.as_slice())
            .execute(&mut *transaction)
            .await?;
    }
    transaction.commit().await?;
    Ok(begun)
}

/// Whose session it is, if it has not ended; notes that it was used.
#[tracing::instrument(name = "UPDATE sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn touch(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "UPDATE sessions SET last_used_at = now()
         WHERE token_hash = $1 AND last_used_at > now() - make_interval(hours => $2)
           AND created_at > now() - make_interval(days => $3)
         RETURNING account_id",
        token_hash.as_slice(),
        IDLE_HOURS,
        LIFE_DAYS
    )
    .fetch_optional(db)
    .await
}

/// Ends a session; answers whose it was.
#[tracing::instrument(name = "DELETE sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "DELETE FROM sessions WHERE token_hash = $1 RETURNING account_id",
        token_hash.as_slice()
    )
    .fetch_optional(db)
    .await
}

/// Ends every session of an account.
#[tracing::instrument(name = "DELETE sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove_all(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM sessions WHERE account_id = $1", account_id)
        .execute(db)
        .await?;
    Ok(())
}

/// Clears away sessions that have ended.
pub async fn remove_ended(db: &PgPool) -> sqlx::Result<()> {
    sqlx::query!(
        "DELETE FROM sessions WHERE last_used_at <= now() - make_interval(hours => $1)
           OR created_at <= now() - make_interval(days => $2)",
        IDLE_HOURS,
        LIFE_DAYS
    )
    .execute(db)
    .await?;
    Ok(())
}
