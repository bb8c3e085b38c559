//! Sends mails behind the requests: one-time codes and notices of a changed password.
//!
//! A code is made when its mail is written, so that it is kept nowhere in the clear. A mail that the server did not take
//! is written anew, with a new code, after a growing pause.

use std::{sync::Arc, time::Duration};

use mail::{Mail, Mailer, Template, Value};
use runtime::{metrics::look_again, trace_context};
use sqlx::PgPool;
use tokio::sync::Notify;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, field::Empty};
use uuid::Uuid;
use values::Email;

use crate::{
    keys::Keys,
    one_time_code,
    store::{
        accounts, codes,
        mail_queue::{self, Queued},
    },
};

/// Mails written at the same time, so that one that hangs holds up no other.
const WRITERS: usize = 4;

/// How often the queue is looked at when nobody wakes it: after a crash, or for another try.
const POLL: Duration = Duration::from_secs(1);

const CODE: Template = Template {
    text: include_str!("../mails/one_time_code.txt"),
    html: include_str!("../mails/one_time_code.html"),
};

const CHANGED: Template = Template {
    text: include_str!("../mails/password_changed.txt"),
    html: include_str!("../mails/password_changed.html"),
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

    fn read(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.as_str() == text)
    }
}

/// Writes the mails of the queue.
#[derive(Debug)]
pub struct Post {
    db: PgPool,
    mailer: Mailer,
    keys: Keys,
    wake: Arc<Notify>,
}

/// Wakes the post, so that a mail does not wait for the next look at the queue.
#[derive(Debug, Clone)]
pub struct Waker(Arc<Notify>);

impl Waker {
    /// To be called after a commit. Returns at once.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

impl Post {
    /// A post that writes through `mailer`, and what wakes it.
    pub fn new(db: PgPool, mailer: Mailer, keys: Keys) -> (Self, Waker) {
        let wake = Arc::<Notify>::default();
        let waker = Waker(Arc::clone(&wake));
        (
            Self {
                db,
                mailer,
                keys,
                wake,
            },
            waker,
        )
    }

    /// Writes until told to stop; the mails in hand are finished.
    pub async fn run(self, stopping: CancellationToken) -> anyhow::Result<()> {
        let writers = (0..WRITERS).map(|_| self.write_until(&stopping));
        tokio::join!(
            futures_util::future::join_all(writers),
            self.measure_until(&stopping),
        );
        Ok(())
    }

    async fn measure_until(&self, stopping: &CancellationToken) {
        loop {
            self.measure().await;
            if !look_again(stopping).await {
                return;
            }
        }
    }

    /// How much waits in the queue. A database that is away shows elsewhere.
    async fn measure(&self) {
        if let Ok((depth, oldest)) = mail_queue::waiting(&self.db).await {
            metrics::gauge!("mail_queue_depth").set(depth);
            metrics::gauge!("mail_queue_oldest_seconds").set(oldest);
        }
    }

    async fn write_until(&self, stopping: &CancellationToken) {
        while !stopping.is_cancelled() {
            let found = match mail_queue::take(&self.db).await {
                Ok(found) => found,
                Err(error) => {
                    tracing::warn!(%error, "the queue of mails cannot be read");
                    None
                }
            };
            if let Some(queued) = found {
                self.deliver(queued).await;
                continue;
            }
            tokio::select! {
                () = stopping.cancelled() => (),
                () = self.wake.notified() => (),
                () = tokio::time::sleep(POLL) => (),
            }
        }
    }

    /// Sends one mail; what fails is tried again when its pause is over.
    async fn deliver(&self, queued: Queued) {
        let (id, attempt) = (queued.id, queued.attempts);
        let span = tracing::info_span!(
            "mail",
            otel.name = format!("mail {}", queued.kind),
            otel.status_code = Empty,
            mail.attempt = attempt,
        );
        trace_context::set_parent(&span, queued.traceparent.as_deref());
        let delivering = async {
            if let Err(error) = self.send(queued).await {
                tracing::Span::current().record("otel.status_code", "ERROR");
                tracing::warn!(%id, attempt, error = format!("{error:#}"), "a mail was not sent; it is tried again");
            }
        };
        delivering.instrument(span).await;
    }

    async fn send(&self, queued: Queued) -> anyhow::Result<()> {
        let mail = match (Kind::read(&queued.kind), Email::read(&queued.email)) {
            (Some(Kind::OneTimeCode), Some(email)) => self.code_mail(queued.id, &email).await?,
            (Some(Kind::PasswordChanged), Some(email)) => Some(changed_mail(queued.id, &email)),
            // A newer version wrote it and will send it.
            (None, _) => anyhow::bail!("it is of a kind that is not known here"),
            (_, None) => None,
        };
        if let Some(mail) = mail {
            let sent = self.mailer.send(mail).await;
            let outcome = if sent.is_ok() { "sent" } else { "failed" };
            metrics::counter!("mails_total", "mail" => queued.kind.replace('_', "-"), "outcome" => outcome)
                .increment(1);
            match sent {
                Err(error) if error.is_permanent() => {
                    tracing::error!(id = %queued.id, %error, "a mail can never be sent; it is given up");
                }
                sent => sent?,
            }
        }
        Ok(mail_queue::remove(&self.db, queued.id).await?)
    }

    /// A new code in the place of the last one; none when the address has no account.
    async fn code_mail(&self, id: Uuid, email: &Email) -> anyhow::Result<Option<Mail>> {
        let Some(account) = accounts::by_email(&self.db, email.as_str()).await? else {
            return Ok(None);
        };
        let code = one_time_code::random();
        codes::replace(&self.db, account.id, &self.keys.of_code(email, &code)).await?;
        metrics::counter!("codes_sent_total").increment(1);
        tracing::info!(account_id = %account.id, "a one-time code is sent");
        let body = CODE.fill(&[("code", Value::Text(&code))]);
        Ok(Some(Mail {
            to: email.as_str().to_owned(),
            reply_to: None,
            subject: "Your code for a new password".to_owned(),
            text: body.text,
            html: body.html,
            about: id.to_string(),
        }))
    }
}

fn changed_mail(id: Uuid, email: &Email) -> Mail {
    let body = CHANGED.fill(&[]);
    Mail {
        to: email.as_str().to_owned(),
        reply_to: None,
        subject: "Your password was changed".to_owned(),
        text: body.text,
        html: body.html,
        about: id.to_string(),
    }
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

    #[test]
    fn both_bodies_tell_the_code_and_how_long_it_lives() {
        let body = CODE.fill(&[("code", Value::Text("012345"))]);
        for text in [body.text, body.html] {
            assert!(text.contains("012345") && text.contains("10 minutes"), "{text}");
        }
    }
}
