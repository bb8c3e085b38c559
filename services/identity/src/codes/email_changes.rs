//! SQL for new addresses of accounts, which wait for their code.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::codes::one_time_code::{LIFE_MINUTES, MAX_WRONG_TRIES};
use crate::codes::password_codes::CodeAttempt;

/// Stores a new address with its code, in place of the account's previous one.
#[tracing::instrument(name = "INSERT email_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store(
    db: &mut PgConnection,
    account_id: Uuid,
    email: &str,
    code_mac: &[u8; 32],
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO email_changes (account_id, email, code_mac, expires_at)
         VALUES ($1, $2, $3, now() + make_interval(mins => $4))
         ON CONFLICT (account_id) DO UPDATE
           SET email = excluded.email, code_mac = excluded.code_mac, expires_at = excluded.expires_at,
             wrong_tries = 0",
        account_id,
        email,
        code_mac.as_slice(),
        LIFE_MINUTES
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Compares a code with the live one. The same statement counts a wrong code.
#[tracing::instrument(name = "UPDATE email_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn attempt(
    db: &mut PgConnection,
    account_id: Uuid,
    code_mac: &[u8; 32],
) -> sqlx::Result<CodeAttempt> {
    let is_right = sqlx::query_scalar!(
        r#"UPDATE email_changes SET wrong_tries = wrong_tries + CASE WHEN code_mac = $2 THEN 0 ELSE 1 END
         WHERE account_id = $1 AND expires_at > now() AND wrong_tries < $3
         RETURNING code_mac = $2 AS "is_right!""#,
        account_id,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    );
    Ok(CodeAttempt::from_match(is_right.fetch_optional(db).await?))
}

/// Consumes a code and returns the address that it proves. Returns `None` if the code is wrong, expired or
/// already used.
#[tracing::instrument(name = "DELETE email_changes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(
    db: &mut PgConnection,
    account_id: Uuid,
    code_mac: &[u8; 32],
) -> sqlx::Result<Option<String>> {
    sqlx::query_scalar!(
        "DELETE FROM email_changes
         WHERE account_id = $1 AND code_mac = $2 AND expires_at > now() AND wrong_tries < $3
         RETURNING email",
        account_id,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    )
    .fetch_optional(db)
    .await
}

/// Deletes a batch of expired changes and returns their number.
pub async fn remove_expired(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM email_changes WHERE account_id IN
           (SELECT account_id FROM email_changes WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
