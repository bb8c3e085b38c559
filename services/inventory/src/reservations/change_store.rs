//! The SQL of order corrections: the packs that an order has, gets and gives back.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        line::Line,
        order_packs::OrderPacks,
        planning::{
            allocation::Allocation,
            change_plan::{ChangePlan, OrderStock},
            plan::BatchReservation,
        },
        reservation_store::LineColumns,
    },
};

/// Returns the packs of a locked order: packs of recalled batches first, then those that expire last.
#[tracing::instrument(name = "SELECT reserved_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn order_stock(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<OrderStock> {
    let held = sqlx::query!(
        "SELECT batch_id, product_id, weight_in_grams, quantity
         FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = $1
         ORDER BY is_recalled DESC, best_before DESC, batch_id",
        order_id
    );
    let held = held
        .fetch_all(&mut *db)
        .await?
        .into_iter()
        .map(|row| BatchReservation {
            batch_id: row.batch_id,
            pack: Pack {
                product_id: row.product_id,
                weight_in_grams: row.weight_in_grams,
            },
            quantity: row.quantity,
        });
    let waits = sqlx::query!(
        "SELECT product_id, weight_in_grams, quantity, price_paise FROM oversold_packs WHERE order_id = $1",
        order_id
    );
    let waits = waits.fetch_all(db).await?.into_iter().map(|row| Line {
        pack: Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        },
        quantity: row.quantity,
        price_paise: row.price_paise,
    });
    Ok(OrderStock {
        held: held.collect(),
        waits: waits.collect(),
    })
}

/// Notes that an order's lines may change in this version. Keeps a later version that is already noted.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_change(
    db: &mut PgConnection,
    order_id: Uuid,
    version: i64,
    finalize_after: std::time::Duration,
) -> sqlx::Result<()> {
    let noting = sqlx::query!(
        "UPDATE reservations SET change_version = greatest(change_version, $2),
           change_finalize_by = now() + make_interval(secs => $3)
         WHERE order_id = $1",
        order_id,
        version,
        finalize_after.as_secs_f64()
    );
    noting.execute(db).await?;
    Ok(())
}

/// Notes the version whose lines are known, and ends the pending change.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn end_change(db: &mut PgConnection, order_id: Uuid, version: i64) -> sqlx::Result<()> {
    let ending = sqlx::query!(
        "UPDATE reservations SET lines_version = greatest(lines_version, $2), change_version = NULL, change_finalize_by = NULL
         WHERE order_id = $1",
        order_id,
        version
    );
    ending.execute(db).await?;
    Ok(())
}

/// Returns true if the change that an order waits for is overdue.
#[tracing::instrument(name = "SELECT reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn is_overdue(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<bool> {
    let overdue = sqlx::query_scalar!(
        "SELECT order_id FROM reservations WHERE order_id = $1 AND change_finalize_by < now()",
        order_id
    );
    Ok(overdue.fetch_optional(db).await?.is_some())
}

/// Returns the orders whose changes are overdue, the oldest first.
#[tracing::instrument(name = "SELECT reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn overdue(db: &PgPool, limit: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT order_id FROM reservations
         WHERE change_finalize_by IS NOT NULL AND state = 'placed' AND change_finalize_by < now()
         ORDER BY change_finalize_by, order_id LIMIT $1",
        limit
    )
    .fetch_all(db)
    .await
}

/// Reserves these packs for an order, in addition to those that it has. The packs are locked.
pub async fn reserve(
    db: &mut PgConnection,
    order_id: Uuid,
    parts: impl IntoIterator<Item = Allocation>,
) -> sqlx::Result<()> {
    let mut gets = OrderPacks::default();
    for part in parts {
        gets.push(order_id, part);
    }
    if gets.orders.is_empty() {
        return Ok(());
    }
    gets.reserve(db).await
}

/// Writes the packs that an order has from now on, and those that it waits for. The packs are locked.
#[tracing::instrument(name = "UPDATE reserved_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn write(db: &mut PgConnection, order_id: Uuid, plan: ChangePlan) -> sqlx::Result<()> {
    if !plan.released.is_empty() {
        release(db, order_id, &plan.released).await?;
    }
    reserve(db, order_id, plan.taken).await?;
    let lacking = LineColumns::new(&plan.lacking);
    let waiting = sqlx::query!(
        "WITH line AS (
           SELECT * FROM unnest($2::uuid[], $3::integer[], $4::integer[], $5::bigint[])
             AS line (product_id, weight_in_grams, quantity, price_paise)),
         ended AS (
           DELETE FROM oversold_packs
           WHERE order_id = $1 AND (product_id, weight_in_grams) NOT IN (SELECT product_id, weight_in_grams FROM line))
         INSERT INTO oversold_packs (order_id, product_id, weight_in_grams, quantity, price_paise)
         SELECT $1::uuid, product_id, weight_in_grams, quantity, price_paise FROM line
         ON CONFLICT (order_id, product_id, weight_in_grams)
         DO UPDATE SET quantity = excluded.quantity, price_paise = excluded.price_paise",
        order_id,
        &lacking.products,
        &lacking.weights,
        &lacking.quantities,
        &lacking.prices
    );
    waiting.execute(db).await?;
    Ok(())
}

/// Takes reserved packs from an order and makes them available again.
pub(super) async fn release(db: &mut PgConnection, order_id: Uuid, parts: &[Allocation]) -> sqlx::Result<()> {
    let batches: Vec<_> = parts.iter().map(|part| part.batch_id).collect();
    let quantities: Vec<_> = parts.iter().map(|part| part.quantity).collect();
    let releasing = sqlx::query!(
        "WITH part AS (SELECT * FROM unnest($2::uuid[], $3::integer[]) AS part (batch_id, quantity)),
         gone AS (
           DELETE FROM reserved_packs USING part
           WHERE order_id = $1 AND reserved_packs.batch_id = part.batch_id AND reserved_packs.quantity <= part.quantity),
         fewer AS (
           UPDATE reserved_packs SET quantity = reserved_packs.quantity - part.quantity FROM part
           WHERE order_id = $1 AND reserved_packs.batch_id = part.batch_id AND reserved_packs.quantity > part.quantity)
         UPDATE batches SET reserved = reserved - part.quantity FROM part WHERE batches.id = part.batch_id",
        order_id,
        &batches,
        &quantities
    );
    releasing.execute(db).await?;
    Ok(())
}
