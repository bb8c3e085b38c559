//! Changes to reserved packs: confirmed, released or sold.
//!
//! A reservation is always locked before its packs. So its packs cannot change while they are being locked.

use std::collections::BTreeSet;

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        line::Line,
        order_packs::OrderPacks,
        pack_store,
        plan_store::read_stock,
        planning::plan::{PlacedPlan, plan_placed},
        reservation_store::LineColumns,
    },
};

/// Confirms the reservation of a placed order, and reserves the packs that it lacks. The order is locked.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn confirm(db: &mut PgConnection, order_id: Uuid, lines: &[Line]) -> sqlx::Result<()> {
    let columns = LineColumns::new(lines);
    // Nearly every order holds the packs that it needs.
    let confirming = sqlx::query!(
        "UPDATE reservations SET state = 'placed' WHERE order_id = $1 AND state = 'held' AND NOT EXISTS (
           SELECT FROM unnest($2::uuid[], $3::integer[], $4::integer[]) AS line (product_id, weight_in_grams, quantity)
           FULL JOIN (
             SELECT product_id, weight_in_grams, sum(reserved_packs.quantity) AS quantity
             FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = $1
             GROUP BY product_id, weight_in_grams) AS held USING (product_id, weight_in_grams)
           WHERE line.quantity IS DISTINCT FROM held.quantity)",
        order_id,
        &columns.products,
        &columns.weights,
        &columns.quantities
    );
    if confirming.execute(&mut *db).await?.rows_affected() == 0 {
        take(db, order_id, lines).await?;
    }
    Ok(())
}

/// Reserves the packs of a placed order, and releases others that it held: two checkouts may have used the
/// same idempotency key, from which the order id is made. Missing packs are noted as oversold.
async fn take(db: &mut PgConnection, order_id: Uuid, lines: &[Line]) -> sqlx::Result<()> {
    let taking = sqlx::query!(
        "UPDATE reservations SET state = 'placed' WHERE order_id = $1 AND state IN ('held', 'abandoned')",
        order_id
    );
    if taking.execute(&mut *db).await?.rows_affected() == 0 {
        return Ok(());
    }
    let mut packs = packs_of(db, &[order_id]).await?;
    packs.extend(lines.iter().map(|line| line.pack));
    let packs = pack_store::lock_or_add(db, packs).await?;
    forget(db, &[order_id]).await?;
    let mut stock = read_stock(db, &packs, &[]).await?;
    let PlacedPlan { taken, lacking } = plan_placed(lines, &mut stock);
    let mut gets = OrderPacks::default();
    for part in taken {
        gets.push(order_id, part);
    }
    gets.reserve(db).await?;
    let lacking = LineColumns::new(&lacking);
    let waiting = sqlx::query!(
        "INSERT INTO oversold_packs (order_id, product_id, weight_in_grams, quantity, price_paise)
         SELECT $1::uuid, * FROM unnest($2::uuid[], $3::integer[], $4::integer[], $5::bigint[])",
        order_id,
        &lacking.products,
        &lacking.weights,
        &lacking.quantities,
        &lacking.prices
    );
    waiting.execute(&mut *db).await?;
    pack_store::publish_changes(db, &packs).await?;
    Ok(())
}

/// Releases the packs of a cancelled order. The order is locked.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn cancel(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<()> {
    let cancelling = sqlx::query!(
        "UPDATE reservations SET state = 'cancelled'
         WHERE order_id = $1 AND state IN ('held', 'placed', 'abandoned')",
        order_id
    );
    if cancelling.execute(&mut *db).await?.rows_affected() == 0 {
        return Ok(());
    }
    release(db, &[order_id]).await?;
    end_waiting(db, order_id).await
}

/// Books the packs of an order as sold, and ends its wait for missing packs. The order is locked.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn ship(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<()> {
    let shipping = sqlx::query!(
        "UPDATE reservations SET state = 'shipped' WHERE order_id = $1 AND state IN ('held', 'placed')",
        order_id
    );
    if shipping.execute(&mut *db).await?.rows_affected() > 0 {
        let packs = packs_of(db, &[order_id]).await?;
        // The shipped packs were reserved, so the number of free packs does not change and there is nothing
        // to publish.
        pack_store::lock(db, packs).await?;
        let moving = sqlx::query!(
            "INSERT INTO movements (id, batch_id, kind, quantity, order_id)
             SELECT gen_random_uuid(), batch_id, 'sold', -quantity, order_id
             FROM reserved_packs WHERE order_id = $1 ORDER BY batch_id",
            order_id
        );
        moving.execute(&mut *db).await?;
        // An empty batch no longer counts for the pack's lowest MRP.
        let emptied = sqlx::query!(
            "UPDATE packs SET is_report_due = true
             FROM batches
             WHERE batches.id = ANY (ARRAY (SELECT batch_id FROM reserved_packs WHERE order_id = $1)) AND on_hand = 0
               AND NOT is_report_due AND (packs.product_id, packs.weight_in_grams) = (batches.product_id, batches.weight_in_grams)",
            order_id
        );
        emptied.execute(&mut *db).await?;
    }
    end_waiting(db, order_id).await
}

/// Confirms the reservations of placed orders, and releases abandoned ones that are overdue.
#[tracing::instrument(name = "BEGIN finalizing", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn finalize(db: &PgPool, placed: &[Uuid], abandoned: &[Uuid]) -> sqlx::Result<()> {
    let mut transaction = database::begin(db).await?;
    let locking = sqlx::query!(
        "SELECT FROM reservations WHERE order_id = ANY($1::uuid[] || $2::uuid[]) AND state = 'held' ORDER BY order_id FOR UPDATE",
        placed,
        abandoned
    );
    locking.execute(&mut *transaction).await?;
    let keeping = sqlx::query!(
        "UPDATE reservations SET state = 'placed' WHERE order_id = ANY($1) AND state = 'held'",
        placed
    );
    keeping.execute(&mut *transaction).await?;
    let ending = sqlx::query_scalar!(
        "UPDATE reservations SET state = 'abandoned'
         WHERE order_id = ANY($1) AND state = 'held' AND finalize_by < now() RETURNING order_id",
        abandoned
    );
    let given_up = ending.fetch_all(&mut *transaction).await?;
    release(&mut transaction, &given_up).await?;
    transaction.commit().await
}

/// Releases placed reservations whose orders the order service lost in a restore. Reservations younger than a
/// day stay.
#[tracing::instrument(name = "BEGIN releasing", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn release_lost(db: &PgPool, orders: &[Uuid]) -> sqlx::Result<()> {
    if orders.is_empty() {
        return Ok(());
    }
    let mut transaction = database::begin(db).await?;
    let locking = sqlx::query!(
        "SELECT FROM reservations WHERE order_id = ANY($1) AND state = 'placed' ORDER BY order_id FOR UPDATE",
        orders
    );
    locking.execute(&mut *transaction).await?;
    let ending = sqlx::query_scalar!(
        "UPDATE reservations SET state = 'cancelled'
         WHERE order_id = ANY($1) AND state = 'placed' AND finalize_by < now() - interval '1 day' RETURNING order_id",
        orders
    );
    let lost = ending.fetch_all(&mut *transaction).await?;
    release(&mut transaction, &lost).await?;
    for order_id in lost {
        end_waiting(&mut transaction, order_id).await?;
    }
    transaction.commit().await
}

/// Releases the packs of these locked orders. Their rows stay.
async fn release(db: &mut PgConnection, orders: &[Uuid]) -> sqlx::Result<()> {
    let packs = packs_of(db, orders).await?;
    let packs = pack_store::lock(db, packs).await?;
    forget(db, orders).await?;
    pack_store::publish_changes(db, &packs).await?;
    Ok(())
}

/// Returns the packs that these locked orders hold.
async fn packs_of(db: &mut PgConnection, orders: &[Uuid]) -> sqlx::Result<BTreeSet<Pack>> {
    let packs = sqlx::query_as!(
        Pack,
        "SELECT DISTINCT product_id, weight_in_grams FROM reserved_packs JOIN batches ON batches.id = batch_id
         WHERE order_id = ANY($1)",
        orders
    );
    Ok(packs.fetch_all(db).await?.into_iter().collect())
}

/// Deletes the reserved packs of these orders. The packs are locked.
async fn forget(db: &mut PgConnection, orders: &[Uuid]) -> sqlx::Result<()> {
    let forgetting = sqlx::query!(
        "WITH gone AS (DELETE FROM reserved_packs WHERE order_id = ANY($1) RETURNING batch_id, quantity),
         held AS (SELECT batch_id, sum(quantity) AS quantity FROM gone GROUP BY batch_id)
         UPDATE batches SET reserved = reserved - held.quantity FROM held WHERE batches.id = held.batch_id",
        orders
    );
    forgetting.execute(db).await?;
    Ok(())
}

async fn end_waiting(db: &mut PgConnection, order_id: Uuid) -> sqlx::Result<()> {
    let ending = sqlx::query!("DELETE FROM oversold_packs WHERE order_id = $1", order_id);
    ending.execute(db).await?;
    Ok(())
}
