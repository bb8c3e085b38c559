//! The SQL of orders that wait for packs. Orders with packs of a recalled batch get other packs, and new
//! stock goes to the order placed first.
//!
//! The caller locks the pack's row. Elsewhere a reservation is locked before its packs, so this code skips
//! reservations that are locked; the next run handles them.

use sqlx::{PgConnection, PgPool};
use uuid::Uuid;

use crate::{
    error::Error,
    pack::Pack,
    reservations::{
        order_packs::OrderPacks,
        pack_store::{self, PackRow},
        plan_store::read_stock,
        planning::allocation::{Allocation, allocate},
    },
};

/// The number of orders handled in one transaction.
const AT_ONCE: i64 = 1_000;

/// The number of packs handled in one run, chosen at random.
const PACKS_AT_ONCE: i64 = 100;

/// Locks a known pack. Every change to its batches takes this lock first, and publishes the rows returned
/// here.
pub async fn lock_pack(db: &mut PgConnection, pack: Pack) -> sqlx::Result<Vec<PackRow>> {
    pack_store::lock(db, [pack]).await
}

/// Gives the free packs of a locked pack to the orders that wait for it, the order placed first first.
pub async fn fill_backorders(db: &mut PgConnection, locked: &[PackRow]) -> sqlx::Result<()> {
    // A pack without a row has no stock.
    let Some(pack) = locked.first().map(|row| row.pack) else {
        return Ok(());
    };
    let waiting = sqlx::query!(
        "SELECT order_id, quantity, price_paise FROM oversold_packs JOIN reservations USING (order_id)
         WHERE product_id = $1 AND weight_in_grams = $2 AND state = 'placed'
         ORDER BY finalize_by, order_id LIMIT $3 FOR UPDATE OF reservations SKIP LOCKED",
        pack.product_id,
        pack.weight_in_grams,
        AT_ONCE
    );
    let waiting = waiting.fetch_all(&mut *db).await?;
    if waiting.is_empty() {
        return Ok(());
    }
    let mut stock = read_stock(db, locked, &[]).await?;
    let batches = stock
        .get_mut(&pack)
        .map(|stock| &mut stock.batches[..])
        .unwrap_or_default();
    let mut served = OrderPacks::default();
    for order in waiting {
        for part in allocate(batches, order.quantity, order.price_paise) {
            served.push(order.order_id, part);
        }
    }
    if served.orders.is_empty() {
        return Ok(());
    }
    served.reserve(db).await?;
    end_waiting(db, pack, &served).await
}

/// Takes packs of recalled batches from orders that have not been shipped, and replaces them if stock allows;
/// the other orders wait. Returns true if there may be more such orders. The pack is locked.
pub async fn replace_recalled(db: &mut PgConnection, locked: &[PackRow]) -> sqlx::Result<bool> {
    let Some(pack) = locked.first().map(|row| row.pack) else {
        return Ok(false);
    };
    let recalled = sqlx::query!(
        "SELECT order_id, batch_id, quantity, price_paise, state FROM reserved_packs
         JOIN batches ON batches.id = batch_id JOIN reservations USING (order_id)
         WHERE product_id = $1 AND weight_in_grams = $2 AND is_recalled
           AND state IN ('held', 'placed') AND released_at IS NULL
         ORDER BY finalize_by, order_id LIMIT $3 FOR UPDATE OF reservations SKIP LOCKED",
        pack.product_id,
        pack.weight_in_grams,
        AT_ONCE
    );
    let recalled = recalled.fetch_all(&mut *db).await?;
    let are_more = i64::try_from(recalled.len()).is_ok_and(|found| found == AT_ONCE);
    let mut taken = OrderPacks::default();
    // Orders in state `held` are checked again when they are placed, and then reserve the packs that they
    // lack.
    let mut waiting = OrderPacks::default();
    for row in recalled {
        let part = Allocation {
            batch_id: row.batch_id,
            quantity: row.quantity,
            price_paise: row.price_paise,
        };
        taken.push(row.order_id, part);
        if row.state == "placed" {
            waiting.push(row.order_id, part);
        }
    }
    if !taken.orders.is_empty() {
        taken.take_away(db).await?;
    }
    if !waiting.orders.is_empty() {
        begin_waiting(db, pack, &waiting).await?;
    }
    fill_backorders(db, locked).await?;
    Ok(are_more)
}

/// Gives free packs to the orders that wait for them. Returns the number of packs checked.
#[tracing::instrument(name = "SELECT oversold_packs", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn fill_all_backorders(db: &PgPool) -> sqlx::Result<u64> {
    let packs = sqlx::query_as!(
        Pack,
        r#"SELECT product_id AS "product_id!", weight_in_grams AS "weight_in_grams!" FROM (
             SELECT product_id, weight_in_grams FROM oversold_packs
             UNION SELECT product_id, weight_in_grams FROM batches WHERE is_recalled AND reserved > 0) AS waited_for
           ORDER BY random() LIMIT $1"#,
        PACKS_AT_ONCE
    );
    let packs = packs.fetch_all(db).await?;
    for pack in &packs {
        let mut transaction = database::begin(db).await?;
        let locked = lock_pack(&mut transaction, *pack).await?;
        replace_recalled(&mut transaction, &locked).await?;
        pack_store::publish_changes(&mut transaction, &locked).await?;
        transaction.commit().await?;
    }
    Ok(u64::try_from(packs.len()).unwrap_or(u64::MAX))
}

/// Releases an order for shipping, or fails with the reason why it must not be shipped.
#[tracing::instrument(name = "UPDATE reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn release(db: &PgPool, order_id: Uuid) -> Result<(), Error> {
    let mut transaction = database::begin(db).await?;
    // Only placed orders are shipped, even if the event that says so is still on its way.
    let releasing = sqlx::query!(
        "UPDATE reservations SET released_at = now(), state = 'placed'
         WHERE order_id = $1 AND state IN ('held', 'placed')",
        order_id
    );
    if releasing.execute(&mut *transaction).await?.rows_affected() == 0 {
        return Ok(());
    }
    let recalled = sqlx::query!(
        "SELECT product_id, weight_in_grams, batch_number FROM reserved_packs JOIN batches ON batches.id = batch_id
         WHERE order_id = $1 AND is_recalled ORDER BY product_id, weight_in_grams, batch_number",
        order_id
    );
    let recalled = recalled.fetch_all(&mut *transaction).await?;
    if !recalled.is_empty() {
        let stopping = sqlx::query!(
            "UPDATE reservations SET released_at = NULL WHERE order_id = $1",
            order_id
        );
        stopping.execute(&mut *transaction).await?;
        for row in &recalled {
            let pack = Pack {
                product_id: row.product_id,
                weight_in_grams: row.weight_in_grams,
            };
            let locked = lock_pack(&mut transaction, pack).await?;
            replace_recalled(&mut transaction, &locked).await?;
            pack_store::publish_changes(&mut transaction, &locked).await?;
        }
        transaction.commit().await?;
        let numbers = recalled.into_iter().map(|row| row.batch_number);
        return Err(Error::Recalled(numbers.collect()));
    }
    let missing = sqlx::query_scalar!(
        r#"SELECT coalesce(sum(quantity), 0) AS "packs!" FROM oversold_packs WHERE order_id = $1"#,
        order_id
    );
    let missing = missing.fetch_one(&mut *transaction).await?;
    if missing > 0 {
        return Err(Error::PacksMissing(missing));
    }
    transaction.commit().await?;
    Ok(())
}

async fn begin_waiting(db: &mut PgConnection, pack: Pack, lost: &OrderPacks) -> sqlx::Result<()> {
    let noting = sqlx::query!(
        "INSERT INTO oversold_packs (order_id, product_id, weight_in_grams, quantity, price_paise)
         SELECT order_id, $1, $2, sum(quantity)::integer, max(price_paise)
         FROM unnest($3::uuid[], $4::integer[], $5::bigint[]) AS lost (order_id, quantity, price_paise) GROUP BY order_id
         ON CONFLICT (order_id, product_id, weight_in_grams)
         DO UPDATE SET quantity = oversold_packs.quantity + excluded.quantity,
           price_paise = greatest(oversold_packs.price_paise, excluded.price_paise)",
        pack.product_id,
        pack.weight_in_grams,
        &lost.orders,
        &lost.quantities,
        &lost.prices
    );
    noting.execute(db).await?;
    Ok(())
}

/// Ends the wait of orders that got their packs.
async fn end_waiting(db: &mut PgConnection, pack: Pack, served: &OrderPacks) -> sqlx::Result<()> {
    let ending = sqlx::query!(
        "WITH served AS (
           SELECT order_id, sum(quantity)::integer AS quantity
           FROM unnest($3::uuid[], $4::integer[]) AS part (order_id, quantity) GROUP BY order_id),
         ended AS (
           DELETE FROM oversold_packs USING served
           WHERE oversold_packs.order_id = served.order_id AND product_id = $1 AND weight_in_grams = $2
             AND oversold_packs.quantity <= served.quantity)
         UPDATE oversold_packs SET quantity = oversold_packs.quantity - served.quantity FROM served
         WHERE oversold_packs.order_id = served.order_id AND product_id = $1 AND weight_in_grams = $2
           AND oversold_packs.quantity > served.quantity",
        pack.product_id,
        pack.weight_in_grams,
        &served.orders,
        &served.quantities
    );
    ending.execute(db).await?;
    Ok(())
}
