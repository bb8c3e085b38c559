//! The SQL of lists of cash. Each query follows an index with the order of the list.

use sqlx::PgPool;
use time::Date;
use values::{Page, day_in_india};

use crate::cash::cash_order::CashOrder;

/// The selected part of a list.
#[derive(Debug, Clone, Copy)]
pub struct CashPage<'a> {
    /// The carrier. `None` for every carrier.
    pub carrier: Option<&'a str>,
    /// The page.
    pub page: Page,
}

/// Lists the orders whose cash carriers must collect, oldest first.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn to_collect(db: &PgPool, part: CashPage<'_>) -> sqlx::Result<Vec<CashOrder>> {
    sqlx::query_as!(
        CashOrder,
        r#"SELECT id, order_number, carrier, total_paise AS amount_paise, placed_at,
             (SELECT min(changed_at) FROM order_changes WHERE order_id = orders.id AND to_status = 'shipped') AS shipped_at,
             NULL::timestamptz AS delivered_at, NULL::date AS remitted_on, NULL::text AS reference
           FROM orders JOIN parcels ON parcels.order_id = orders.id
           WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status = 'shipped'
             AND ($1::text IS NULL OR carrier = $1) AND (placed_at, id) > ($2, $3)
           ORDER BY placed_at, id LIMIT $4"#,
        part.carrier,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit
    )
    .fetch_all(db)
    .await
}

/// Lists the orders whose cash carriers have collected, oldest first.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn collected(db: &PgPool, part: CashPage<'_>) -> sqlx::Result<Vec<CashOrder>> {
    sqlx::query_as!(
        CashOrder,
        r#"SELECT id, order_number, carrier, total_paise AS amount_paise, placed_at,
             (SELECT min(changed_at) FROM order_changes WHERE order_id = orders.id AND to_status = 'shipped') AS shipped_at,
             (SELECT min(changed_at) FROM order_changes WHERE order_id = orders.id AND to_status = 'delivered') AS delivered_at,
             NULL::date AS remitted_on, NULL::text AS reference
           FROM orders JOIN parcels ON parcels.order_id = orders.id
           WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending'
             AND status IN ('delivered', 'return_requested', 'return_accepted', 'returned')
             AND ($1::text IS NULL OR carrier = $1) AND (placed_at, id) > ($2, $3)
           ORDER BY placed_at, id LIMIT $4"#,
        part.carrier,
        part.page.behind.at,
        part.page.behind.id,
        part.page.limit
    )
    .fetch_all(db)
    .await
}

/// Lists the orders whose cash carriers have remitted since a day, newest first.
#[tracing::instrument(name = "SELECT received_payments", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remitted(db: &PgPool, part: CashPage<'_>, since: Date) -> sqlx::Result<Vec<CashOrder>> {
    let behind = part.page.behind;
    sqlx::query_as!(
        CashOrder,
        r#"SELECT orders.id, order_number, coalesce(carrier, '') AS "carrier!", amount_paise, placed_at,
             (SELECT min(changed_at) FROM order_changes WHERE order_id = orders.id AND to_status = 'shipped') AS shipped_at,
             (SELECT min(changed_at) FROM order_changes WHERE order_id = orders.id AND to_status = 'delivered') AS delivered_at,
             received_on AS "remitted_on?", reference AS "reference?"
           FROM received_payments AS paid JOIN orders ON orders.id = paid.order_id
             LEFT JOIN parcels ON parcels.order_id = paid.order_id
           WHERE channel = 'cash_on_delivery' AND received_on >= $5
             AND ($1::text IS NULL OR carrier = $1) AND (received_on, paid.order_id) < ($2, $3)
           ORDER BY received_on DESC, paid.order_id DESC LIMIT $4"#,
        part.carrier,
        day_in_india(behind.at),
        behind.id,
        part.page.limit,
        since
    )
    .fetch_all(db)
    .await
}
