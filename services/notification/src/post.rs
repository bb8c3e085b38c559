//! Sends letters.

use mail::{Address, Body, Mail, Mailer};
use outbox::Failure;
use uuid::Uuid;

/// A mail without its Message-ID.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Letter {
    pub(crate) to: String,
    /// Where an answer goes, if it is known. No reason to hold back the letter: its body tells the address too.
    pub(crate) reply_to: Option<Address>,
    pub(crate) subject: String,
    pub(crate) body: Body,
}

/// Sends a letter. Event and name make its Message-ID: no two mails about an event share one, and each try has the same.
pub(crate) async fn send(
    mailer: &Mailer,
    name: &'static str,
    event_id: Uuid,
    letter: Letter,
) -> Result<(), Failure> {
    let reply_to = letter.reply_to.map(|address| address.to_string());
    let mail = Mail {
        to: letter.to,
        reply_to: reply_to.filter(|address| address.is_ascii()),
        subject: letter.subject,
        text: letter.body.text,
        html: letter.body.html,
        about: format!("{event_id}.{name}"),
    };
    let sent = mailer.send(mail).await;
    let outcome = if sent.is_ok() { "sent" } else { "failed" };
    metrics::counter!("mails_total", "mail" => name, "outcome" => outcome).increment(1);
    sent.map_err(|error| {
        if error.is_permanent() {
            Failure::Poison(error.to_string())
        } else {
            Failure::Retry(error.into())
        }
    })
}
