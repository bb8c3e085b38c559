//! Counts of the orders that wait for the shop or its carrier.

use std::collections::HashMap;

use sqlx::PgPool;

use crate::order::order_status::Status;

/// The statuses in which an order waits, in the order of its life cycle.
const OPEN: [Status; 6] = [
    Status::Placed,
    Status::Confirmed,
    Status::Packed,
    Status::Shipped,
    Status::ReturnRequested,
    Status::ReturnAccepted,
];

/// Returns the number of orders in each of these statuses, including 0.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn count(db: &PgPool) -> sqlx::Result<Vec<(Status, i64)>> {
    let counting = sqlx::query!(
        r#"SELECT status, count(*) AS "orders!" FROM orders
           WHERE status IN ('placed', 'confirmed', 'packed', 'shipped', 'return_requested', 'return_accepted') GROUP BY status"#
    );
    let rows = counting.fetch_all(db).await?.into_iter();
    let counted: HashMap<_, _> = rows.map(|row| (row.status, row.orders)).collect();
    let counts = OPEN.map(|status| (status, counted.get(status.as_str()).copied().unwrap_or(0)));
    Ok(counts.into())
}
