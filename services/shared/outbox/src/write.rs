use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

/// An event, for every consumer that subscribes to its subject.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// A UUIDv7. Consumers handle each id once.
    pub id: Uuid,
    /// The NATS subject, such as `shop.order.placed.v1`. It ends with the version of the payload's schema.
    pub subject: &'static str,
    /// The aggregate that changed.
    pub aggregate: Aggregate,
    /// When it occurred.
    pub occurred_at: OffsetDateTime,
    /// The encoded message.
    pub payload: Vec<u8>,
}

/// The subject of an event, in its state after the event.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Aggregate {
    /// The id of the record, such as an order's.
    pub id: Uuid,
    /// Number of the change, from 1.
    pub version: i64,
}

/// Stores an event in the caller's transaction, with the trace context of the current span.
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

/// Stores many events in the caller's transaction, with one statement.
#[tracing::instrument(name = "INSERT outbox", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn write_all(transaction: &mut PgConnection, events: Vec<Event>) -> sqlx::Result<()> {
    if events.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = events.iter().map(|event| event.id).collect();
    let subjects: Vec<_> = events.iter().map(|event| event.subject.to_owned()).collect();
    let aggregates: Vec<_> = events.iter().map(|event| event.aggregate.id).collect();
    let versions: Vec<_> = events.iter().map(|event| event.aggregate.version).collect();
    let occurred: Vec<_> = events.iter().map(|event| event.occurred_at).collect();
    let payloads: Vec<_> = events.into_iter().map(|event| event.payload).collect();
    sqlx::query!(
        "INSERT INTO outbox (id, subject, aggregate_id, aggregate_version, occurred_at, payload, traceparent)
         SELECT *, $7::text FROM unnest($1::uuid[], $2::text[], $3::uuid[], $4::bigint[], $5::timestamptz[], $6::bytea[])",
        &ids,
        &subjects,
        &aggregates,
        &versions,
        &occurred,
        &payloads,
        runtime::trace_context::current()
    )
    .execute(transaction)
    .await?;
    Ok(())
}
