//! SQL for shopper searches. Each query returns the ids of a page, newest first; the shoppers of a page are
//! loaded separately.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Cursor, NamePart, Page};

/// A shopper as staff see them.
#[derive(Debug, Clone)]
pub struct Shopper {
    /// The account's id.
    pub id: Uuid,
    /// The name in the default address, else in the newest address; `None` without addresses.
    pub name: Option<String>,
    /// The email address.
    pub email: String,
    /// Ten digits.
    pub mobile_number: String,
    /// The time of registration.
    pub registered_at: OffsetDateTime,
}

impl Shopper {
    /// The position after this shopper, for the next page.
    pub fn cursor(&self) -> Cursor {
        Cursor {
            at: self.registered_at,
            id: self.id,
        }
    }
}

/// All shoppers.
#[tracing::instrument(name = "SELECT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest(db: &PgPool, page: Page) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM accounts WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3",
        page.behind.at,
        page.behind.id,
        page.limit
    )
    .fetch_all(db)
    .await
}

/// The shopper with this email address.
#[tracing::instrument(name = "SELECT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_email(db: &PgPool, page: Page, email: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM accounts WHERE email = $1 AND (created_at, id) < ($2, $3)",
        email,
        page.behind.at,
        page.behind.id
    )
    .fetch_all(db)
    .await
}

/// Shoppers with this mobile number, which a family may share.
#[tracing::instrument(name = "SELECT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_mobile_number(db: &PgPool, page: Page, mobile_number: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM accounts WHERE mobile_number = $1 AND (created_at, id) < ($2, $3)
         ORDER BY created_at DESC, id DESC LIMIT $4",
        mobile_number,
        page.behind.at,
        page.behind.id,
        page.limit
    )
    .fetch_all(db)
    .await
}

/// Shoppers whose name matches, by the trigram index of names.
#[tracing::instrument(name = "SELECT addresses", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn named(db: &PgPool, page: Page, part: &NamePart) -> sqlx::Result<Vec<Uuid>> {
    // The materialised list prevents the planner from scanning all accounts in order.
    sqlx::query_scalar!(
        r#"WITH found AS MATERIALIZED (
             SELECT DISTINCT account_id FROM addresses
             WHERE lower(full_name) LIKE lower($4) OR lower(full_name) LIKE lower($5))
           SELECT id FROM found JOIN accounts ON accounts.id = account_id
           WHERE (created_at, id) < ($1, $2) ORDER BY created_at DESC, id DESC LIMIT $3"#,
        page.behind.at,
        page.behind.id,
        page.limit,
        part.first,
        part.second
    )
    .fetch_all(db)
    .await
}

/// Loads the shoppers with these ids, newest first. Deleted accounts are left out.
#[tracing::instrument(name = "SELECT accounts", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_ids(db: &PgPool, ids: &[Uuid]) -> sqlx::Result<Vec<Shopper>> {
    sqlx::query_as!(
        Shopper,
        r#"SELECT id, email, mobile_number, created_at AS registered_at,
             (SELECT full_name FROM addresses WHERE account_id = accounts.id
              ORDER BY is_default DESC, addresses.created_at DESC, addresses.id DESC LIMIT 1) AS name
           FROM accounts WHERE id = ANY($1) ORDER BY created_at DESC, id DESC"#,
        ids
    )
    .fetch_all(db)
    .await
}
