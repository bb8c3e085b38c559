//! The SQL of webhook events.

use sqlx::{PgConnection, PgPool};

/// An event from a provider's webhook.
#[derive(Debug, Clone)]
pub struct ProviderEvent {
    /// The provider.
    pub provider: String,
    /// The provider's unique id of the event.
    pub event_id: String,
    /// SHA-256 of the body.
    pub body_sha256: Vec<u8>,
    /// The body, byte for byte.
    pub body: Vec<u8>,
}

/// Stores an event. Returns false if its id or body is known.
#[tracing::instrument(name = "INSERT provider_events", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(transaction: &mut PgConnection, event: &ProviderEvent) -> sqlx::Result<bool> {
    let inserted = sqlx::query!(
        "INSERT INTO provider_events (provider, event_id, body_sha256, body) VALUES ($1, $2, $3, $4) ON CONFLICT DO NOTHING",
        event.provider,
        event.event_id,
        event.body_sha256,
        event.body
    );
    Ok(inserted.execute(transaction).await?.rows_affected() == 1)
}

/// The body of an event that is not handled yet. `None` if it is handled.
#[tracing::instrument(name = "SELECT provider_events", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn unhandled_body(db: &PgPool, provider: &str, event_id: &str) -> sqlx::Result<Option<Vec<u8>>> {
    let body = sqlx::query_scalar!(
        "SELECT body FROM provider_events WHERE provider = $1 AND event_id = $2 AND handled_at IS NULL",
        provider,
        event_id
    );
    body.fetch_optional(db).await
}

/// Marks an event as handled.
#[tracing::instrument(name = "UPDATE provider_events", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn mark_handled(db: &PgPool, provider: &str, event_id: &str) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE provider_events SET handled_at = now() WHERE provider = $1 AND event_id = $2 AND handled_at IS NULL",
        provider,
        event_id
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Empties a batch of bodies that are older than 90 days. Returns how many.
pub async fn empty_old_bodies(db: &PgPool, rows: i64) -> sqlx::Result<u64> {
    let emptied = sqlx::query!(
        "UPDATE provider_events SET body = ''
         WHERE (provider, event_id) IN (
           SELECT provider, event_id FROM provider_events
           WHERE body <> '' AND received_at < now() - interval '90 days' ORDER BY received_at LIMIT $1 FOR UPDATE SKIP LOCKED)",
        rows
    );
    Ok(emptied.execute(db).await?.rows_affected())
}
