//! SQL for codes that prove an account's address.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::codes::one_time_code::{LIFE_MINUTES, MAX_WRONG_TRIES};
use crate::codes::password_codes::CodeAttempt;

/// Stores a code in place of the account's previous one.
#[tracing::instrument(name = "INSERT account_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store(db: &mut PgConnection, account_id: Uuid, code_mac: &[u8; 32]) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO account_codes (account_id, code_mac, expires_at)
         VALUES ($1, $2, now() + make_interval(mins => $3))
         ON CONFLICT (account_id) DO UPDATE
           SET code_mac = excluded.code_mac, expires_at = excluded.expires_at, wrong_tries = 0",
        account_id,
        code_mac.as_slice(),
        LIFE_MINUTES
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Compares a code with the live one. The same statement counts a wrong code.
#[tracing::instrument(name = "UPDATE account_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn attempt(
    db: &mut PgConnection,
    account_id: Uuid,
    code_mac: &[u8; 32],
) -> sqlx::Result<CodeAttempt> {
    let is_right = sqlx::query_scalar!(
        r#"UPDATE account_codes SET wrong_tries = wrong_tries + CASE WHEN code_mac = $2 THEN 0 ELSE 1 END
         WHERE account_id = $1 AND expires_at > now() AND wrong_tries < $3
         RETURNING code_mac = $2 AS "is_right!""#,
        account_id,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    );
    Ok(CodeAttempt::from_match(is_right.fetch_optional(db).await?))
}

/// Consumes a code. Returns false if it is wrong, expired or already used.
#[tracing::instrument(name = "DELETE account_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(db: &mut PgConnection, account_id: Uuid, code_mac: &[u8; 32]) -> sqlx::Result<bool> {
    let used = sqlx::query!(
        "DELETE FROM account_codes
         WHERE account_id = $1 AND code_mac = $2 AND expires_at > now() AND wrong_tries < $3",
        account_id,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    );
    Ok(used.execute(db).await?.rows_affected() == 1)
}

/// Deletes an account's code, e.g. after the account's address changed.
#[tracing::instrument(name = "DELETE account_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &mut PgConnection, account_id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM account_codes WHERE account_id = $1", account_id)
        .execute(db)
        .await?;
    Ok(())
}

/// Deletes a batch of expired codes and returns their number.
pub async fn remove_expired(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM account_codes WHERE account_id IN
           (SELECT account_id FROM account_codes WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
