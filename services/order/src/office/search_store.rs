//! The SQL of looking for orders, a question each: the ids of a page, newest first. Whatever belongs to the orders is read for those
//! alone.
//!
//! Where an index has the orders of an answer in their order, it is walked along; where it has not, the answer is of few orders, and
//! a list that is materialised keeps the planner from walking along all orders in search of them.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::{Page, Place};

/// Orders among which a name is looked for before its index is asked.
const NEWEST: i64 = 3_000;

/// Which of the orders that a question finds are answered.
#[derive(Debug, Clone, Copy)]
pub struct Part<'a> {
    /// Those in these states; none for all.
    pub statuses: &'a [String],
    /// Those of this page.
    pub page: Page,
}

/// What was found among the newest orders.
#[derive(Debug)]
pub struct AmongNewest {
    /// The orders' ids.
    pub ids: Vec<Uuid>,
    /// Whether there were no others to look at.
    pub is_all: bool,
}

impl Part<'_> {
    /// The same of what was placed before this.
    pub fn before(mut self, until: OffsetDateTime) -> Self {
        if until <= self.page.behind.at {
            self.page.behind = Place {
                at: until,
                id: Uuid::nil(),
            };
        }
        self
    }
}

/// Those that were placed since.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn newest(db: &PgPool, part: Part<'_>, since: OffsetDateTime) -> sqlx::Result<Vec<Uuid>> {
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

/// Those with a number that begins so; there are few.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_number(db: &PgPool, part: Part<'_>, beginning: &str) -> sqlx::Result<Vec<Uuid>> {
    // No letter and no digit of a number sorts behind the tilde.
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

/// Those with one of these numbers.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_numbers(db: &PgPool, part: Part<'_>, numbers: &[String]) -> sqlx::Result<Vec<Uuid>> {
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

/// Those whose confirmation goes there.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_email(db: &PgPool, part: Part<'_>, email: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM orders
         WHERE lower(email) = lower($5) AND (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
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

/// Those that go to a pincode.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn to_pincode(db: &PgPool, part: Part<'_>, pincode: &str) -> sqlx::Result<Vec<Uuid>> {
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

/// Those with a mobile number.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn with_mobile_number(db: &PgPool, part: Part<'_>, mobile_number: &str) -> sqlx::Result<Vec<Uuid>> {
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

/// Those with a part of a name, among the newest in these states.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn named_among_newest(db: &PgPool, part: Part<'_>, name: &str) -> sqlx::Result<AmongNewest> {
    let found = sqlx::query!(
        r#"WITH newest AS MATERIALIZED (
             SELECT id, placed_at, full_name FROM (
               (SELECT id, placed_at, full_name FROM orders
                WHERE cardinality($1::text[]) = 0 AND (placed_at, id) < ($2, $3)
                ORDER BY placed_at DESC, id DESC LIMIT $6)
               UNION ALL
               SELECT found.* FROM unnest($1::text[]) AS wanted (status) CROSS JOIN LATERAL (
                 SELECT id, placed_at, full_name FROM orders
                 WHERE orders.status = wanted.status AND (placed_at, id) < ($2, $3)
                 ORDER BY placed_at DESC, id DESC LIMIT $6) AS found) AS of_states
             ORDER BY placed_at DESC, id DESC LIMIT $6)
           SELECT ARRAY(
               SELECT id FROM newest WHERE lower(full_name) LIKE lower($5) ORDER BY placed_at DESC, id DESC LIMIT $4) AS "ids!",
             (SELECT count(*) FROM newest) < $6 AS "is_all!""#,
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        pattern(name),
        NEWEST
    );
    let found = found.fetch_one(db).await?;
    Ok(AmongNewest {
        ids: found.ids,
        is_all: found.is_all,
    })
}

/// Those with a part of a name; there are few.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn named(db: &PgPool, part: Part<'_>, name: &str) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        r#"WITH found AS MATERIALIZED (
             SELECT id, placed_at, status FROM orders WHERE lower(full_name) LIKE lower($5))
           SELECT id AS "id!" FROM found
           WHERE (cardinality($1::text[]) = 0 OR status = ANY($1)) AND (placed_at, id) < ($2, $3)
           ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        part.statuses,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit,
        pattern(name)
    )
    .fetch_all(db)
    .await
}

/// What `LIKE` takes for a text that has this somewhere.
fn pattern(part: &str) -> String {
    let mut pattern = "%".to_owned();
    for letter in part.chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern + "%"
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_typed_is_looked_for_as_it_is() {
        for (part, expected) in [("Asha", "%Asha%"), (r"5%_\", r"%5\%\_\\%")] {
            assert_eq!(pattern(part), expected);
        }
    }
}
