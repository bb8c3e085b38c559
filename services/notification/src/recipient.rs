//! How many mails an address gets that a shopper typed, for it need not be theirs.

use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use jobs::{BATCH, Sweep};
use runtime::Secret;
use sha2::Sha256;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// How often counts that are a day old are cleared away.
const EVERY: Duration = Duration::from_hours(1);

/// How many mails of a kind go to one address, and what becomes of more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    pub(crate) an_hour: i64,
    pub(crate) a_day: i64,
    pub(crate) beyond: Beyond,
}

/// What becomes of a mail beyond the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Beyond {
    /// It is not sent: what it tells is not needed.
    Drop,
    /// It is sent later, for two days; after that it becomes a dead letter.
    PutOff,
}

/// What the limit says about a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is counted now, if it was not before.
    Send,
    /// There were too many.
    TooMany,
    /// There were too many for two days.
    TooManyForLong,
}

/// Counts mails by address, under a key.
#[derive(Debug, Clone)]
pub(crate) struct Recipients {
    db: PgPool,
    key: Secret,
}

/// The key is too short to keep anything secret.
#[derive(Debug, thiserror::Error)]
#[error("RECIPIENT_KEY needs at least 32 random characters, such as the output of `openssl rand -hex 32`")]
pub(crate) struct KeyTooShort;

impl Recipients {
    pub(crate) fn new(db: PgPool, key: Secret) -> Result<Self, KeyTooShort> {
        if key.expose().len() < 32 {
            return Err(KeyTooShort);
        }
        Ok(Self { db, key })
    }

    /// Counts a mail, unless the address had too many. Tries of one mail count once, and one that was counted may be sent.
    pub(crate) async fn count(
        &self,
        limit: Limit,
        mail: &str,
        address: &str,
        event_id: Uuid,
    ) -> sqlx::Result<Verdict> {
        let recipient = self.hash(address);
        let mut transaction = database::begin(&self.db).await?;
        // Mails are sent several at a time, and two at the limit must not both be the last. The count does not wait for the disk: one
        // that is lost with a crash of PostgreSQL lets one more mail through.
        sqlx::query!(
            "SELECT pg_advisory_xact_lock(hashtextextended($1, 0)), set_config('synchronous_commit', 'off', true)",
            format!("{mail} {recipient:?}")
        )
        .fetch_one(&mut *transaction)
        .await?;
        let counting = sqlx::query!(
            r#"WITH before AS (
                 SELECT coalesce(bool_or(event_id = $3), false) AS is_counted,
                   count(*) FILTER (WHERE counted_at > now() - interval '1 hour') >= $4 OR count(*) >= $5 AS is_too_many
                 FROM recipient_mails
                 WHERE mail = $1 AND recipient = $2 AND (counted_at > now() - interval '1 day' OR event_id = $3)),
               counted AS (
                 INSERT INTO recipient_mails (mail, recipient, event_id)
                 SELECT $1, $2, $3 FROM before WHERE NOT is_counted AND NOT is_too_many)
               SELECT is_counted OR NOT is_too_many AS "may_be_sent!" FROM before"#,
            mail,
            recipient.as_slice(),
            event_id,
            limit.an_hour,
            limit.a_day
        );
        if !counting.fetch_one(&mut *transaction).await?.may_be_sent {
            return too_many(&mut transaction, event_id).await;
        }
        transaction.commit().await?;
        Ok(Verdict::Send)
    }

    /// Of the mailbox, however its address is written.
    fn hash(&self, address: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.expose().as_bytes())
            .expect("HMAC takes a key of any length");
        mac.update(mailbox(address).as_bytes());
        mac.finalize().into_bytes().into()
    }
}

/// Clears away counts that are a day old.
pub(crate) fn sweep() -> Sweep {
    Sweep::new("recipients", EVERY, |db| async move {
        let removed = sqlx::query!(
            "DELETE FROM recipient_mails WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM recipient_mails WHERE counted_at < now() - interval '1 day' LIMIT $1))",
            BATCH
        );
        Ok(removed.execute(&db).await?.rows_affected())
    })
}

/// An event's id tells when it happened.
async fn too_many(transaction: &mut PgConnection, event_id: Uuid) -> sqlx::Result<Verdict> {
    let Some((seconds, _)) = event_id.get_timestamp().map(|time| time.to_unix()) else {
        return Ok(Verdict::TooMany);
    };
    let is_old = sqlx::query_scalar!(
        r#"SELECT to_timestamp($1) < now() - interval '2 days' AS "is_old!""#,
        f64::from(u32::try_from(seconds).unwrap_or(u32::MAX))
    );
    Ok(if is_old.fetch_one(transaction).await? {
        Verdict::TooManyForLong
    } else {
        Verdict::TooMany
    })
}

/// One name for the many ways to write one mailbox: case, what follows a `+`, and Gmail's dots.
fn mailbox(address: &str) -> String {
    let lower = address.trim().to_lowercase();
    let Some((local, domain)) = lower.rsplit_once('@') else {
        return lower;
    };
    let local = local.split('+').next().unwrap_or(local);
    match domain {
        "gmail.com" | "googlemail.com" => format!("{}@gmail.com", local.replace('.', "")),
        _ => format!("{local}@{domain}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ways_to_write_a_mailbox_are_one() {
        let table = [
            ("Asha@Example.com", "asha@example.com"),
            ("asha+1@example.com", "asha@example.com"),
            ("a.s.ha@example.com", "a.s.ha@example.com"),
            ("a.s.ha+shop@googlemail.com", "asha@gmail.com"),
            ("asha", "asha"),
        ];
        for (address, expected) in table {
            assert_eq!(mailbox(address), expected);
        }
    }
}
