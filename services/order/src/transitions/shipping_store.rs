//! The SQL of imports that ship many orders or correct their parcels, one statement per table.

use sqlx::PgConnection;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    events,
    order::{
        order_status::{Actor, Status},
        parcel::Parcel,
        record::Order,
    },
};

/// The entry in the history for a corrected parcel. It does not contain the number, because history is never
/// erased.
const CORRECTED: &str = "The tracking number was corrected";

/// An order with its parcel.
#[derive(Debug)]
pub struct ShippedOrder<'a> {
    /// The current order.
    pub order: &'a Order,
    /// The new parcel.
    pub parcel: Parcel,
    /// The weight, in grams. `None` if the known weight stays.
    pub weight_in_grams: Option<i32>,
}

/// Returns the order numbers that this transaction already changed.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn written_here(db: &mut PgConnection, numbers: &[String]) -> sqlx::Result<Vec<String>> {
    let written = sqlx::query_scalar!(
        "SELECT order_number FROM orders WHERE order_number = ANY($1) AND xmin = pg_current_xact_id()::xid",
        numbers
    );
    written.fetch_all(db).await
}

/// Returns the orders that this transaction shipped, or whose parcels it corrected.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn shipped_here(db: &mut PgConnection, numbers: &[String]) -> sqlx::Result<Vec<Uuid>> {
    let shipped = sqlx::query_scalar!(
        "SELECT id FROM orders WHERE order_number = ANY($1) AND xmin = pg_current_xact_id()::xid AND status = 'shipped' ORDER BY id",
        numbers
    );
    shipped.fetch_all(db).await
}

/// Ships these orders. They are locked, may ship and have no parcel yet.
#[tracing::instrument(name = "UPDATE orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn ship(
    db: &mut PgConnection,
    shipped: &[ShippedOrder<'_>],
    staff_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    change(db, shipped, Status::Shipped.as_str(), "", (staff_id, now)).await?;
    let events = shipped.iter().filter_map(|ShippedOrder { order, .. }| {
        let from = Status::parse(&order.status);
        events::order_status_changed(order, (from, Status::Shipped), &[], order.version + 1, now)
    });
    outbox::write_all(db, events.collect()).await
}

/// Corrects the parcels of these orders. They are locked and shipped.
#[tracing::instrument(name = "UPDATE parcels", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn correct_parcels(
    db: &mut PgConnection,
    corrected: &[ShippedOrder<'_>],
    staff_id: Uuid,
    now: OffsetDateTime,
) -> sqlx::Result<()> {
    change(
        db,
        corrected,
        Status::Shipped.as_str(),
        CORRECTED,
        (staff_id, now),
    )
    .await?;
    let events = corrected
        .iter()
        .map(|ShippedOrder { order, .. }| events::order_parcel_corrected(order, order.version + 1, now));
    outbox::write_all(db, events.collect()).await
}

/// Writes the new version, status, parcel and history of these orders.
async fn change(
    db: &mut PgConnection,
    orders: &[ShippedOrder<'_>],
    to: &str,
    reason: &str,
    (staff_id, now): (Uuid, OffsetDateTime),
) -> sqlx::Result<()> {
    if orders.is_empty() {
        return Ok(());
    }
    let ids: Vec<_> = orders.iter().map(|shipped| shipped.order.id).collect();
    let versions: Vec<_> = orders.iter().map(|shipped| shipped.order.version + 1).collect();
    let from: Vec<_> = orders
        .iter()
        .map(|shipped| shipped.order.status.clone())
        .collect();
    let weights: Vec<_> = orders.iter().map(|shipped| shipped.weight_in_grams).collect();
    let parcels = orders.iter().map(|shipped| &shipped.parcel);
    let carriers: Vec<_> = parcels.clone().map(|parcel| parcel.carrier.clone()).collect();
    let numbers: Vec<_> = parcels
        .clone()
        .map(|parcel| parcel.tracking_number.clone())
        .collect();
    let urls: Vec<_> = parcels.map(|parcel| parcel.tracking_url.clone()).collect();
    sqlx::query!(
        "WITH changed AS (
           UPDATE orders SET status = $4, version = change.version,
             parcel_weight_in_grams = coalesce(change.weight, parcel_weight_in_grams)
           FROM unnest($1::uuid[], $2::integer[], $9::integer[]) AS change (id, version, weight) WHERE orders.id = change.id)
         INSERT INTO order_changes (order_id, version, from_status, to_status, actor, actor_id, reason, changed_at)
         SELECT id, version, from_status, $4, $5, $6, $7, $8
         FROM unnest($1, $2, $3::text[]) AS change (id, version, from_status)",
        &ids,
        &versions,
        &from,
        to,
        Actor::Staff.as_str(),
        staff_id,
        reason,
        now,
        &weights as &[Option<i32>]
    )
    .execute(&mut *db)
    .await?;
    sqlx::query!(
        "INSERT INTO parcels (order_id, carrier, tracking_number, tracking_url)
         SELECT * FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[])
         ON CONFLICT (order_id) DO UPDATE SET carrier = excluded.carrier, tracking_number = excluded.tracking_number,
           tracking_url = excluded.tracking_url",
        &ids,
        &carriers,
        &numbers,
        &urls
    )
    .execute(db)
    .await?;
    Ok(())
}
