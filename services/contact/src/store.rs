//! The SQL of messages.

use sqlx::{PgConnection, PgExecutor};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{message::Message, tickets::due};

/// A message as it is kept.
#[derive(Debug)]
pub struct MessageRecord {
    /// A UUIDv7.
    pub id: Uuid,
    /// The name of the writer.
    pub name: String,
    /// Where the answer goes.
    pub email: String,
    /// Ten digits.
    pub phone: String,
    /// What it is about, in lower case.
    pub subject: String,
    /// What it says.
    pub message: String,
    /// When it was received.
    pub received_at: OffsetDateTime,
}

/// Writes a message, which is a ticket to be answered.
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
        due::answer_due_at(received_at)
    )
    .execute(db)
    .await?;
    Ok(())
}

/// A message, if there is one with this id.
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
