//! SQL for sessions.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    account::accounts::Account,
    session::token::{IDLE_HOURS, LIFE_DAYS, NOTED_EVERY_MINUTES},
};

/// The maximum number of sessions listed, newest first: more than a household has devices.
const MOST_LISTED: i64 = 100;

/// Starts a session in place of the browser's previous one. Returns false if the account's password was
/// changed in the meantime.
#[tracing::instrument(name = "INSERT sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn begin(
    db: &PgPool,
    token_hash: &[u8; 32],
    account: &Account,
    previous: Option<&[u8; 32]>,
) -> sqlx::Result<bool> {
    let mut transaction = database::begin(db).await?;
    // The lock serialises this with a password reset, so that no session survives the reset.
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

/// A live session.
pub struct LiveSession {
    /// The logged-in account.
    pub account_id: Uuid,
    /// True if the recorded last use is old enough to be updated.
    pub is_due: bool,
}

/// Finds the live session with this token.
#[tracing::instrument(name = "SELECT sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<LiveSession>> {
    sqlx::query_as!(
        LiveSession,
        r#"SELECT account_id, last_used_at <= now() - make_interval(mins => $4) AS "is_due!" FROM sessions
         WHERE token_hash = $1 AND last_used_at > now() - make_interval(hours => $2)
           AND created_at > now() - make_interval(days => $3)"#,
        token_hash.as_slice(),
        IDLE_HOURS,
        LIFE_DAYS,
        NOTED_EVERY_MINUTES
    )
    .fetch_optional(db)
    .await
}

/// A live session, as its shopper sees it.
pub struct SessionRecord {
    /// The start of the session.
    pub started_at: OffsetDateTime,
    /// The recorded time of its last use.
    pub last_used_at: OffsetDateTime,
    /// True for the caller's session.
    pub is_current: bool,
}

/// Lists up to a hundred live sessions of an account, newest first; `current` is the caller's session.
#[tracing::instrument(name = "SELECT sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_account(
    db: &PgPool,
    account_id: Uuid,
    current: &[u8; 32],
) -> sqlx::Result<Vec<SessionRecord>> {
    sqlx::query_as!(
        SessionRecord,
        r#"SELECT created_at AS started_at, last_used_at, token_hash = $2 AS "is_current!" FROM sessions
         WHERE account_id = $1 AND last_used_at > now() - make_interval(hours => $3)
           AND created_at > now() - make_interval(days => $4)
         ORDER BY created_at DESC, token_hash LIMIT $5"#,
        account_id,
        current.as_slice(),
        IDLE_HOURS,
        LIFE_DAYS,
        MOST_LISTED
    )
    .fetch_all(db)
    .await
}

/// Records the use of a session.
#[tracing::instrument(name = "UPDATE sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn touch(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE sessions SET last_used_at = now() WHERE token_hash = $1",
        token_hash.as_slice()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Ends a session and returns its account.
#[tracing::instrument(name = "DELETE sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &PgPool, token_hash: &[u8; 32]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "DELETE FROM sessions WHERE token_hash = $1 RETURNING account_id",
        token_hash.as_slice()
    )
    .fetch_optional(db)
    .await
}

/// Ends all sessions of an account.
#[tracing::instrument(name = "DELETE sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove_all(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM sessions WHERE account_id = $1", account_id)
        .execute(db)
        .await?;
    Ok(())
}

/// Ends all sessions of an account except the current one, and returns their number.
#[tracing::instrument(name = "DELETE sessions", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove_others(db: &mut PgConnection, account_id: Uuid, current: &[u8; 32]) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM sessions WHERE account_id = $1 AND token_hash <> $2",
        account_id,
        current.as_slice()
    );
    Ok(removed.execute(db).await?.rows_affected())
}

/// Deletes a batch of idle sessions and returns their number.
pub async fn remove_idle(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM sessions WHERE token_hash IN (
           SELECT token_hash FROM sessions WHERE last_used_at <= now() - make_interval(hours => $1)
           LIMIT $2 FOR UPDATE SKIP LOCKED)",
        IDLE_HOURS,
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}

/// Deletes a batch of sessions past their maximum age and returns their number.
pub async fn remove_old(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM sessions WHERE token_hash IN (
           SELECT token_hash FROM sessions WHERE created_at <= now() - make_interval(days => $1)
           LIMIT $2 FOR UPDATE SKIP LOCKED)",
        LIFE_DAYS,
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
