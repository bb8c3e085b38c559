//! SQL for messages.

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{message::Message, tickets::deadlines};

/// A stored message.
#[derive(Debug)]
pub struct MessageRecord {
    /// A UUIDv7.
    pub id: Uuid,
    /// The sender's name.
    pub name: String,
    /// The email address for the answer.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// The subject, in lower case.
    pub subject: String,
    /// The text.
    pub message: String,
    /// When it was received.
    pub received_at: OffsetDateTime,
}

/// Inserts a message, which is also an open ticket.
#[tracing::instrument(name = "INSERT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(
    db: &mut PgConnection,
    id: Uuid,
    message: &Message,
    received_at: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO messages (id, name, email, phone, subject, message, received_at, last_entry_at, due_at)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $7, $8)",
        id,
        message.name,
        message.email,
        message.phone,
        message.subject.as_str(),
        message.message,
        received_at,
        deadlines::answer_due_at(received_at)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// Finds a message by its id.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<MessageRecord>> {
    sqlx::query_as!(
        MessageRecord,
        "SELECT id, name, email, phone, subject, message, received_at FROM messages WHERE id = $1",
        id
    )
    .fetch_optional(db)
    .await
}
