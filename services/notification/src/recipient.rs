//! Limits on mails per address, because an address typed by a shopper may be a stranger's.

use std::time::Duration;

use hmac::{Hmac, KeyInit as _, Mac as _};
use jobs::{BATCH, PeriodicTask};
use runtime::Secret;
use sha2::Sha256;
use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

/// The interval of the periodic task that deletes counts older than a day.
const EVERY: Duration = Duration::from_hours(1);

/// The limit of a kind of mail per mailbox, and what happens beyond it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RecipientLimit {
    /// For all guests together, and separately for all accounts together, so a flood by guests leaves room
    /// for accounts.
    pub(crate) of_mailbox: MailRate,
    /// For one account, or for one mobile number of guests.
    pub(crate) of_sender: MailRate,
    pub(crate) over_limit: OverLimit,
}

/// The maximum number of mails per hour and per day.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MailRate {
    pub(crate) an_hour: i64,
    pub(crate) a_day: i64,
}

/// More than a family orders; further mails are sent later, and no order is refused. The limit of a mailbox
/// exceeds that of a sender. So a stranger who types a shopper's address leaves room for the shopper.
pub(crate) const CONFIRMATIONS: RecipientLimit = RecipientLimit {
    of_sender: MailRate { an_hour: 5, a_day: 8 },
    of_mailbox: MailRate {
        an_hour: 8,
        a_day: 12,
    },
    over_limit: OverLimit::Postpone,
};

/// The same numbers as for confirmations.
pub(crate) const REMINDERS: RecipientLimit = RecipientLimit {
    over_limit: OverLimit::Drop,
    ..CONFIRMATIONS
};

/// Three a day are enough: the sender knows by then that the shop reads messages.
pub(crate) const ACKNOWLEDGEMENTS: RecipientLimit = RecipientLimit {
    of_sender: THREE_A_DAY,
    of_mailbox: THREE_A_DAY,
    over_limit: OverLimit::Drop,
};

const THREE_A_DAY: MailRate = MailRate { an_hour: 3, a_day: 3 };

/// The shopper who caused a mail.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Sender {
    /// The id of the logged-in account.
    Account(String),
    /// The mobile number that a guest typed.
    Guest(String),
    /// The shopper is not known.
    Unknown,
}

/// The treatment of a mail beyond the limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum OverLimit {
    /// It is dropped, because it is optional.
    Drop,
    /// It is sent later, for up to two days; then it becomes a dead letter.
    Postpone,
}

/// The decision about a mail.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum LimitVerdict {
    /// The mail may be sent, and is counted.
    Send,
    /// The limit is reached.
    TooMany,
    /// The limit has been reached for two days.
    TooManyForLong,
}

/// Counts mails per address. Addresses are stored as hashes with a key.
#[derive(Debug, Clone)]
pub(crate) struct Recipients {
    db: PgPool,
    key: Secret,
}

/// The error for a key that is too short to protect the hashes.
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

    /// Counts a mail, unless its mailbox or its sender reached the limit. Retries of a counted mail are not
    /// counted again and may be sent.
    pub(crate) async fn count(
        &self,
        limit: RecipientLimit,
        mail: &str,
        (address, sender): (&str, &Sender),
        event_id: Uuid,
    ) -> sqlx::Result<LimitVerdict> {
        let recipient = self.recipient(address, sender);
        let sender = self.sender(sender);
        let mut transaction = database::begin(&self.db).await?;
        // The lock serialises concurrent mails to a mailbox, so only one takes the last place. The commit
        // does not wait for the disk: if PostgreSQL crashes, a lost count lets one more mail through.
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
        Ok(LimitVerdict::Send)
    }

    /// The hash of the mailbox, independent of the spelling of its address. Guests and accounts have separate
    /// hashes.
    fn recipient(&self, address: &str, sender: &Sender) -> [u8; 32] {
        let mailbox = values::mailbox(address);
        match sender {
            Sender::Account(_) => self.hash(&format!("{mailbox}\nof an account")),
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

/// Deletes counts older than a day.
pub(crate) fn periodic_task() -> PeriodicTask {
    PeriodicTask::new("recipients", EVERY, |db| async move {
        let removed = sqlx::query!(
            "DELETE FROM recipient_mails WHERE ctid = ANY (ARRAY(
               SELECT ctid FROM recipient_mails WHERE counted_at < now() - interval '1 day' LIMIT $1))",
            BATCH
        );
        Ok(removed.execute(&db).await?.rows_affected())
    })
}

/// Decides between `TooMany` and `TooManyForLong` by the time in the event's id (UUIDv7).
async fn too_many(transaction: &mut PgConnection, event_id: Uuid) -> sqlx::Result<LimitVerdict> {
    let Some((seconds, _)) = event_id.get_timestamp().map(|time| time.to_unix()) else {
        return Ok(LimitVerdict::TooMany);
    };
    let is_old = sqlx::query_scalar!(
        r#"SELECT to_timestamp($1) < now() - interval '2 days' AS "is_old!""#,
        f64::from(u32::try_from(seconds).unwrap_or(u32::MAX))
    );
    Ok(if is_old.fetch_one(transaction).await? {
        LimitVerdict::TooManyForLong
    } else {
        LimitVerdict::TooMany
    })
}
