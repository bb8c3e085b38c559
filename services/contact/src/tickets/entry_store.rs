//! SQL for the entries of ticket threads.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::tickets::ticket::EntryKind;

/// The maximum number of entries read, newest first. Each has up to 5,000 characters, and a gRPC response up
/// to 4 MiB.
const MOST_READ: i64 = 250;

/// An entry of a ticket's thread.
#[derive(Debug, Clone)]
pub struct Entry {
    /// A UUID.
    pub id: Uuid,
    /// The id of the message that opened the ticket.
    pub message_id: Uuid,
    /// The kind of entry.
    pub kind: EntryKind,
    /// The text; empty for status changes.
    pub text: String,
    /// The time of the entry.
    pub written_at: OffsetDateTime,
    /// The staff member, if any.
    pub staff_id: Option<Uuid>,
    /// True for a mail tied to the ticket only by its From and subject.
    pub is_unverified: bool,
}

/// An answer with the fields of its mail.
#[derive(Debug)]
pub struct AnswerRecord {
    /// The ticket number.
    pub ticket_number: i64,
    /// The token in the ticket's reply address.
    pub reply_token: Uuid,
    /// The recipient's name.
    pub name: String,
    /// The recipient's email address.
    pub email: String,
    /// The subject of the message.
    pub subject: String,
    /// The text of the answer.
    pub text: String,
    /// When the message was received.
    pub received_at: OffsetDateTime,
    /// The text of the message.
    pub message: String,
}

/// Inserts an entry by staff.
#[tracing::instrument(name = "INSERT ticket_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn insert(transaction: &mut PgConnection, entry: &Entry) -> sqlx::Result<()> {
    sqlx::query!(
        "INSERT INTO ticket_entries (id, message_id, kind, text, written_at, staff_id) VALUES ($1, $2, $3, $4, $5, $6)",
        entry.id,
        entry.message_id,
        entry.kind.as_str(),
        entry.text,
        entry.written_at,
        entry.staff_id
    )
    .execute(transaction)
    .await?;
    Ok(())
}

/// Finds an entry by its id.
#[tracing::instrument(name = "SELECT ticket_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(transaction: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<Entry>> {
    let row = sqlx::query!(
        "SELECT message_id, kind, text, written_at, staff_id, is_unverified FROM ticket_entries WHERE id = $1",
        id
    );
    let row = row.fetch_optional(transaction).await?;
    Ok(row.map(|row| Entry {
        id,
        message_id: row.message_id,
        kind: EntryKind::from_stored(&row.kind),
        text: row.text,
        written_at: row.written_at,
        staff_id: row.staff_id,
        is_unverified: row.is_unverified,
    }))
}

/// The newest entries of a thread, in chronological order.
#[tracing::instrument(name = "SELECT ticket_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest(db: &PgPool, message_id: Uuid) -> sqlx::Result<Vec<Entry>> {
    let rows = sqlx::query!(
        "SELECT id, kind, text, written_at, staff_id, is_unverified FROM ticket_entries
         WHERE message_id = $1 ORDER BY entry_number DESC LIMIT $2",
        message_id,
        MOST_READ
    );
    let rows = rows.fetch_all(db).await?.into_iter().rev();
    let entries = rows.map(|row| Entry {
        id: row.id,
        message_id,
        kind: EntryKind::from_stored(&row.kind),
        text: row.text,
        written_at: row.written_at,
        staff_id: row.staff_id,
        is_unverified: row.is_unverified,
    });
    Ok(entries.collect())
}

/// Finds an answer by its id, with the fields of its mail.
#[tracing::instrument(name = "SELECT ticket_entries", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn answer(db: &PgPool, id: Uuid) -> sqlx::Result<Option<AnswerRecord>> {
    sqlx::query_as!(
        AnswerRecord,
        r#"SELECT ticket_number AS "ticket_number!", reply_token AS "reply_token!", name, email, subject, text, received_at, message
           FROM ticket_entries JOIN messages ON messages.id = message_id
           WHERE ticket_entries.id = $1 AND kind = 'answer'"#,
        id
    )
    .fetch_optional(db)
    .await
}
