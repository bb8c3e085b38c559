//! Processes one message: claims, handles and acknowledges it.

use std::{convert::Infallible, panic::AssertUnwindSafe, time::Duration};

use async_nats::{
    header::NATS_MESSAGE_ID,
    jetstream::{AckKind, message::Message},
};
use futures_util::FutureExt as _;
use runtime::trace_context;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span, field::Empty};
use uuid::Uuid;

use crate::{
    Delivery, Failure, Handler,
    backoff::Backoff,
    consuming::{
        acknowledgement,
        consumer::Consumer,
        inbox::{self, Claim, ClaimResult},
        unclaimed::LONGEST_CHECK,
    },
    envelope::{self, header},
};

/// The pause before an event is tried again that another holder has claimed.
const HELD_PAUSE: Duration = Duration::from_secs(2);

/// The next step for a message after an attempt.
enum NextStep {
    Done,
    Retry(Option<Duration>),
    DeadLetter(Failure),
}

impl<H: Handler> Consumer<H> {
    pub(crate) async fn receive(&self, message: Message, stopping: &CancellationToken) {
        let span = tracing::info_span!(
            "process",
            otel.name = format!("process {}", message.subject),
            otel.kind = "consumer",
            otel.status_code = Empty,
            messaging.system = "nats",
            messaging.operation.name = "process",
            messaging.operation.type = "process",
            messaging.destination.name = message.subject.as_str(),
            messaging.consumer.group.name = self.subscription.name,
            messaging.message.id = Empty,
        );
        trace_context::set_parent(&span, header(&message, trace_context::TRACEPARENT));
        let processing = async {
            if let Err(error) = self.process(&message, stopping).await {
                Span::current().record("otel.status_code", "ERROR");
                // Without an acknowledgement, the server redelivers it.
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a message could not be settled; it comes again"
                );
            }
        };
        processing.instrument(span).await;
    }

    /// Handles a message and acknowledges it.
    async fn process(&self, message: &Message, stopping: &CancellationToken) -> anyhow::Result<()> {
        let id = header(message, NATS_MESSAGE_ID.as_ref()).and_then(|id| Uuid::parse_str(id).ok());
        let acknowledgement = match id {
            None => self.park(message, Failure::Poison("the message has no event id".to_owned())),
            Some(event_id) => {
                Span::current().record("messaging.message.id", event_id.to_string());
                tokio::select! {
                    acknowledgement = self.handle(message, event_id, stopping) => {
                        return acknowledgement::acknowledge(message, acknowledgement?).await;
                    }
                    never = acknowledgement::report_progress(message) => match never {},
                }
            }
        };
        acknowledgement::acknowledge(message, acknowledgement.await?).await
    }

    async fn handle(
        &self,
        message: &Message,
        event_id: Uuid,
        stopping: &CancellationToken,
    ) -> anyhow::Result<AckKind> {
        let delivery = Delivery {
            event_id,
            subject: message.subject.to_string(),
            aggregate: envelope::aggregate(message),
            occurred_at: envelope::occurred_at(message),
            payload: message.payload.clone(),
        };
        if self.is_recorded_unclaimed(message, &delivery).await {
            return Ok(self.acknowledged());
        }
        let holder = Uuid::new_v4();
        let claim = || database::bounded(inbox::claim(&self.db, self.subscription.name, event_id, holder));
        let claim = match self.waiting_for_database(stopping, claim).await {
            Some(Ok(ClaimResult::Acquired(claim))) => claim,
            Some(Ok(ClaimResult::Handled)) => return Ok(self.acknowledged()),
            Some(Ok(ClaimResult::HeldByOther)) => return Ok(AckKind::Nak(Some(HELD_PAUSE))),
            Some(Err(error)) => return Err(error.into()),
            None => return Ok(AckKind::Nak(None)),
        };
        let outcome = if claim.attempt > self.subscription.max_attempts {
            // All earlier attempts ended without an outcome, for example because the handler crashes the
            // program.
            let given_up = format!("given up after {} attempts", claim.attempt - 1);
            Err(Failure::Poison(given_up))
        } else {
            self.handle_when_database_answers(&claim, &delivery, stopping)
                .await
        };
        let next_step = match outcome {
            Ok(()) => {
                runtime::fail_at(self.subscription.name, "after_effect");
                self.record_handled(&claim, &delivery, stopping).await
            }
            Err(failure) => self.release(&claim, failure, stopping).await,
        };
        match next_step {
            NextStep::Done => {
                runtime::fail_at(self.subscription.name, "after_note");
                Ok(self.acknowledged())
            }
            NextStep::Retry(pause) => {
                self.handled("retry").increment(1);
                Ok(AckKind::Nak(pause))
            }
            NextStep::DeadLetter(failure) => {
                let acknowledgement = self.park(message, failure).await?;
                // Only now, because the count of unknown outcomes is needed until the dead letter is stored.
                self.waiting_for_database(stopping, || database::bounded(claim.remove()))
                    .await
                    .transpose()?;
                Ok(acknowledgement)
            }
        }
    }

    /// Runs the handler, again as long as it reports a database failure.
    async fn handle_when_database_answers(
        &self,
        claim: &Claim<'_>,
        delivery: &Delivery,
        stopping: &CancellationToken,
    ) -> Result<(), Failure> {
        let handle = || async {
            match self.run_handler(claim, delivery).await {
                Err(Failure::Database(error)) => Err(error),
                outcome => Ok(outcome),
            }
        };
        match self.waiting_for_database(stopping, handle).await {
            Some(Ok(outcome)) => outcome,
            Some(Err(error)) => Err(Failure::Poison(format!("the database refuses it: {error}"))),
            None => Err(Failure::Postponed(Duration::ZERO)),
        }
    }

    async fn run_handler(&self, claim: &Claim<'_>, delivery: &Delivery) -> Result<(), Failure> {
        if claim.unknown_outcomes > self.subscription.repeat_after.len() {
            let error = anyhow::anyhow!("given up after {} attempts", claim.unknown_outcomes);
            return Err(Failure::Unknown(error));
        }
        let handling = AssertUnwindSafe(self.handler.handle(delivery)).catch_unwind();
        let longest = match self.handler.effect(&delivery.subject) {
            effect if effect.is_handled() => self.subscription.longest_attempt,
            _ => LONGEST_CHECK,
        };
        let handling = tokio::time::timeout(longest, handling);
        tokio::select! {
            outcome = handling => match outcome {
                Ok(Ok(outcome)) => outcome,
                Ok(Err(_)) => Err(Failure::Unknown(anyhow::anyhow!("the handler panicked"))),
                Err(_) => Err(Failure::Unknown(anyhow::anyhow!("the handler took too long"))),
            },
            never = renew_claim(claim) => match never {},
        }
    }

    /// Notes the event. Waits for the database, because a redelivery would repeat the effect.
    async fn record_handled(
        &self,
        claim: &Claim<'_>,
        delivery: &Delivery,
        stopping: &CancellationToken,
    ) -> NextStep {
        let record = || database::bounded(claim.record_handled(&self.handler, delivery));
        match self.waiting_for_database(stopping, record).await {
            Some(Ok(())) => NextStep::Done,
            Some(Err(error)) => {
                let error = anyhow::Error::new(error).context("it had its effect, which cannot be noted");
                NextStep::DeadLetter(Failure::Poison(format!("{error:#}")))
            }
            None => NextStep::Retry(None),
        }
    }

    /// Returns the claim after a failed or postponed attempt, and decides what comes next. Postponed attempts
    /// are not counted. A holder that was frozen until another one took the event dead-letters nothing.
    async fn release(&self, claim: &Claim<'_>, failure: Failure, stopping: &CancellationToken) -> NextStep {
        let attempts = claim.attempt - i64::from(matches!(failure, Failure::Postponed(_)));
        let unknown_outcomes = claim.unknown_outcomes + usize::from(matches!(failure, Failure::Unknown(_)));
        let give_back = || database::bounded(claim.give_back(attempts, unknown_outcomes));
        let released = self.waiting_for_database(stopping, give_back).await;
        if let Some(Err(error)) = &released {
            tracing::warn!(%error, "a claim could not be given back; it lapses");
        }
        let is_ours = !matches!(released, Some(Ok(false)));
        let pause = match &failure {
            Failure::Postponed(pause) => return NextStep::Retry(Some(*pause)),
            Failure::Retry(_) if attempts < self.subscription.max_attempts => self.pause_after(attempts),
            Failure::Unknown(_) => self
                .subscription
                .repeat_after
                .get(claim.unknown_outcomes)
                .copied(),
            Failure::Retry(_) | Failure::Database(_) | Failure::Poison(_) => None,
        };
        let Some(pause) = pause.or((!is_ours).then_some(HELD_PAUSE)) else {
            return NextStep::DeadLetter(failure);
        };
        Span::current().record("otel.status_code", "ERROR");
        tracing::warn!(error = %failure, attempts, "an event will be tried again");
        NextStep::Retry(Some(pause))
    }

    async fn park(&self, message: &Message, failure: Failure) -> anyhow::Result<AckKind> {
        Span::current().record("otel.status_code", "ERROR");
        let replicas = self.settings.nats_replicas;
        self.subscription
            .publish_dead_letter(&self.jetstream, replicas, message, &failure)
            .await?;
        self.handled("dead_letter").increment(1);
        Ok(AckKind::Ack)
    }

    /// Repeats a query until the database answers, so that an outage costs the event no long pause and no
    /// attempt. Returns permanent errors, and `None` on a stop.
    async fn waiting_for_database<T, Asked>(
        &self,
        stopping: &CancellationToken,
        ask: impl Fn() -> Asked,
    ) -> Option<sqlx::Result<T>>
    where
        Asked: Future<Output = sqlx::Result<T>>,
    {
        let mut backoff = Backoff::new();
        loop {
            let error = match ask().await {
                Err(error) if !is_permanent(&error) => error,
                answered => return Some(answered),
            };
            tracing::warn!(%error, consumer = self.subscription.name, "an event waits for the database");
            let pause = tokio::time::sleep(backoff.pause());
            stopping.run_until_cancelled(pause).await?;
        }
    }

    fn acknowledged(&self) -> AckKind {
        self.handled("done").increment(1);
        AckKind::Ack
    }

    fn pause_after(&self, attempts: i64) -> Option<Duration> {
        let pauses = self.subscription.retry_after;
        let index = usize::try_from(attempts - 1).unwrap_or(0);
        pauses.get(index).or(pauses.last()).copied()
    }
}

/// Renews a claim. While the database is down, the server keeps the message from other replicas.
async fn renew_claim(claim: &Claim<'_>) -> Infallible {
    loop {
        tokio::time::sleep(acknowledgement::PROGRESS_EVERY).await;
        if let Err(error) = database::bounded(claim.renew()).await {
            tracing::warn!(%error, "a claim was not renewed");
        }
    }
}

/// True if the statement can never succeed. Classes of PostgreSQL's appendix A: 22 data, 23 constraint
/// violation, 42 wrong statement or missing permission.
fn is_permanent(error: &sqlx::Error) -> bool {
    let sqlx::Error::Database(error) = error else {
        return false;
    };
    let code = error.code().unwrap_or_default();
    ["22", "23", "42"].iter().any(|class| code.starts_with(class))
}
