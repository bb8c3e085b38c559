//! Limits on mails to an address that a shopper typed: it may be a stranger's.

use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use jobs::{BATCH, Sweep};
use runtime::Secret;
use sha2::Sha256;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// How often counts that are a day old are cleared away.
const EVERY: Duration = Duration::from_hours(1);

/// The most mails of a kind to one mailbox, and what becomes of more.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Limit {
    /// Of all guests together, and again of all accounts together: a flood by guests leaves room for who is logged in.
    pub(crate) of_mailbox: Rate,
    /// Of one account or one guest's mobile number.
    pub(crate) of_sender: Rate,
    pub(crate) beyond: Beyond,
}

/// A number of mails in a time.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Rate {
    pub(crate) an_hour: i64,
    pub(crate) a_day: i64,
}

/// More than a family orders; a shopper who orders more gets the rest of the mails later. No order is refused because of it. All
/// senders together get more than one sender, so that a stranger who types a shopper's address leaves room for that shopper's own.
pub(crate) const CONFIRMATIONS: Limit = Limit {
    of_sender: Rate { an_hour: 5, a_day: 8 },
    of_mailbox: Rate {
        an_hour: 8,
        a_day: 12,
    },
    beyond: Beyond::PutOff,
};

/// As many reminders as confirmations.
pub(crate) const REMINDERS: Limit = Limit {
    beyond: Beyond::Drop,
    ..CONFIRMATIONS
};

/// A writer who writes a fourth time knows that the shop reads.
pub(crate) const ACKNOWLEDGEMENTS: Limit = Limit {
    of_sender: THREE_A_DAY,
    of_mailbox: THREE_A_DAY,
    beyond: Beyond::Drop,
};

const THREE_A_DAY: Rate = Rate { an_hour: 3, a_day: 3 };

/// The shopper who caused a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sender {
    /// The id of the account that was logged in.
    Account(String),
    /// The mobile number that a guest typed.
    Guest(String),
    /// The mail tells of no one.
    Unknown,
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

    /// Counts a mail, unless its mailbox or its sender had too many. Tries of one mail count once, and one that was counted may be
    /// sent.
    pub(crate) async fn count(
        &self,
        limit: Limit,
        mail: &str,
        (address, sender): (&str, &Sender),
        event_id: Uuid,
    ) -> sqlx::Result<Verdict> {
        let recipient = self.recipient(address, sender);
        let sender = self.sender(sender);
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
                   count(*) FILTER (WHERE counted_at > now() - interval '1 hour') >= $4 OR count(*) >= $5
                     OR count(*) FILTER (WHERE sender = $6 AND counted_at > now() - interval '1 hour') >= $7
                     OR count(*) FILTER (WHERE sender = $6) >= $8 AS is_too_many
                 FROM recipient_mails
                 WHERE mail = $1 AND recipient = $2 AND (counted_at > now() - interval '1 day' OR event_id = $3)),
               counted AS (
                 INSERT INTO recipient_mails (mail, recipient, event_id, sender)
                 SELECT $1, $2, $3, $6 FROM before WHERE NOT is_counted AND NOT is_too_many)
               SELECT is_counted OR NOT is_too_many AS "may_be_sent!" FROM before"#,
            mail,
            recipient.as_slice(),
            event_id,
            limit.of_mailbox.an_hour,
            limit.of_mailbox.a_day,
            sender.as_ref().map(<[u8; 32]>::as_slice),
            limit.of_sender.an_hour,
            limit.of_sender.a_day
        );
        if !counting.fetch_one(&mut *transaction).await?.may_be_sent {
            return too_many(&mut transaction, event_id).await;
        }
        transaction.commit().await?;
        Ok(Verdict::Send)
    }

    /// The code of the mailbox, however its address is written: one for guests, another one for accounts.
    fn recipient(&self, address: &str, sender: &Sender) -> [u8; 32] {
        let mailbox = values::mailbox(address);
        match sender {
            Sender::Account(_) => self.hash(&format!("{mailbox}\nof an account")),
            // As the version before wrote it.
            Sender::Guest(_) | Sender::Unknown => self.hash(&mailbox),
        }
    }

    fn sender(&self, sender: &Sender) -> Option<[u8; 32]> {
        match sender {
            Sender::Account(id) => Some(self.hash(&format!("account\n{id}"))),
            Sender::Guest(mobile_number) => Some(self.hash(&format!("mobile number\n{mobile_number}"))),
            Sender::Unknown => None,
        }
    }

    fn hash(&self, text: &str) -> [u8; 32] {
        let mut mac = Hmac::<Sha256>::new_from_slice(self.key.expose().as_bytes())
            .expect("HMAC takes a key of any length");
        mac.update(text.as_bytes());
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
