use std::{sync::Arc, time::Duration};

use async_nats::jetstream::{
    self,
    context::{CreateStreamError, PublishError, PublishErrorKind},
    message::PublishMessage,
};
use futures_util::future::join_all;
use rand::RngExt as _;
use runtime::trace_context;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tokio::{sync::Notify, time::Instant};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, field::Empty};
use uuid::Uuid;

use crate::{Settings, StreamConfig, nats};

/// Events published in one go; JetStream is fastest in batches.
const BATCH: i64 = 256;

/// How often the table is looked at when nobody wakes the relay: after a crash, or a commit of another replica.
const POLL: Duration = Duration::from_secs(1);

/// How long the server may take to acknowledge. The rows are locked meanwhile.
const ACK_TIMEOUT: Duration = Duration::from_secs(3);

/// The first and the longest pause after a failure.
const PAUSES: (Duration, Duration) = (Duration::from_millis(100), Duration::from_secs(5));

/// How often published events that are old enough are removed.
const SWEEP: Duration = Duration::from_secs(600);

/// Publishes what was committed. One a program; several replicas may run side by side.
#[derive(Debug)]
pub struct Relay {
    db: PgPool,
    stream: StreamConfig,
    settings: Settings,
    wake: Arc<Notify>,
}

/// Wakes the relay, so that an event does not wait for the next look at the table.
#[derive(Debug, Clone)]
pub struct Waker(Arc<Notify>);

impl Waker {
    /// To be called after a commit. Returns at once.
    pub fn wake(&self) {
        self.0.notify_one();
    }
}

/// Why events had to wait.
#[derive(Debug, thiserror::Error)]
pub enum RelayError {
    /// The outbox cannot be read or marked.
    #[error("the outbox cannot be read: {0}")]
    Database(#[from] sqlx::Error),
    /// The server is away.
    #[error("NATS is not connected")]
    NotConnected,
    /// The stream is missing and cannot be made.
    #[error("the stream cannot be made: {0}")]
    Stream(#[from] CreateStreamError),
    /// Some events were not acknowledged; they are tried again.
    #[error("{refused} of {of} events were not taken: {first}")]
    Refused {
        /// How many.
        refused: usize,
        /// Of how many.
        of: usize,
        /// The first one's error.
        first: PublishError,
    },
}

struct Waiting {
    id: Uuid,
    subject: String,
    payload: Vec<u8>,
    traceparent: Option<String>,
}

impl Relay {
    /// A relay from the outbox in `db` to a stream.
    pub fn new(db: PgPool, stream: StreamConfig, settings: &Settings) -> Self {
        Self {
            db,
            stream,
            settings: settings.clone(),
            wake: Arc::default(),
        }
    }

    /// What wakes this relay.
    pub fn waker(&self) -> Waker {
        Waker(Arc::clone(&self.wake))
    }

    /// Publishes until told to stop. Outages are waited out, with growing pauses.
    pub async fn run(self, stopping: CancellationToken) -> anyhow::Result<()> {
        let client = nats::connect(&self.settings).await?;
        let mut jetstream = jetstream::new(client.clone());
        jetstream.set_timeout(ACK_TIMEOUT);
        let (mut has_stream, mut pause, mut swept) = (false, PAUSES.0, None::<Instant>);
        while !stopping.is_cancelled() {
            let outcome = self.round(&jetstream, &mut has_stream).await;
            match outcome {
                Ok(BATCH..) => pause = PAUSES.0,
                Ok(_) => {
                    pause = PAUSES.0;
                    if swept.is_none_or(|at| at.elapsed() > SWEEP) {
                        self.sweep().await;
                        swept = Some(Instant::now());
                    }
                    tokio::select! {
                        () = stopping.cancelled() => (),
                        () = self.wake.notified() => (),
                        () = tokio::time::sleep(POLL) => (),
                    }
                }
                Err(error) => {
                    tracing::warn!(%error, stream = self.stream.name, "events wait");
                    // Jitter, so that replicas do not return all at once.
                    let jittered = pause.mul_f64(rand::rng().random_range(0.5..1.0));
                    tokio::select! {
                        () = stopping.cancelled() => (),
                        () = tokio::time::sleep(jittered) => (),
                    }
                    pause = (pause * 2).min(PAUSES.1);
                }
            }
        }
        Ok(())
    }

    /// Makes the stream when needed and publishes one batch; answers how many events went out.
    async fn round(&self, jetstream: &jetstream::Context, has_stream: &mut bool) -> Result<i64, RelayError> {
        if !nats::is_connected(&jetstream.client()) {
            return Err(RelayError::NotConnected);
        }
        if !*has_stream {
            self.stream.ensure(jetstream, self.settings.nats_replicas).await?;
            *has_stream = true;
        }
        let published = self.publish_batch(jetstream).await;
        if let Err(RelayError::Refused { first, .. }) = &published {
            // A lost stream answers nothing at all, or that it does not exist.
            *has_stream = first.kind() != PublishErrorKind::StreamNotFound;
        }
        published
    }

    async fn publish_batch(&self, jetstream: &jetstream::Context) -> Result<i64, RelayError> {
        let mut transaction = self.db.begin().await?;
        // Waiting for the acknowledgements is not idling.
        sqlx::query!("SELECT set_config('idle_in_transaction_session_timeout', '15s', true)")
            .fetch_one(&mut *transaction)
            .await?;
        let waiting = sqlx::query_as!(
            Waiting,
            "SELECT id, subject, payload, traceparent FROM outbox
             WHERE published_at IS NULL AND parked_at IS NULL
             ORDER BY created_at LIMIT $1 FOR UPDATE SKIP LOCKED",
            BATCH
        )
        .fetch_all(&mut *transaction)
        .await?;
        if waiting.is_empty() {
            return Ok(0);
        }
        let outcomes = join_all(waiting.iter().map(|event| publish(jetstream, event))).await;
        let (mut taken, mut failures) = (Vec::new(), Vec::new());
        for (event, outcome) in waiting.iter().zip(outcomes) {
            match outcome {
                Ok(()) => taken.push(event.id),
                Err(error) => failures.push((event.id, error)),
            }
        }
        sqlx::query!(
            "UPDATE outbox SET published_at = now(), last_error = NULL WHERE id = ANY($1)",
            &taken
        )
        .execute(&mut *transaction)
        .await?;
        note_failures(&mut transaction, &failures).await?;
        transaction.commit().await?;
        let (of, refused) = (waiting.len(), failures.len());
        match failures.into_iter().find(|(_, error)| !is_permanent(error)) {
            Some((_, first)) => Err(RelayError::Refused { refused, of, first }),
            None => Ok(i64::try_from(of).expect("a batch is small")),
        }
    }

    /// Removes events that were published a week ago; until then they can be published again.
    async fn sweep(&self) {
        let swept = sqlx::query!(
            "DELETE FROM outbox WHERE id IN (
               SELECT id FROM outbox WHERE published_at < now() - interval '7 days' LIMIT 1000)"
        );
        if let Err(error) = swept.execute(&self.db).await {
            tracing::warn!(%error, "old events could not be removed");
        }
    }
}

/// Publishes everything again that was published since `time`, for a stream that was lost. Answers how many events.
/// Consumers handle none of them twice.
pub async fn replay_since(db: &PgPool, time: OffsetDateTime) -> sqlx::Result<u64> {
    let replay = sqlx::query!(
        "UPDATE outbox SET published_at = NULL WHERE published_at >= $1",
        time
    );
    Ok(replay.execute(db).await?.rows_affected())
}

/// An event that is too large stays too large; it is put aside, so that it cannot hold up the others.
fn is_permanent(error: &PublishError) -> bool {
    error.kind() == PublishErrorKind::MaxPayloadExceeded
}

async fn note_failures(db: &mut PgConnection, failures: &[(Uuid, PublishError)]) -> sqlx::Result<()> {
    let (mut ids, mut errors, mut permanent) = (Vec::new(), Vec::new(), Vec::new());
    for (id, error) in failures {
        if is_permanent(error) {
            tracing::error!(%id, %error, "an event can never be published; it is parked in the outbox");
        }
        ids.push(*id);
        errors.push(error.to_string());
        permanent.push(is_permanent(error));
    }
    sqlx::query!(
        "UPDATE outbox SET attempts = attempts + 1, last_error = failure.error,
                parked_at = CASE WHEN failure.permanent THEN now() END
         FROM unnest($1::uuid[], $2::text[], $3::boolean[]) AS failure (id, error, permanent)
         WHERE outbox.id = failure.id",
        &ids,
        &errors,
        &permanent
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Sends one event and waits for the server's word that it is on disk.
async fn publish(jetstream: &jetstream::Context, event: &Waiting) -> Result<(), PublishError> {
    let id = event.id.to_string();
    let span = tracing::info_span!(
        "publish",
        otel.name = format!("publish {}", event.subject),
        otel.kind = "producer",
        otel.status_code = Empty,
        messaging.system = "nats",
        messaging.operation.type = "send",
        messaging.destination.name = event.subject,
        messaging.message.id = id,
    );
    trace_context::set_parent(&span, event.traceparent.as_deref());
    async {
        let mut message = PublishMessage::build()
            .payload(event.payload.clone().into())
            .message_id(id);
        if let Some(traceparent) = trace_context::current() {
            message = message.header(trace_context::TRACEPARENT, traceparent);
        }
        let sent = async {
            jetstream
                .send_publish(event.subject.clone(), message)
                .await?
                .await
        }
        .await;
        if sent.is_err() {
            tracing::Span::current().record("otel.status_code", "ERROR");
        }
        sent.map(drop)
    }
    .instrument(span)
    .await
}
