//! The SQL of reservations.

use jobs::BATCH;
use sqlx::{PgConnection, PgExecutor, PgPool, types::Json};
use time::Date;
use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        line::Line,
        order_event::{AwaitedEvent, ReservationRecord},
    },
};

/// Lines, as one list per column.
pub(super) struct LineColumns {
    pub(super) products: Vec<Uuid>,
    pub(super) weights: Vec<i32>,
    pub(super) quantities: Vec<i32>,
    pub(super) prices: Vec<i64>,
}

impl LineColumns {
    pub(super) fn new(lines: &[Line]) -> Self {
        Self {
            products: lines.iter().map(|line| line.pack.product_id).collect(),
            weights: lines.iter().map(|line| line.pack.weight_in_grams).collect(),
            quantities: lines.iter().map(|line| line.quantity).collect(),
            prices: lines.iter().map(|line| line.price_paise).collect(),
        }
    }
}

/// Notes that the parcel of an order is closed.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn note_packed(db: impl PgExecutor<'_>, order_id: Uuid) -> sqlx::Result<()> {
    let noting = sqlx::query!(
        "UPDATE reservations SET is_packed = true WHERE order_id = $1",
        order_id
    );
    noting.execute(db).await?;
    Ok(())
}

/// Deletes reservations that hold no packs, thirty days after they were made; one batch per call. Their
/// orders get no later requests: an idempotency key and the replay of events both end after a week.
#[tracing::instrument(name = "DELETE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn forget_ended(db: &PgPool) -> sqlx::Result<u64> {
    let forgetting = sqlx::query!(
        "DELETE FROM reservations WHERE order_id = ANY (ARRAY(
           SELECT order_id FROM reservations
           WHERE state IN ('abandoned', 'cancelled') AND awaits IS NULL AND finalize_by < now() - interval '30 days'
           LIMIT $1 FOR UPDATE SKIP LOCKED))",
        BATCH
    );
    Ok(forgetting.execute(db).await?.rows_affected())
}

/// Notes shipped packs as returned; no lines means all packs of the order. A staff member inspects them
/// before they are sold again.
#[tracing::instrument(name = "INSERT returned_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn take_back(db: impl PgExecutor<'_>, order_id: Uuid, lines: &[Line]) -> sqlx::Result<()> {
    let lines = LineColumns::new(lines);
    let taking = sqlx::query!(
        "WITH returned AS (
           UPDATE reservations SET state = 'returned' WHERE order_id = $1 AND state = 'shipped' RETURNING order_id),
         had AS (
           SELECT product_id, weight_in_grams, sum(quantity)::integer AS quantity
           FROM reserved_packs JOIN batches ON batches.id = batch_id
           WHERE order_id = $1 GROUP BY product_id, weight_in_grams)
         INSERT INTO returned_packs (order_id, product_id, weight_in_grams, quantity)
         SELECT order_id, product_id, weight_in_grams, least(had.quantity, coalesce(line.quantity, had.quantity))
         FROM returned CROSS JOIN had
         LEFT JOIN unnest($2::uuid[], $3::integer[], $4::integer[]) AS line (product_id, weight_in_grams, quantity)
           USING (product_id, weight_in_grams)
         WHERE cardinality($2) = 0 OR line.quantity IS NOT NULL",
        order_id,
        &lines.products,
        &lines.weights,
        &lines.quantities
    );
    taking.execute(db).await?;
    Ok(())
}

/// Locks a reservation until the transaction ends, and returns it. Inserts an abandoned one if the order is
/// unknown.
#[tracing::instrument(name = "SELECT reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn lock(transaction: &mut PgConnection, order_id: Uuid) -> sqlx::Result<ReservationRecord> {
    // Nearly every order has a reservation.
    if let Some(known) = find_locked(&mut *transaction, order_id).await? {
        return Ok(known);
    }
    sqlx::query!(
        "INSERT INTO reservations (order_id, state, finalize_by) VALUES ($1, 'abandoned', now()) ON CONFLICT DO NOTHING",
        order_id
    )
    .execute(&mut *transaction)
    .await?;
    let known = find_locked(transaction, order_id).await?;
    known.ok_or(sqlx::Error::RowNotFound)
}

async fn find_locked(
    transaction: &mut PgConnection,
    order_id: Uuid,
) -> sqlx::Result<Option<ReservationRecord>> {
    let known = sqlx::query!(
        r#"SELECT state, version, lines_version, change_version, awaits,
             awaited_lines AS "awaited_lines: Json<Vec<Line>>"
           FROM reservations WHERE order_id = $1 FOR UPDATE"#,
        order_id
    );
    let known = known.fetch_optional(transaction).await?;
    Ok(known.map(|known| ReservationRecord {
        awaited_lines: known.awaited_lines.0,
        state: known.state,
        version: known.version,
        lines_version: known.lines_version,
        change_version: known.change_version,
        awaits: known.awaits.as_deref().and_then(AwaitedEvent::parse),
    }))
}

/// Stores the version of the newest event, and the event to apply once the lines are known, with its lines.
/// No lines means all packs.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn remember(
    transaction: &mut PgConnection,
    order_id: Uuid,
    version: i64,
    awaits: Option<(AwaitedEvent, &[Line])>,
) -> sqlx::Result<()> {
    let lines = awaits.map_or(&[][..], |(_, lines)| lines);
    let remembering = sqlx::query!(
        "UPDATE reservations SET version = $2, awaits = $3, awaited_lines = $4 WHERE order_id = $1",
        order_id,
        version,
        awaits.map(|(awaited, _)| awaited.as_str()),
        Json(lines) as _
    );
    remembering.execute(transaction).await?;
    Ok(())
}

/// Returns a page of the placed orders whose packs have been reserved for more than a day.
#[tracing::instrument(name = "SELECT reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn placed_after(db: &PgPool, after: Uuid, limit: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT order_id FROM reservations
         WHERE state = 'placed' AND order_id > $1 AND finalize_by < now() - interval '1 day' ORDER BY order_id LIMIT $2",
        after,
        limit
    )
    .fetch_all(db)
    .await
}

/// Returns the overdue reservations, the oldest first.
#[tracing::instrument(name = "SELECT reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn overdue(db: &PgPool, limit: i64) -> sqlx::Result<Vec<Uuid>> {
    sqlx::query_scalar!(
        "SELECT order_id FROM reservations WHERE state = 'held' AND finalize_by < now()
         ORDER BY finalize_by, order_id LIMIT $1",
        limit
    )
    .fetch_all(db)
    .await
}

/// Returns the number of oversold packs.
pub async fn oversold(db: &PgPool) -> sqlx::Result<u32> {
    let packs = sqlx::query_scalar!(r#"SELECT coalesce(sum(quantity), 0) AS "packs!" FROM oversold_packs"#);
    Ok(u32::try_from(packs.fetch_one(db).await?).unwrap_or(u32::MAX))
}

/// Packs of one batch that are reserved for an order.
#[derive(Debug, Clone)]
pub struct ReservedPacks {
    /// The batch's id.
    pub batch_id: Uuid,
    /// The batch number printed on the pack.
    pub batch_number: String,
    /// The pack.
    pub pack: Pack,
    /// The number of packs.
    pub quantity: i32,
    /// The packing date of the batch.
    pub packed_on: Date,
    /// The best-before date.
    pub best_before: Date,
    /// The price printed on the pack, in paise.
    pub mrp_paise: i64,
    /// True if the batch was recalled.
    pub is_recalled: bool,
    /// The shelf on which the batch lies; empty if unknown.
    pub shelf: String,
}

/// Returns the packs reserved for an order; `None` if it has no reservation.
#[tracing::instrument(name = "SELECT reserved_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_order(db: &PgPool, order_id: Uuid) -> sqlx::Result<Option<Vec<ReservedPacks>>> {
    let known = sqlx::query_scalar!("SELECT order_id FROM reservations WHERE order_id = $1", order_id);
    if known.fetch_optional(db).await?.is_none() {
        return Ok(None);
    }
    let reserved = of_orders(db, &[order_id]).await?.into_iter();
    Ok(Some(reserved.map(|(_, reserved)| reserved).collect()))
}

/// Returns the packs reserved for these orders, each with the order's id.
#[tracing::instrument(name = "SELECT reserved_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn of_orders(db: &PgPool, orders: &[Uuid]) -> sqlx::Result<Vec<(Uuid, ReservedPacks)>> {
    let rows = sqlx::query!(
        "SELECT order_id, batch_id, batch_number, product_id, weight_in_grams, quantity, packed_on, best_before, batches.mrp_paise,
           is_recalled, shelf
         FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = ANY($1)
         ORDER BY product_id, weight_in_grams, best_before, batch_id",
        orders
    );
    let reserved = rows.fetch_all(db).await?.into_iter().map(|row| {
        let pack = Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        };
        let reserved = ReservedPacks {
            batch_id: row.batch_id,
            batch_number: row.batch_number,
            pack,
            quantity: row.quantity,
            packed_on: row.packed_on,
            best_before: row.best_before,
            mrp_paise: row.mrp_paise,
            is_recalled: row.is_recalled,
            shelf: row.shelf,
        };
        (row.order_id, reserved)
    });
    Ok(reserved.collect())
}
