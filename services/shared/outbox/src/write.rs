use sqlx::PgConnection;
use uuid::Uuid;

/// Something that happened, for whoever listens.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Event {
    /// A UUIDv7; consumers handle each id once.
    pub id: Uuid,
    /// The NATS subject, such as `shop.order.placed.v1`.
    pub subject: &'static str,
    /// The message, encoded.
    pub payload: Vec<u8>,
}

/// Puts an event into the transaction that decides it, with the place of the current span in its trace.
pub async fn write(transaction: &mut PgConnection, event: Event) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO outbox (id, subject, payload, traceparent) VALUES ($1, $2, $3, $4)",
        event.id,
        event.subject,
        event.payload,
        runtime::trace_context::current()
    )
    .execute(transaction)
    .await?;
    Ok(())
}
