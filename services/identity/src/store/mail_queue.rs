//! The queue of mails.

use sqlx::{PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    one_time_code::{LIFE_MINUTES, MAX_WRONG_TRIES},
    store::BATCH,
};

/// What a mail in the queue is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A code, if the address has an account.
    OneTimeCode,
    /// The account's password was changed.
    PasswordChanged,
}

impl Kind {
    const ALL: [Self; 2] = [Self::OneTimeCode, Self::PasswordChanged];

    /// As the queue keeps it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::OneTimeCode => "one_time_code",
            Self::PasswordChanged => "password_changed",
        }
    }

    /// Reads what the queue kept; none when it is no kind of ours.
    pub fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// A mail to be sent.
#[derive(Debug, Clone)]
pub struct Queued {
    /// A UUIDv7.
    pub id: Uuid,
    /// What it is about.
    pub kind: String,
    /// Whom it goes to.
    pub email: String,
    /// The place of the request in its trace.
    pub traceparent: Option<String>,
    /// Who has it in hand.
    pub holder: Uuid,
    /// How often it was not sent.
    pub attempts: i32,
    /// How often nobody learned whether the mail server took it.
    pub unknown_outcomes: i32,
    /// Whether its code stands for the account already.
    pub has_code: bool,
    /// When it was asked for.
    pub queued_at: OffsetDateTime,
}

/// Queues a mail, with the place of the current span in its trace.
pub async fn add(db: impl PgExecutor<'_>, kind: Kind, email: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO mail_queue (id, kind, email, traceparent) VALUES ($1, $2, $3, $4)",
        Uuid::now_v7(),
        kind.as_str(),
        email,
        runtime::trace_context::current()
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Takes the next mail that is due, for half a minute unless [`renew`] is called. One that is due much later than any
/// pause lasts was put off before the clock was set back.
pub async fn take(db: &PgPool) -> sqlx::Result<Option<Queued>> {
    sqlx::query_as!(
        Queued,
        r#"UPDATE mail_queue SET holder = gen_random_uuid(), retry_at = now() + interval '30 s'
           WHERE id = (
             SELECT id FROM mail_queue WHERE retry_at <= now() OR retry_at > now() + interval '15 min'
             ORDER BY retry_at LIMIT 1 FOR UPDATE SKIP LOCKED)
           RETURNING id, kind, email, traceparent, holder AS "holder!", attempts, unknown_outcomes, has_code, queued_at"#
    )
    .fetch_optional(db)
    .await
}

/// Keeps a mail in hand for another half minute.
pub async fn renew(db: &PgPool, mail: &Queued) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE mail_queue SET retry_at = now() + interval '30 s' WHERE id = $1 AND holder = $2",
        mail.id,
        mail.holder
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a mail back that was not begun; it is due at once.
pub async fn give_back(db: &PgPool, mail: &Queued) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE mail_queue SET holder = NULL, retry_at = now() WHERE id = $1 AND holder = $2",
        mail.id,
        mail.holder
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a mail back that was not sent. It is due again after a pause that grows with every attempt.
pub async fn put_off(db: &PgPool, mail: &Queued) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE mail_queue SET holder = NULL, attempts = attempts + 1,
           retry_at = now() + least(interval '15 s' * 2 ^ least(attempts, 10), interval '10 min')
         WHERE id = $1 AND holder = $2",
        mail.id,
        mail.holder
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Gives a mail back of which nobody knows whether it was sent. It is due again after so many seconds.
pub async fn put_off_unknown(db: &PgPool, mail: &Queued, seconds: f64) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE mail_queue SET holder = NULL, attempts = attempts + 1, unknown_outcomes = unknown_outcomes + 1,
           retry_at = now() + make_interval(secs => $3)
         WHERE id = $1 AND holder = $2",
        mail.id,
        mail.holder,
        seconds
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Keeps the code of a mail in the place of the account's last one, and notes with the mail that it stands.
#[tracing::instrument(name = "INSERT one_time_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn keep_code(
    db: &PgPool,
    mail: &Queued,
    account_id: Uuid,
    code_mac: &[u8; 32],
) -> sqlx::Result<()> {
    sqlx::query!(
        "WITH noted AS (UPDATE mail_queue SET has_code = true WHERE id = $1)
         INSERT INTO one_time_codes (account_id, code_mac, expires_at)
         VALUES ($2, $3, now() + make_interval(mins => $4))
         ON CONFLICT (account_id) DO UPDATE
           SET code_mac = excluded.code_mac, expires_at = excluded.expires_at, wrong_tries = 0",
        mail.id,
        account_id,
        code_mac.as_slice(),
        LIFE_MINUTES
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Lets the code of a mail that is sent again live as long as a new one. False when it is worth nothing any more: it was
/// used, it died of wrong tries, or a newer one took its place.
#[tracing::instrument(name = "UPDATE one_time_codes", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn keep_code_alive(
    db: &PgPool,
    mail: &Queued,
    account_id: Uuid,
    code_mac: &[u8; 32],
) -> sqlx::Result<bool> {
    let done = sqlx::query!(
        "INSERT INTO one_time_codes (account_id, code_mac, expires_at)
         SELECT $2, $3, now() + make_interval(mins => $4)
           FROM accounts WHERE id = $2 AND password_changed_at <= $1
         ON CONFLICT (account_id) DO UPDATE SET expires_at = excluded.expires_at
           WHERE one_time_codes.code_mac = excluded.code_mac AND one_time_codes.wrong_tries < $5",
        mail.queued_at,
        account_id,
        code_mac.as_slice(),
        LIFE_MINUTES,
        MAX_WRONG_TRIES
    );
    Ok(done.execute(db).await?.rows_affected() == 1)
}

/// How many mails wait, and the age of the oldest in seconds.
pub async fn waiting(db: &PgPool) -> sqlx::Result<(f64, f64)> {
    let row = sqlx::query!(
        r#"SELECT count(*)::float8 AS "depth!",
             greatest(coalesce(extract(epoch FROM now() - min(queued_at)), 0), 0)::float8 AS "oldest!"
           FROM mail_queue"#
    )
    .fetch_one(db)
    .await?;
    Ok((row.depth, row.oldest))
}

/// Takes a mail out of the queue.
#[tracing::instrument(name = "DELETE mail_queue", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remove(db: &PgPool, id: Uuid) -> sqlx::Result<()> {
    sqlx::query!("DELETE FROM mail_queue WHERE id = $1", id)
        .execute(db)
        .await?;
    Ok(())
}

/// Gives up a batch of mails that nobody waits for any more: whoever wants a code asks again, and a notice is old after
/// two days. Answers how many.
pub async fn remove_stale(db: &PgPool) -> sqlx::Result<u64> {
    let removed = sqlx::query!(
        "DELETE FROM mail_queue WHERE id IN (
           SELECT id FROM mail_queue
           WHERE queued_at <= now() - CASE kind WHEN 'one_time_code' THEN interval '30 min' ELSE interval '2 days' END
           LIMIT $1 FOR UPDATE SKIP LOCKED)",
        BATCH
    );
    Ok(removed.execute(db).await?.rows_affected())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kinds_come_back_as_they_were_kept() {
        for kind in Kind::ALL {
            assert_eq!(Kind::read(kind.as_str()), Some(kind));
        }
        assert_eq!(Kind::read("newsletter"), None);
    }
}
