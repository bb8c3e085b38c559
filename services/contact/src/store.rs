//! The SQL of messages.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::message::Message;

/// Writes a message.
#[tracing::instrument(name = "INSERT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &mut PgConnection,
    id: Uuid,
    message: &Message,
    received_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO messages (id, name, email, phone, subject, message, received_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7)",
        id,
        message.name,
        message.email,
        message.phone,
        message.subject.as_str(),
        message.message,
        received_at
    )
    .execute(db)
    .await?;
    Ok(())
}
