//! One-time codes.

use jobs::BATCH;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::codes::one_time_code::{LIFE_MINUTES, MAX_WRONG_TRIES};

/// What became of a try.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attempt {
    /// It is the live code.
    Right,
    /// A code lives, and this is not it.
    Wrong,
    /// No code lives there.
    NoCode,
}

impl Attempt {
    /// Whether it was the live code; none when no code lives.
    pub fn of(is_right: Option<bool>) -> Self {
        match is_right {
            Some(true) => Self::Right,
            Some(false) => Self::Wrong,
            None => Self::NoCode,
        }
    }
}

/// Keeps a code in the place of the account's last one.
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

/// Lets the code of a mail that is sent again live as long as a new one; the mail was asked for at `asked_at`. False when the
/// code is worth nothing any more: it was used, it died of wrong tries, or a newer one took its place.
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

/// Holds a code against the live one; a wrong one is counted in the same statement, so that tries at the same time
/// count too.
#[tracing::instrument(name = "UPDATE one_time_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn attempt(db: &mut PgConnection, email: &str, code_mac: &[u8; 32]) -> sqlx::Result<Attempt> {
    let is_right = sqlx::query_scalar!(
        r#"UPDATE one_time_codes SET wrong_tries = wrong_tries + CASE WHEN code_mac = $2 THEN 0 ELSE 1 END
         FROM accounts
         WHERE accounts.id = account_id AND email = $1 AND expires_at > now() AND wrong_tries < $3
         RETURNING code_mac = $2 AS "is_right!""#,
        email,
        code_mac.as_slice(),
        MAX_WRONG_TRIES
    );
    Ok(Attempt::of(is_right.fetch_optional(db).await?))
}

/// Uses a code up; answers the account's id, or none when the code is not right or was used before.
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

/// Clears away a batch of codes that have ended; answers how many.
pub async fn remove_expired(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM one_time_codes WHERE account_id IN
           (SELECT account_id FROM one_time_codes WHERE expires_at <= now() LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}
