//! SQL for ticket searches. Each query returns the ids of a page; the tickets of a page are loaded
//! separately.
//!
//! A list without search text walks an index in the order of the list. A search first queries the index of
//! the searched field.

use sqlx::PgPool;
use uuid::Uuid;
use values::{NamePart, Page};

/// The maximum number of tickets that a search finds, newest first.
const MOST_FOUND: i64 = 1_000;

/// Open tickets, by deadline.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn open(db: &PgPool, page: Page) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE state = 'open' AND (due_at, id) > ($1, $2) ORDER BY due_at, id LIMIT $3",
        page.behind.at,
        page.behind.id,
        page.limit
    )
    .fetch_all(db)
    .await
}

/// Tickets in a state, by newest entry.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn in_state(db: &PgPool, page: Page, state: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE state = $4 AND (last_entry_at, id) < ($1, $2)
         ORDER BY last_entry_at DESC, id DESC LIMIT $3",
        page.behind.at,
        page.behind.id,
        page.limit,
        state
    )
    .fetch_all(db)
    .await
}

/// All tickets, by newest entry.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn all(db: &PgPool, page: Page) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE (last_entry_at, id) < ($1, $2) ORDER BY last_entry_at DESC, id DESC LIMIT $3",
        page.behind.at,
        page.behind.id,
        page.limit
    )
    .fetch_all(db)
    .await
}

/// The open tickets among `found`, by deadline.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn open_matching(db: &PgPool, page: Page, found: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"WITH found AS MATERIALIZED (SELECT id, due_at, state FROM messages WHERE id = ANY($4))
           SELECT id AS "id!" FROM found
           WHERE state = 'open' AND (due_at, id) > ($1, $2) ORDER BY due_at, id LIMIT $3"#,
        page.behind.at,
        page.behind.id,
        page.limit,
        found
    )
    .fetch_all(db)
    .await
}

/// The tickets among `found`, optionally in one state, by newest entry.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn matching(
    db: &PgPool,
    page: Page,
    found: &[Uuid],
    state: Option<&str>,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"WITH found AS MATERIALIZED (SELECT id, last_entry_at, state FROM messages WHERE id = ANY($4))
           SELECT id AS "id!" FROM found
           WHERE ($5::text IS NULL OR state = $5) AND (last_entry_at, id) < ($1, $2)
           ORDER BY last_entry_at DESC, id DESC LIMIT $3"#,
        page.behind.at,
        page.behind.id,
        page.limit,
        found,
        state
    )
    .fetch_all(db)
    .await
}

/// The ticket with this number.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_number(db: &PgPool, number: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!("SELECT id FROM messages WHERE ticket_number = $1", number)
        .fetch_all(db)
        .await
}

/// Tickets with this email address.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_email(db: &PgPool, email: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE lower(email) = $1 ORDER BY received_at DESC LIMIT $2",
        email,
        MOST_FOUND
    )
    .fetch_all(db)
    .await
}

/// Tickets with this mobile number.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_phone(db: &PgPool, phone: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE phone = $1 ORDER BY received_at DESC LIMIT $2",
        phone,
        MOST_FOUND
    )
    .fetch_all(db)
    .await
}

/// Tickets whose name contains this text.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_name(db: &PgPool, name: &NamePart) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE lower(name) LIKE lower($1) OR lower(name) LIKE lower($2)
         ORDER BY received_at DESC LIMIT $3",
        name.first,
        name.second,
        MOST_FOUND
    )
    .fetch_all(db)
    .await
}
