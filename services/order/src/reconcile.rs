//! What is held against the stream: every order has one event.

use outbox::{Page, Publisher, SourceRow, SourceTable};

use crate::events;

/// The service's part in a reconciliation.
pub const PUBLISHER: Publisher = Publisher {
    service: "order",
    stream: events::STREAM,
    source: Some(SourceTable {
        name: "orders",
        subject: events::PLACED,
        page: |db, page| Box::pin(placed(db, page)),
    }),
};

/// Orders of a time, oldest first.
async fn placed(db: sqlx::PgPool, page: Page) -> sqlx::Result<Vec<SourceRow>> {
    sqlx::query_as!(
        SourceRow,
        "SELECT id, placed_at AS at FROM orders
         WHERE (placed_at, id) > ($1, $2) AND placed_at < $3 ORDER BY placed_at, id LIMIT $4",
        page.after.at,
        page.after.id,
        page.until,
        page.limit
    )
    .fetch_all(&db)
    .await
}
