//! Release of many orders for shipping at once, for example after an import of tracking numbers.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::error::Error;

/// An order that must not be shipped, and the reason.
#[derive(Debug)]
pub struct BlockedOrder {
    /// The order.
    pub order_id: Uuid,
    /// [`Error::Recalled`] or [`Error::PacksMissing`].
    pub why: Error,
}

/// Releases all of these orders for shipping, or none and returns those that must not be shipped. A dry run
/// releases none. Orders without a reservation do not block. A periodic task finds replacements for other
/// orders with recalled packs.
#[tracing::instrument(name = "BEGIN releasing", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn release_all(db: &PgPool, orders: &[Uuid], is_dry_run: bool) -> sqlx::Result<Vec<BlockedOrder>> {
    if is_dry_run {
        let mut connection = db.acquire().await?;
        return blocked_orders(&mut connection, orders).await;
    }
    let mut transaction = database::begin(db).await?;
    let locking = sqlx::query!(
        "SELECT FROM reservations WHERE order_id = ANY($1) AND state IN ('held', 'placed') ORDER BY order_id FOR UPDATE",
        orders
    );
    locking.execute(&mut *transaction).await?;
    // A later recall finds these reservations locked and leaves them alone.
    let releasing = sqlx::query!(
        "UPDATE reservations SET released_at = now(), state = 'placed'
         WHERE order_id = ANY($1) AND state IN ('held', 'placed')",
        orders
    );
    releasing.execute(&mut *transaction).await?;
    let blocked_orders = blocked_orders(&mut transaction, orders).await?;
    if blocked_orders.is_empty() {
        transaction.commit().await?;
    }
    Ok(blocked_orders)
}

/// Returns the orders that hold packs of recalled batches or wait for packs.
async fn blocked_orders(db: &mut PgConnection, orders: &[Uuid]) -> sqlx::Result<Vec<BlockedOrder>> {
    let recalled = sqlx::query!(
        r#"SELECT order_id, array_agg(DISTINCT batch_number) AS "batch_numbers!"
           FROM reserved_packs JOIN batches ON batches.id = batch_id JOIN reservations USING (order_id)
           WHERE order_id = ANY($1) AND is_recalled AND state IN ('held', 'placed') GROUP BY order_id"#,
        orders
    );
    let recalled = recalled.fetch_all(&mut *db).await?;
    let missing = sqlx::query!(
        r#"SELECT order_id, sum(quantity) AS "packs!" FROM oversold_packs WHERE order_id = ANY($1) GROUP BY order_id"#,
        orders
    );
    let missing = missing.fetch_all(db).await?.into_iter().map(|row| BlockedOrder {
        order_id: row.order_id,
        why: Error::PacksMissing(row.packs),
    });
    let recalled = recalled.into_iter().map(|row| BlockedOrder {
        order_id: row.order_id,
        why: Error::Recalled(row.batch_numbers),
    });
    Ok(recalled.chain(missing).collect())
}
