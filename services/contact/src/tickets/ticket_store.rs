//! SQL for tickets, which are rows of `messages`.

use sqlx::{PgConnection, PgExecutor, PgPool};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::tickets::{
    deadlines,
    ticket::{State, Ticket, TicketProgress},
};

/// The maximum number of tickets counted per state.
const MOST_COUNTED: i64 = 1_000;

/// A locked ticket, with the fields that a change needs.
#[derive(Debug, Clone, Copy)]
pub struct LockedTicket {
    /// The id of the message that opened it.
    pub id: Uuid,
    /// When the message was received.
    pub received_at: OffsetDateTime,
    /// The current progress.
    pub progress: TicketProgress,
}

/// The number of waiting tickets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TicketCounts {
    /// Open tickets.
    pub open: i64,
    /// Tickets past their deadline for an answer or for closing.
    pub late: i64,
}

/// The start of a thread.
#[derive(Debug)]
pub struct ThreadHead {
    /// The text of the message.
    pub message: String,
    /// The token in the ticket's reply address.
    pub reply_token: Uuid,
}

/// Loads tickets by id, in the order of the ids.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_ids(db: impl PgExecutor<'_>, ids: &[Uuid]) -> sqlx::Result<Vec<Ticket>> {
    let rows = sqlx::query!(
        r#"SELECT id, ticket_number AS "ticket_number!", state, name, email, phone, subject, received_at, answered_at, closed_at,
             due_at, last_entry_at,
             left(coalesce(
               (SELECT text FROM ticket_entries WHERE message_id = messages.id AND text <> ''
                ORDER BY entry_number DESC LIMIT 1), message), 200) AS "excerpt!"
           FROM unnest($1::uuid[]) WITH ORDINALITY AS wanted (wanted_id, place) JOIN messages ON id = wanted_id
           ORDER BY place"#,
        ids
    );
    let rows = rows.fetch_all(db).await?.into_iter();
    let tickets = rows.map(|row| Ticket {
        id: row.id,
        number: row.ticket_number,
        state: State::from_stored(&row.state),
        name: row.name,
        email: row.email,
        phone: row.phone,
        subject: row.subject,
        excerpt: row.excerpt,
        received_at: row.received_at,
        answered_at: row.answered_at,
        closed_at: row.closed_at,
        due_at: row.due_at,
        last_entry_at: row.last_entry_at,
    });
    Ok(tickets.collect())
}

/// Finds a ticket by its id.
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<Ticket>> {
    Ok(of_ids(db, &[id]).await?.pop())
}

/// Finds the start of a ticket's thread.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn thread_head(db: &PgPool, id: Uuid) -> sqlx::Result<Option<ThreadHead>> {
    sqlx::query_as!(
        ThreadHead,
        r#"SELECT message, reply_token AS "reply_token!" FROM messages WHERE id = $1"#,
        id
    )
    .fetch_optional(db)
    .await
}

/// Locks a ticket until the transaction ends, so no other transaction changes it meanwhile.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(transaction: &mut PgConnection, id: Uuid) -> sqlx::Result<Option<LockedTicket>> {
    let row = sqlx::query!(
        "SELECT received_at, state, answered_at, closed_at FROM messages WHERE id = $1 FOR UPDATE",
        id
    );
    let row = row.fetch_optional(transaction).await?;
    Ok(row.map(|row| LockedTicket {
        id,
        received_at: row.received_at,
        progress: TicketProgress {
            state: State::from_stored(&row.state),
            answered_at: row.answered_at,
            closed_at: row.closed_at,
        },
    }))
}

/// Stores the progress of a ticket after a new entry.
#[tracing::instrument(name = "UPDATE messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn store_progress(
    transaction: &mut PgConnection,
    ticket: LockedTicket,
    progress: TicketProgress,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    sqlx::query!(
        "UPDATE messages SET state = $2, answered_at = $3, closed_at = $4, due_at = $5, last_entry_at = $6 WHERE id = $1",
        ticket.id,
        progress.state.as_str(),
        progress.answered_at,
        progress.closed_at,
        deadlines::due_at(ticket.received_at, progress.answered_at.is_some()),
        now
    )
    .execute(transaction)
    .await?;
    Ok(())
}

/// Counts the waiting tickets.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count(db: &PgPool, now: OffsetDateTime) -> sqlx::Result<TicketCounts> {
    let counted = sqlx::query!(
        r#"SELECT
             (SELECT count(*) FROM (SELECT FROM messages WHERE state = 'open' LIMIT $2) AS open) AS "open!",
             (SELECT count(*) FROM (
                SELECT FROM messages WHERE state = 'open' AND due_at < $1
                UNION ALL SELECT FROM messages WHERE state = 'answered' AND due_at < $1 LIMIT $2) AS late) AS "late!""#,
        now,
        MOST_COUNTED
    );
    let counted = counted.fetch_one(db).await?;
    Ok(TicketCounts {
        open: counted.open,
        late: counted.late,
    })
}
