//! Publishes one batch: locks rows, publishes them, and marks each by the server's answer.

use std::time::Duration;

use async_nats::jetstream::{
    self,
    context::{PublishError, PublishErrorKind},
    message::PublishMessage,
};
use futures_util::future::join_all;
use runtime::trace_context;
use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use tracing::{Instrument as _, field::Empty};
use uuid::Uuid;

use crate::{Aggregate, envelope};

/// The number of events in a batch. JetStream is fastest in batches. The rows are locked meanwhile.
const BATCH: usize = 256;

/// The timeout for the acknowledgement of a batch.
pub(crate) const ACK_TIMEOUT: Duration = Duration::from_secs(3);

/// The result of a batch.
#[derive(Debug)]
pub(crate) struct Batch {
    /// The number of events that were sent.
    pub(crate) of: usize,
    /// The number of events that were acknowledged.
    pub(crate) taken: usize,
    /// The error of the first event that will be retried.
    pub(crate) first_failure: Option<PublishError>,
    /// No due event from before this time is left.
    pub(crate) left_since: OffsetDateTime,
}

struct PendingEvent {
    id: Uuid,
    subject: String,
    aggregate_id: Option<Uuid>,
    aggregate_version: Option<i64>,
    occurred_at: Option<OffsetDateTime>,
    payload: Vec<u8>,
    traceparent: Option<String>,
    retry_at: OffsetDateTime,
}

impl PendingEvent {
    /// Builds the message.
    fn message(&self) -> PublishMessage {
        let mut message = PublishMessage::build()
            .payload(self.payload.clone().into())
            .message_id(self.id.to_string());
        if let (Some(id), Some(version)) = (self.aggregate_id, self.aggregate_version) {
            message = envelope::with_aggregate(message, Aggregate { id, version });
        }
        if let Some(occurred_at) = self.occurred_at {
            message = envelope::with_occurred_at(message, occurred_at);
        }
        message
    }
}

/// Publishes events that are due at `since` or later. Skips those that another relay has locked.
pub(crate) async fn publish(
    db: &PgPool,
    to: (&jetstream::Context, &nats::Incidents),
    since: OffsetDateTime,
) -> sqlx::Result<Batch> {
    let mut transaction = database::begin(db).await?;
    let (waiting, now) = lock(&mut transaction, since).await?;
    let next = waiting.first().filter(|_| waiting.len() == BATCH);
    let left_since = next.map_or(now, |first| first.retry_at.min(now));
    let outcomes = join_all(waiting.iter().map(|event| publish_one(to, event))).await;
    let (mut taken, mut failures) = (Vec::new(), Vec::new());
    for (event, outcome) in waiting.iter().zip(outcomes) {
        match outcome {
            Ok(()) => {
                metrics::counter!("outbox_published_total", "subject" => event.subject.clone()).increment(1);
                taken.push(event.id);
            }
            Err(error) => failures.push((event.id, error)),
        }
    }
    if !taken.is_empty() {
        runtime::fail_at("relay", "after_ack");
        mark_published(&mut transaction, &taken).await?;
    }
    if !failures.is_empty() {
        mark_failed(&mut transaction, &failures).await?;
    }
    transaction.commit().await?;
    let first_failure = failures
        .into_iter()
        .map(|(_, error)| error)
        .find(|error| !is_permanent(error) && !is_refused(error));
    Ok(Batch {
        of: waiting.len(),
        taken: taken.len(),
        first_failure,
        left_since,
    })
}

/// Locks a batch. Returns its events and the database's time.
async fn lock(
    transaction: &mut PgConnection,
    since: OffsetDateTime,
) -> sqlx::Result<(Vec<PendingEvent>, OffsetDateTime)> {
    // Waiting for acknowledgements is no idling, but a frozen relay must release its rows to another.
    let settings = sqlx::query!(
        r#"SELECT set_config('idle_in_transaction_session_timeout', '15s', true), now() AS "now!""#
    );
    let now = settings.fetch_one(&mut *transaction).await?.now;
    // An event that is due much later than the longest pause dates from before the clock was set back.
    let waiting = sqlx::query_as!(
        PendingEvent,
        "SELECT id, subject, aggregate_id, aggregate_version, occurred_at, payload, traceparent, retry_at FROM outbox
         WHERE published_at IS NULL AND parked_at IS NULL AND retry_at >= $2
           AND (retry_at <= now() OR retry_at > now() + interval '1 min')
           AND (coalesce(aggregate_version, 1) = 1 OR NOT EXISTS (SELECT FROM outbox AS earlier
             WHERE earlier.aggregate_id = outbox.aggregate_id AND earlier.aggregate_version < outbox.aggregate_version
               AND coalesce(earlier.published_at, earlier.parked_at) IS NULL))
         ORDER BY retry_at LIMIT $1 FOR UPDATE SKIP LOCKED",
        i64::try_from(BATCH).expect("a batch is small"),
        since
    );
    Ok((waiting.fetch_all(&mut *transaction).await?, now))
}

/// Publishes one event, and waits until the server confirms that it is stored.
async fn publish_one(
    (jetstream, incidents): (&jetstream::Context, &nats::Incidents),
    event: &PendingEvent,
) -> Result<(), PublishError> {
    let span = tracing::info_span!(
        "publish",
        otel.name = format!("publish {}", event.subject),
        otel.kind = "producer",
        otel.status_code = Empty,
        messaging.system = "nats",
        messaging.operation.name = "publish",
        messaging.operation.type = "send",
        messaging.destination.name = event.subject,
        messaging.message.id = event.id.to_string(),
    );
    trace_context::set_parent(&span, event.traceparent.as_deref());
    let sending = async {
        let mut message = event.message();
        if let Some(traceparent) = trace_context::current() {
            message = message.header(trace_context::TRACEPARENT, traceparent);
        }
        let mut listener = incidents.listen();
        let sent = async {
            jetstream
                .send_publish(event.subject.clone(), message)
                .await?
                .await
        };
        let acknowledged = tokio::select! {
            // The client applies its timeout to each of the two steps; the batch must finish within one.
            acknowledged = tokio::time::timeout(ACK_TIMEOUT, sent) => {
                acknowledged.unwrap_or_else(|_| Err(PublishErrorKind::TimedOut.into()))
            }
            () = listener.until(&event.subject) => Err(PublishError::with_source(PublishErrorKind::Other, NotPermitted)),
        };
        if acknowledged.is_err() {
            tracing::Span::current().record("otel.status_code", "ERROR");
        }
        acknowledged.map(drop)
    };
    sending.instrument(span).await
}

async fn mark_published(transaction: &mut PgConnection, ids: &[Uuid]) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE outbox SET published_at = now(), last_error = NULL WHERE id = ANY($1)",
        ids
    )
    .execute(transaction)
    .await?;
    Ok(())
}

/// Postpones each failed event by its own growing pause, so that it does not delay the others.
async fn mark_failed(transaction: &mut PgConnection, failures: &[(Uuid, PublishError)]) -> sqlx::Result<()> {
    let (mut ids, mut errors, mut permanent, mut refused) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
    for (id, error) in failures {
        if is_permanent(error) {
            tracing::error!(%id, %error, "an event can never be published; it is parked in the outbox");
        }
        ids.push(*id);
        errors.push(error.to_string());
        permanent.push(is_permanent(error));
        refused.push(is_refused(error));
    }
    sqlx::query!(
        "UPDATE outbox SET attempts = attempts + 1, last_error = failure.error,
                parked_at = CASE WHEN failure.permanent THEN now() END,
                retry_at = clock_timestamp() + CASE WHEN failure.refused THEN interval '30 s'
                  ELSE least(interval '100 ms' * 2 ^ least(attempts, 6), interval '5 s') END
         FROM unnest($1::uuid[], $2::text[], $3::boolean[], $4::boolean[]) AS failure (id, error, permanent, refused)
         WHERE outbox.id = failure.id",
        &ids,
        &errors,
        &permanent,
        &refused
    )
    .execute(transaction)
    .await?;
    Ok(())
}

/// The relay's NATS user may not publish to the subject. This ends when its permissions are updated, and is
/// no outage.
#[derive(Debug, thiserror::Error)]
#[error("NATS does not let this user publish to the subject")]
struct NotPermitted;

fn is_refused(error: &PublishError) -> bool {
    std::error::Error::source(error).is_some_and(<dyn std::error::Error>::is::<NotPermitted>)
}

/// True if retrying is pointless, because the event is larger than the server accepts.
fn is_permanent(error: &PublishError) -> bool {
    error.kind() == PublishErrorKind::MaxPayloadExceeded
}
