//! Orders as they are kept, read again. The row becomes an [`Order`] by its names: a new field stands in the view and there.

use sqlx::{PgExecutor, types::Json};
use time::OffsetDateTime;
use uuid::Uuid;

use crate::order::record::Order;

/// An order, if there is one with this id.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<Order>> {
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders WHERE id = $1"#,
        id
    );
    Ok(found.fetch_optional(db).await?.map(|Json(order)| order))
}

/// An order, if there is one with this number.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find_number(db: impl PgExecutor<'_>, number: &str) -> sqlx::Result<Option<Order>> {
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders WHERE order_number = $1"#,
        number
    );
    Ok(found.fetch_optional(db).await?.map(|Json(order)| order))
}

/// Where a page of orders ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    /// When its last order was placed.
    pub placed_at: OffsetDateTime,
    /// The id of that order.
    pub id: Uuid,
}

/// The orders of an account behind a place, newest first.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_account(
    db: impl PgExecutor<'_>,
    account_id: Uuid,
    behind: Option<Place>,
    limit: i64,
) -> sqlx::Result<Vec<Order>> {
    let behind = behind.unwrap_or(Place {
        placed_at: OffsetDateTime::now_utc() + time::Duration::days(1),
        id: Uuid::max(),
    });
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders
           WHERE account_id = $1 AND (placed_at, id) < ($2, $3) ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        account_id,
        behind.placed_at,
        behind.id,
        limit
    );
    let orders = found.fetch_all(db).await?.into_iter();
    Ok(orders.map(|Json(order)| order).collect())
}
