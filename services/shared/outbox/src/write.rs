use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// Something that happened, told to every consumer that subscribes to its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// A UUIDv7; consumers handle each id once.
    pub id: Uuid,
    /// The NATS subject, such as `shop.order.placed.v1`. Its end is the version of the payload's schema.
    pub subject: &'static str,
    /// What it happened to.
    pub aggregate: Aggregate,
    /// When it happened.
    pub occurred_at: OffsetDateTime,
    /// The message, encoded.
    pub payload: Vec<u8>,
}

/// What an event is about, in the state that the event led to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aggregate {
    /// The id of the record that the event is about, such as an order's.
    pub id: Uuid,
    /// Counts its changes, from 1.
    pub version: i64,
}

/// Puts an event into the transaction that decides it, with the place of the current span in its trace.
pub async fn write(transaction: &mut PgConnection, event: Event) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload, traceparent)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        event.id,
        event.subject,
        event.aggregate.id,
        event.aggregate.version,
        event.occurred_at,
        event.payload,
        runtime::trace_context::current()
    )
    .execute(transaction)
    .await?;
    Ok(())
}
