//! The SQL of reading and locking orders. A row of the view `whole_orders` becomes an [`Order`] by field
//! names, so a new field is added to both.

use jobs::BATCH;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use uuid::Uuid;
use values::Page;

use crate::order::record::Order;

/// Finds an order by ID.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find(db: impl PgExecutor<'_>, id: Uuid) -> sqlx::Result<Option<Order>> {
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders WHERE id = $1"#,
        id
    );
    Ok(found.fetch_optional(db).await?.map(|Json(order)| order))
}

/// Finds an order by number.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn find_number(db: impl PgExecutor<'_>, number: &str) -> sqlx::Result<Option<Order>> {
    // PostgreSQL does not accept this character in text.
    if number.contains('\0') {
        return Ok(None);
    }
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders WHERE order_number = $1"#,
        number
    );
    Ok(found.fetch_optional(db).await?.map(|Json(order)| order))
}

/// Returns a page of the orders of an account, newest first.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_account(db: impl PgExecutor<'_>, account_id: Uuid, page: Page) -> sqlx::Result<Vec<Order>> {
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders
           WHERE account_id = $1 AND (placed_at, id) < ($2, $3) ORDER BY placed_at DESC, id DESC LIMIT $4"#,
        account_id,
        page.behind.at,
        page.behind.id,
        page.limit
    );
    let orders = found.fetch_all(db).await?.into_iter();
    Ok(orders.map(|Json(order)| order).collect())
}

/// Returns these orders, newest first.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_ids(db: impl PgExecutor<'_>, ids: &[Uuid]) -> sqlx::Result<Vec<Order>> {
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders
           WHERE id = ANY($1) ORDER BY placed_at DESC, id DESC"#,
        ids
    );
    let orders = found.fetch_all(db).await?.into_iter();
    Ok(orders.map(|Json(order)| order).collect())
}

/// Raises every order to at least this version, batch by batch. Returns the number of raised orders.
pub async fn raise_versions(db: PgPool, version: i32) -> sqlx::Result<u64> {
    let (mut raised, mut after) = (0, Uuid::nil());
    loop {
        let page = sqlx::query_scalar!(
            "UPDATE orders SET version = $1 WHERE id IN (
               SELECT id FROM orders WHERE id > $2 AND version < $1 ORDER BY id LIMIT $3 FOR UPDATE)
             RETURNING id",
            version,
            after,
            BATCH
        );
        let page = page.fetch_all(&db).await?;
        let Some(last) = page.iter().max() else {
            return Ok(raised);
        };
        after = *last;
        raised += u64::try_from(page.len()).unwrap_or(0);
    }
}

/// Returns the orders with these numbers, in no particular order.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_numbers(db: impl PgExecutor<'_>, numbers: &[String]) -> sqlx::Result<Vec<Order>> {
    let found = sqlx::query_scalar!(
        r#"SELECT to_jsonb(whole_orders) AS "order!: Json<Order>" FROM whole_orders WHERE order_number = ANY($1)"#,
        numbers
    );
    let orders = found.fetch_all(db).await?.into_iter();
    Ok(orders.map(|Json(order)| order).collect())
}

/// Returns the IDs and numbers of the orders with these IDs or numbers. Unknown orders are left out.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn numbers(
    db: impl PgExecutor<'_>,
    ids: &[Uuid],
    numbers: &[String],
) -> sqlx::Result<Vec<(Uuid, String)>> {
    let found = sqlx::query!(
        "SELECT id, order_number FROM orders WHERE id = ANY($1) OR order_number = ANY($2)",
        ids,
        numbers
    );
    let orders = found.fetch_all(db).await?.into_iter();
    Ok(orders.map(|row| (row.id, row.order_number)).collect())
}

/// Locks an order, so that concurrent changes happen one after the other.
pub async fn lock(db: &mut PgConnection, id: Uuid) -> sqlx::Result<()> {
    let locking = sqlx::query!("SELECT id FROM orders WHERE id = $1 FOR UPDATE", id);
    locking.fetch_optional(db).await?;
    Ok(())
}

/// Locks the orders with these numbers, in the order of their IDs to avoid deadlocks.
pub async fn lock_numbers(db: &mut PgConnection, numbers: &[String]) -> sqlx::Result<()> {
    let locking = sqlx::query!(
        "SELECT id FROM orders WHERE order_number = ANY($1) ORDER BY id FOR UPDATE",
        numbers
    );
    locking.fetch_all(db).await?;
    Ok(())
}
