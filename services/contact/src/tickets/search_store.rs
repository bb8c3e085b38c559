//! The SQL of looking for tickets: the ids of a page. Whatever belongs to the tickets is read for those alone.
//!
//! A list without words walks along an index that has the tickets in its order. With words, the index of those is asked first.

use sqlx::PgPool;
use uuid::Uuid;
use values::Page;

/// Tickets that words find at most, the newest: more than anybody looks through.
const MOST_FOUND: i64 = 1_000;

/// Open tickets, the first to be due first.
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

/// Tickets in a state, the newest entry first.
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

/// All tickets, the newest entry first.
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

/// Of these tickets the open ones, the first to be due first.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn open_of(db: &PgPool, page: Page, found: &[Uuid]) -> sqlx::Result<Vec<Uuid>> {
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

/// Of these tickets those in a state, or all of them, the newest entry first.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of(db: &PgPool, page: Page, found: &[Uuid], state: Option<&str>) -> sqlx::Result<Vec<Uuid>> {
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

/// The ticket with a number.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_number(db: &PgPool, number: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!("SELECT id FROM messages WHERE ticket_number = $1", number)
        .fetch_all(db)
        .await
}

/// Tickets whose answers go there.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_email(db: &PgPool, email: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE lower(email) = lower($1) ORDER BY received_at DESC LIMIT $2",
        email,
        MOST_FOUND
    )
    .fetch_all(db)
    .await
}

/// Tickets with a mobile number.
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

/// Tickets with a part of a name.
#[tracing::instrument(name = "SELECT messages", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_name(db: &PgPool, name: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM messages WHERE lower(name) LIKE lower($1) ORDER BY received_at DESC LIMIT $2",
        pattern(name),
        MOST_FOUND
    )
    .fetch_all(db)
    .await
}

/// What LIKE takes for anything that holds a text.
fn pattern(text: &str) -> String {
    let escaped = text.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{escaped}%")
}
