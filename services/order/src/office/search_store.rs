//! The SQL of the order search, one function for each query. Each returns the order IDs of a page, newest
//! first, and the orders are read only for these.
//!
//! A query follows an index with the page's order where there is one. Otherwise it finds few orders, and a
//! materialised list prevents the planner from scanning all orders.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Cursor, NamePart, Page};

/// The selected part of the orders found.
#[derive(Debug, Clone, Copy)]
pub struct SearchPage<'a> {
    /// The statuses to include. Empty for all.
    pub statuses: &'a [String],
    /// The page.
    pub page: Page,
}

impl SearchPage<'_> {
    /// Restricts the page to orders placed before `until`.
    pub fn before(mut self, until: OffsetDateTime) -> Self {
        if until <= self.page.behind.at {
            self.page.behind = Cursor {
                at: until,
                id: Uuid::nil(),
            };
        }
        self
    }
}

/// Returns the orders placed since a time.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest(db: &PgPool, part: SearchPage<'_>, since: OffsetDateTime) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"SELECT id AS "id!" FROM (
             (SELECT id, placed_at FROM orders
              WHERE cardinality($1::text[]) = 0 AND (placed_at, id) < ($2, $3) AND placed_at >= $5
              ORDER BY placed_at DESC, id DESC LIMIT $4)
             UNION ALL
             SELECT found.id, found.placed_at FROM unnest($1::text[]) AS wanted (status) CROSS JOIN LATERAL (
               SELECT id, placed_at FROM orders
               WHERE orders.status = wanted.status AND (placed_at, id) < ($2, $3) AND placed_at >= $5
               ORDER BY placed_at DESC, id DESC LIMIT $4) AS found) AS newest
           ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        since
    )
    .fetch_all(db)
    .await
}

/// Returns the orders whose number begins with this text. There are few.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_number(db: &PgPool, part: SearchPage<'_>, beginning: &str) -> sqlx::Result<Vec<Uuid>> {
    // The tilde sorts after every letter and digit of a number.
    sqlx::query_scalar!(
        r#"WITH found AS MATERIALIZED (
             SELECT id, placed_at, status FROM orders
             WHERE order_number COLLATE "C" >= $5::text AND order_number COLLATE "C" < $5::text || '~')
           SELECT id AS "id!" FROM found
           WHERE (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
           ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        beginning
    )
    .fetch_all(db)
    .await
}

/// Returns the orders with one of these numbers.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_numbers(db: &PgPool, part: SearchPage<'_>, numbers: &[String]) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"WITH found AS MATERIALIZED (SELECT id, placed_at, status FROM orders WHERE order_number = ANY($5))
           SELECT id AS "id!" FROM found
           WHERE (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
           ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        numbers
    )
    .fetch_all(db)
    .await
}

/// Returns the orders with this email address.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_email(db: &PgPool, part: SearchPage<'_>, email: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM orders
         WHERE lower(email) = $5 AND (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
         ORDER BY placed_at DESC, id DESC LIMIT $4",
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        email
    )
    .fetch_all(db)
    .await
}

/// Returns the orders with this pincode.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn to_pincode(db: &PgPool, part: SearchPage<'_>, pincode: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM orders
         WHERE pincode = $5 AND (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
         ORDER BY placed_at DESC, id DESC LIMIT $4",
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        pincode
    )
    .fetch_all(db)
    .await
}

/// Returns the orders with this mobile number.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_mobile_number(
    db: &PgPool,
    part: SearchPage<'_>,
    mobile_number: &str,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM orders
         WHERE mobile_number = $5 AND (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
         ORDER BY placed_at DESC, id DESC LIMIT $4",
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        mobile_number
    )
    .fetch_all(db)
    .await
}

/// Returns the orders with this part of a name, by the trigram index of names.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn named(db: &PgPool, part: SearchPage<'_>, name: &NamePart) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"WITH found AS MATERIALIZED (
             SELECT id, placed_at, status FROM orders
             WHERE lower(full_name) LIKE lower($5) OR lower(full_name) LIKE lower($6))
           SELECT id AS "id!" FROM found
           WHERE (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
           ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        name.first,
        name.second
    )
    .fetch_all(db)
    .await
}
