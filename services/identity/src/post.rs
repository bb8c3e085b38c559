//! Sends mails behind the requests: one-time codes and notices of a changed password.
//!
//! A code is made of its mail's id under a key when the mail is written, so that it is kept nowhere in the clear and every
//! copy of the mail has the same. A mail that the server did not take is written again after a growing pause; one that it
//! may have taken, twice at most. While a mail is in hand no transaction is open: the mail is claimed, and the claim
//! renewed.

use std::{convert::Infallible, sync::Arc, time::Duration};

use mail::{Mail, Mailer};
use runtime::{
    metrics::{Lookups, look_again},
    trace_context,
};
use sqlx::PgPool;
use tokio::{sync::Notify, task::JoinSet};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, field::Empty};
use uuid::Uuid;
use values::Email;

use crate::{
    keys::Keys,
    letter,
    store::{
        accounts,
        mail_queue::{self, Kind, Queued},
    },
};

/// Mails in hand at the same time, so that one whose server hangs holds up no other: as many as there may be connections
/// to the mail server.
const AT_ONCE: usize = 16;

/// How often the claim of a mail in hand is renewed: twice before it lapses.
const RENEW_EVERY: Duration = Duration::from_secs(10);

/// The pauses before a mail is sent again that the mail server may have taken; there are no more repeats than pauses. A
/// code is worth a mail for half an hour.
const REPEAT_AFTER: [Duration; 2] = [Duration::from_mins(1), Duration::from_mins(5)];

/// How often a database that is away is asked to forget a mail that was sent.
const ASK_AGAIN: Duration = Duration::from_millis(500);

/// How often the queue is looked at when nobody wakes it: after a crash, or for another try.
const POLL: Duration = Duration::from_secs(1);

/// Why a mail was not sent.
#[derive(Debug, thiserror::Error)]
enum SendError {
    /// The code could not be kept.
    #[error("the database failed: {0}")]
    Database(#[from] sqlx::Error),
    /// As the mailer says.
    #[error(transparent)]
    Mail(#[from] mail::Error),
    /// A newer version wrote it and will send it.
    #[error("it is of a kind that is not known here")]
    UnknownKind,
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

    /// Writes until told to stop; the mails in hand are finished, or given back while the server cannot have them.
    pub async fn run(self, stopping: CancellationToken) -> anyhow::Result<()> {
        let post = Arc::new(self);
        tokio::join!(post.write_until(&stopping), post.measure_until(&stopping));
        Ok(())
    }

    /// How much waits in the queue.
    async fn measure_until(&self, stopping: &CancellationToken) {
        let mut lookups = Lookups::of("mail-queue");
        loop {
            if let Some((depth, oldest)) = lookups.tell(mail_queue::waiting(&self.db).await) {
                metrics::gauge!("mail_queue_depth").set(depth);
                metrics::gauge!("mail_queue_oldest_seconds").set(oldest);
            }
            if !look_again(stopping).await {
                return;
            }
        }
    }

    async fn write_until(self: &Arc<Self>, stopping: &CancellationToken) {
        let mut in_hand = JoinSet::new();
        while !stopping.is_cancelled() {
            while in_hand.try_join_next().is_some() {}
            if in_hand.len() == AT_ONCE {
                stopping.run_until_cancelled(in_hand.join_next()).await;
                continue;
            }
            match mail_queue::take(&self.db).await {
                Ok(Some(queued)) => {
                    let (post, stopping) = (Arc::clone(self), stopping.clone());
                    in_hand.spawn(async move { post.deliver(queued, &stopping).await });
                    continue;
                }
                Ok(None) => (),
                Err(error) => tracing::warn!(%error, "the queue of mails cannot be read"),
            }
            tokio::select! {
                () = stopping.cancelled() => (),
                () = self.wake.notified() => (),
                () = tokio::time::sleep(POLL) => (),
            }
        }
        while in_hand.join_next().await.is_some() {}
    }

    /// Sends one mail and tells the queue what became of it.
    async fn deliver(&self, queued: Queued, stopping: &CancellationToken) {
        let (id, attempt) = (queued.id, queued.attempts + 1);
        let span = tracing::info_span!(
            "mail",
            otel.name = format!("mail {}", queued.kind),
            otel.status_code = Empty,
            mail.attempt = attempt,
        );
        trace_context::set_parent(&span, queued.traceparent.as_deref());
        let delivering = async {
            let sent = tokio::select! {
                sent = self.send(&queued) => sent,
                never = self.keep(&queued) => match never {},
            };
            let settled = match sent {
                Ok(()) => self.forget(id, stopping).await,
                Err(error) => {
                    tracing::Span::current().record("otel.status_code", "ERROR");
                    tracing::warn!(%id, attempt, %error, "a mail was not sent");
                    self.settle(&queued, &error).await
                }
            };
            if let Err(error) = settled {
                tracing::warn!(%id, %error, "the queue was not told of a mail; it is tried again");
            }
        };
        delivering.instrument(span).await;
    }

    /// Renews the claim on a mail.
    async fn keep(&self, queued: &Queued) -> Infallible {
        loop {
            tokio::time::sleep(RENEW_EVERY).await;
            if let Err(error) = mail_queue::renew(&self.db, queued).await {
                tracing::warn!(id = %queued.id, %error, "the claim on a mail was not renewed");
            }
        }
    }

    /// A database that is away is waited for: the mail is sent, and must not be sent again.
    async fn forget(&self, id: Uuid, stopping: &CancellationToken) -> sqlx::Result<()> {
        loop {
            let forgotten = mail_queue::remove(&self.db, id).await;
            let pause = tokio::time::sleep(ASK_AGAIN);
            if forgotten.is_ok() || stopping.run_until_cancelled(pause).await.is_none() {
                return forgotten;
            }
        }
    }

    /// Whatever failed decides when the mail is tried again. What the database failed is due when its claim lapses.
    async fn settle(&self, queued: &Queued, error: &SendError) -> sqlx::Result<()> {
        let error = match error {
            SendError::Database(_) => return Ok(()),
            SendError::UnknownKind => return mail_queue::put_off(&self.db, queued).await,
            SendError::Mail(error) => error,
        };
        if matches!(error, mail::Error::Interrupted) {
            return mail_queue::give_back(&self.db, queued).await;
        }
        if error.is_permanent() {
            tracing::error!(id = %queued.id, %error, "a mail can never be sent; it is given up");
            return mail_queue::remove(&self.db, queued.id).await;
        }
        if !error.is_unknown() {
            return mail_queue::put_off(&self.db, queued).await;
        }
        let repeats = usize::try_from(queued.unknown_outcomes).unwrap_or(0);
        let Some(pause) = REPEAT_AFTER.get(repeats) else {
            tracing::error!(id = %queued.id, %error, "nobody knows whether a mail was sent; it is given up");
            return mail_queue::remove(&self.db, queued.id).await;
        };
        mail_queue::put_off_unknown(&self.db, queued, pause.as_secs_f64()).await
    }

    /// Sends a mail, unless there is nothing to send.
    async fn send(&self, queued: &Queued) -> Result<(), SendError> {
        let mail = match (Kind::read(&queued.kind), Email::read(&queued.email).ok()) {
            (Some(Kind::OneTimeCode), Some(email)) => self.code_mail(queued, &email).await?,
            (Some(Kind::PasswordChanged), Some(email)) => Some(letter::password_changed(queued.id, &email)),
            (None, _) => return Err(SendError::UnknownKind),
            (_, None) => None,
        };
        let Some(mail) = mail else {
            return Ok(());
        };
        let sent = self.mailer.send(mail).await;
        if !matches!(sent, Err(mail::Error::Interrupted)) {
            let outcome = if sent.is_ok() { "sent" } else { "failed" };
            metrics::counter!("mails_total", "mail" => queued.kind.replace('_', "-"), "outcome" => outcome)
                .increment(1);
        }
        Ok(sent?)
    }

    /// The mail's code in the place of the account's last one; none when the address has no account, or when the mail is
    /// written again and its code is worth nothing any more.
    async fn code_mail(&self, queued: &Queued, email: &Email) -> sqlx::Result<Option<Mail>> {
        let Some(account) = accounts::by_email(&self.db, email.as_str()).await? else {
            return Ok(None);
        };
        let code = self.keys.code_of_mail(queued.id);
        let code_mac = self.keys.of_code(email, &code);
        if !queued.has_code {
            mail_queue::keep_code(&self.db, queued, account.id, &code_mac).await?;
            metrics::counter!("codes_sent_total").increment(1);
        } else if !mail_queue::keep_code_alive(&self.db, queued, account.id, &code_mac).await? {
            return Ok(None);
        }
        tracing::info!(account_id = %account.id, "a one-time code is sent");
        Ok(Some(letter::code(queued.id, email, &code)))
    }
}
