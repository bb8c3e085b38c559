//! The SQL of what was written or done about tickets.

use sqlx::{PgConnection, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::tickets::ticket::EntryKind;

/// Entries of a thread that are read at most, the newest: each has 5,000 characters at most, and a gRPC answer 4 MiB.
const MOST_READ: i64 = 250;

/// Something that was written or done.
#[derive(Debug, Clone)]
pub struct Entry {
    /// A UUID.
    pub id: Uuid,
    /// The message that opened its ticket.
    pub message_id: Uuid,
    /// What it is.
    pub kind: EntryKind,
    /// What it says; empty where nothing was written.
    pub text: String,
    /// When.
    pub written_at: OffsetDateTime,
    /// Who of the staff.
    pub staff_id: Option<Uuid>,
    /// True for a mail that only its From and subject tie to the ticket.
    pub is_unverified: bool,
}

/// An answer with what its mail tells.
#[derive(Debug)]
pub struct AnswerRecord {
    /// Counts the tickets of the shop.
    pub ticket_number: i64,
    /// What the ticket's address carries.
    pub reply_token: Uuid,
    /// Who is answered.
    pub name: String,
    /// Where the mail goes.
    pub email: String,
    /// What the message was about.
    pub subject: String,
    /// What the answer says.
    pub text: String,
    /// When the message was received.
    pub received_at: OffsetDateTime,
    /// What the message said.
    pub message: String,
}

/// Writes an entry of the staff.
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

/// An entry, if there is one with this id.
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
        kind: EntryKind::kept(&row.kind),
        text: row.text,
        written_at: row.written_at,
        staff_id: row.staff_id,
        is_unverified: row.is_unverified,
    }))
}

/// The newest entries of a thread, the oldest of them first.
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
        kind: EntryKind::kept(&row.kind),
        text: row.text,
        written_at: row.written_at,
        staff_id: row.staff_id,
        is_unverified: row.is_unverified,
    });
    Ok(entries.collect())
}

/// An answer with what its mail tells, if there is one with this id.
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
