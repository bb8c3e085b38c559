//! The SQL of exports: the order IDs of a page, oldest first, along the index of placement times.

use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;
use values::Cursor;

/// Returns up to `limit` orders after a position that were placed before `until`.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn oldest(
    db: &PgPool,
    behind: Cursor,
    until: OffsetDateTime,
    limit: i64,
) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT id FROM orders WHERE (placed_at, id) > ($1, $2) AND placed_at < $3 ORDER BY placed_at, id LIMIT $4",
        behind.at,
        behind.id,
        until,
        limit
    )
    .fetch_all(db)
    .await
}
