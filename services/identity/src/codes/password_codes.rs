//! SQL for password reset codes of shoppers.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::codes::one_time_code::{LIFE_MINUTES, MAX_WRONG_TRIES};

/// The result of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeAttempt {
    /// The live code matches.
    Right,
    /// The live code differs.
    Wrong,
    /// There is no live code.
    NoCode,
}

impl CodeAttempt {
    /// Converts the result of the comparison. `None` means that there is no live code.
    pub fn from_match(is_right: Option<bool>) -> Self {
        match is_right {
            Some(true) => Self::Right,
            Some(false) => Self::Wrong,
            None => Self::NoCode,
        }
    }
}

/// Stores a code in place of the account's previous one.
#[tracing::instrument(name = "INSERT one_time_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store(db: &mut PgConnection, account_id: Uuid, code_mac: &[u8; 32]) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO one_time_codes (account_id, code_mac, expires_at)
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

/// Extends the life of a code whose mail, requested at `asked_at`, is sent again. Returns false if the code
/// is no longer valid: used, replaced by a newer one, or tried wrongly too often.
#[tracing::instrument(name = "UPDATE one_time_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn keep_alive(
    db: &PgPool,
    asked_at: OffsetDateTime,
    account_id: Uuid,
    code_mac: &[u8; 32],
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "INSERT INTO one_time_codes (account_id, code_mac, expires_at)
         SELECT $2, $3, now() + make_interval(mins => $4)
           FROM accounts WHERE id = $2 AND password_changed_at <= $1
         ON CONFLICT (account_id) DO UPDATE SET expires_at = excluded.expires_at
           WHERE one_time_codes.code_mac = excluded.code_mac AND one_time_codes.wrong_tries < $5",
        asked_at,
        account_id,
        code_mac.as_slice(),
        LIFE_MINUTES,
        MAX_WRONG_TRIES
    );
    Ok(done.execute(db).await?.rows_affected() == 1)
}

/// Compares a code with the live one. The same statement counts a wrong code, so concurrent tries count too.
#[tracing::instrument(name = "UPDATE one_time_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn attempt(db: &mut PgConnection, email: &str, code_mac: &[u8; 32]) -> sqlx::Result<CodeAttempt> {
    let is_right = sqlx::query_scalar!(
        r#"UPDATE one_time_codes SET wrong_tries = wrong_tries + CASE WHEN code_mac = $2 THEN 0 ELSE 1 END
         FROM accounts
         WHERE accounts.id = account_id AND email = $1 AND expires_at > now() AND wrong_tries < $3
         RETURNING code_mac = $2 AS "is_right!""#,
        email,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    );
    Ok(CodeAttempt::from_match(is_right.fetch_optional(db).await?))
}

/// Consumes a code and returns the account's id. Returns `None` if the code is wrong, expired or already
/// used.
#[tracing::instrument(name = "DELETE one_time_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn consume(db: &mut PgConnection, email: &str, code_mac: &[u8; 32]) -> sqlx::Result<Option<Uuid>> {
    sqlx::query_scalar!(
        "DELETE FROM one_time_codes USING accounts
         WHERE accounts.id = account_id AND email = $1 AND code_mac = $2
           AND expires_at > now() AND wrong_tries < $3
         RETURNING account_id",
        email,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    )
    .fetch_optional(db)
    .await
}

/// Deletes a batch of expired codes and returns their number.
pub async fn remove_expired(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM one_time_codes WHERE account_id IN
           (SELECT account_id FROM one_time_codes WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
