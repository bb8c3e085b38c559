//! Sends letters.

use std::time::Duration;

use mail::{Address, Body, Mail, Mailer};
use outbox::{Delivery, Failure, Handler};

use crate::recipient::{Beyond, Limit, Recipients, Verdict};

/// A mail without its Message-ID.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) to: String,
    /// Where an answer goes, if it is known. No reason to hold back the letter: its body tells the address too.
    pub(crate) reply_to: Option<Address>,
    pub(crate) subject: String,
    pub(crate) body: Body,
}

/// Reads an event and writes the letter; the address is the shop's.
pub(crate) type Write = fn(&[u8], &Address) -> Result<Letter, Failure>;

/// Sends one kind of mail.
pub(crate) struct Post {
    pub(crate) mailer: Mailer,
    /// The mail's name.
    pub(crate) name: &'static str,
    pub(crate) write: Write,
    /// How many an address gets.
    pub(crate) limit: Option<Limit>,
    pub(crate) recipients: Recipients,
    /// The pause before an address that had too many is looked at again.
    pub(crate) put_off: Duration,
    /// The shop's own address.
    pub(crate) shop: Address,
}

impl Handler for Post {
    async fn act(&self, delivery: &Delivery) -> Result<(), Failure> {
        let letter = (self.write)(&delivery.payload, &self.shop)?;
        if self.may_be_sent(delivery, &letter).await? {
            self.send(delivery, letter).await?;
        }
        Ok(())
    }
}

impl Post {
    /// Prometheus sees an increase only from a number that was there before.
    pub(crate) fn count_from_zero(&self) {
        for outcome in ["sent", "failed"] {
            metrics::counter!("mails_total", "mail" => self.name, "outcome" => outcome).absolute(0);
        }
    }

    /// Whether the address may have one more; false when it gets none and needs none.
    async fn may_be_sent(&self, delivery: &Delivery, letter: &Letter) -> Result<bool, Failure> {
        let Some(limit) = self.limit else {
            return Ok(true);
        };
        let verdict = self
            .recipients
            .count(limit, self.name, &letter.to, delivery.event_id)
            .await?;
        match (verdict, limit.beyond) {
            (Verdict::Send, _) => Ok(true),
            (_, Beyond::Drop) => {
                tracing::info!(mail = self.name, "an address had enough of these mails today");
                Ok(false)
            }
            (Verdict::TooMany, Beyond::PutOff) => Err(Failure::Postponed(self.put_off)),
            (Verdict::TooManyForLong, Beyond::PutOff) => Err(Failure::Poison(
                "its address was sent more confirmations than it should get, for two days".to_owned(),
            )),
        }
    }

    /// Sends a letter. Event and name make its Message-ID: no two mails about an event share one, and each try has the
    /// same.
    async fn send(&self, delivery: &Delivery, letter: Letter) -> Result<(), Failure> {
        let reply_to = letter.reply_to.map(|address| address.to_string());
        let mail = Mail {
            to: letter.to,
            reply_to: reply_to.filter(|address| address.is_ascii()),
            subject: letter.subject,
            text: letter.body.text,
            html: letter.body.html,
            about: format!("{}.{}", delivery.event_id, self.name),
        };
        let sent = self.mailer.send(mail).await;
        if matches!(sent, Err(mail::Error::Interrupted)) {
            // For another replica, at once.
            return Err(Failure::Postponed(Duration::ZERO));
        }
        let outcome = if sent.is_ok() { "sent" } else { "failed" };
        metrics::counter!("mails_total", "mail" => self.name, "outcome" => outcome).increment(1);
        sent.map_err(|error| {
            if error.is_permanent() {
                Failure::Poison(error.to_string())
            } else if error.is_unknown() {
                Failure::Unknown(error.into())
            } else {
                Failure::Retry(error.into())
            }
        })
    }
}
