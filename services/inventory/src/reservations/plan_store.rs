//! The SQL of reserving for a group of orders: locks their reservations, then their packs, reads the stock,
//! decides, and writes.
//!
//! A transaction that changes the batches of a pack locks the pack's row first, and several packs in the
//! order of product and weight. So no deadlock is possible, and each statement after the lock sees all
//! earlier changes.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use sqlx::{Connection as _, PgConnection};
use uuid::Uuid;

use crate::{
    pack::Pack,
    reservations::{
        line::Line,
        pack_store::{self, PackRow},
        planning::allocation::FreeBatch,
        planning::plan::{
            BatchReservation, OrderDemand, PackStock, ReservationOutcome, ReservationPlan, ReservationState,
            plan,
        },
    },
};

/// A request to reserve packs for an order.
#[derive(Debug, Clone)]
pub struct ReservationRequest {
    /// The order.
    pub order_id: Uuid,
    /// The lines; each pack occurs once.
    pub lines: Vec<Line>,
}

impl ReservationRequest {
    /// The packs that the order needs.
    pub fn packs(&self) -> impl Iterator<Item = Pack> {
        self.lines.iter().map(|line| line.pack)
    }
}

/// The result of a group of orders.
#[derive(Debug)]
pub struct GroupOutcome {
    /// The outcomes, in the order of the requests.
    pub outcomes: Vec<ReservationOutcome>,
    /// True when the relay has events to publish.
    pub has_events: bool,
}

/// The time for which packs are kept before the order service is asked if the order was placed. Checkout
/// takes far less.
const HELD_FOR: Duration = Duration::from_mins(15);

/// Reserves for each of these orders, in one transaction, all of its lines or none. Each order occurs once.
/// Returns the outcomes in the same order. The packs are kept for [`HELD_FOR`] by the database's clock. Fails
/// if another transaction locks a reservation or a pack for longer than `timeout`.
#[tracing::instrument(name = "BEGIN reservations", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn reserve_all(
    db: &mut PgConnection,
    orders: Vec<ReservationRequest>,
    timeout: Duration,
) -> sqlx::Result<GroupOutcome> {
    let mut transaction = db.begin().await?;
    let new = begin(&mut transaction, &orders, timeout).await?;
    let mut states = reservation_states(&mut transaction, &orders, &new).await?;
    let wanted = orders
        .into_iter()
        .map(|ReservationRequest { order_id, lines }| OrderDemand {
            order_id,
            lines,
            state: states.remove(&order_id).unwrap_or_default(),
        });
    let orders: Vec<_> = wanted.collect();
    let packs = lock_packs(&mut transaction, &orders).await?;
    let mut stock = read_stock(&mut transaction, &packs, &batches_of(&orders)).await?;
    let plan = plan(&orders, &mut stock);
    write(&mut transaction, &plan).await?;
    let mut events = 0;
    if !plan.changes.is_empty() {
        let free = packs.iter().map(|row| {
            stock
                .get(&row.pack)
                .map_or(0, |stock| stock.free_at(row.price_paise))
        });
        events = pack_store::publish(&mut transaction, packs.iter().zip(free)).await?;
    }
    transaction.commit().await?;
    Ok(GroupOutcome {
        outcomes: plan.outcomes,
        has_events: events > 0,
    })
}

/// Inserts the reservations that do not exist yet, and returns their orders. The lock timeout holds until the
/// transaction ends.
async fn begin(
    db: &mut PgConnection,
    orders: &[ReservationRequest],
    timeout: Duration,
) -> sqlx::Result<BTreeSet<Uuid>> {
    let ids: Vec<_> = orders.iter().map(|order| order.order_id).collect();
    let new = sqlx::query_scalar!(
        "WITH settings AS MATERIALIZED (SELECT set_config('lock_timeout', $3, true))
         INSERT INTO reservations (order_id, state, finalize_by)
         SELECT order_id, 'held', now() + make_interval(secs => $2)
         FROM settings, unnest($1::uuid[]) AS asked (order_id) ORDER BY order_id
         ON CONFLICT DO NOTHING RETURNING order_id",
        &ids,
        HELD_FOR.as_secs_f64(),
        pack_store::lock_timeout(timeout)
    );
    Ok(new.fetch_all(db).await?.into_iter().collect())
}

/// Locks the existing reservations and returns their states.
async fn reservation_states(
    db: &mut PgConnection,
    orders: &[ReservationRequest],
    new: &BTreeSet<Uuid>,
) -> sqlx::Result<BTreeMap<Uuid, ReservationState>> {
    let ids: Vec<_> = orders
        .iter()
        .map(|order| order.order_id)
        .filter(|id| !new.contains(id))
        .collect();
    if ids.is_empty() {
        return Ok(BTreeMap::new());
    }
    let rows = sqlx::query!(
        "SELECT order_id, state FROM reservations WHERE order_id = ANY($1) ORDER BY order_id FOR UPDATE",
        &ids
    );
    let rows = rows.fetch_all(&mut *db).await?;
    let held = sqlx::query!(
        "SELECT order_id, batch_id, product_id, weight_in_grams, quantity
         FROM reserved_packs JOIN batches ON batches.id = batch_id WHERE order_id = ANY($1)",
        &ids
    );
    let mut packs = BTreeMap::<Uuid, Vec<BatchReservation>>::new();
    for row in held.fetch_all(db).await? {
        let pack = Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        };
        packs.entry(row.order_id).or_default().push(BatchReservation {
            batch_id: row.batch_id,
            pack,
            quantity: row.quantity,
        });
    }
    let known = rows.into_iter().map(|row| {
        let known = match row.state.as_str() {
            "held" => ReservationState::Held(packs.remove(&row.order_id).unwrap_or_default()),
            "abandoned" => ReservationState::Abandoned,
            _ => ReservationState::Placed,
        };
        (row.order_id, known)
    });
    Ok(known.collect())
}

/// Locks all packs that these orders need or hold. Returns the known ones.
async fn lock_packs(db: &mut PgConnection, orders: &[OrderDemand]) -> sqlx::Result<Vec<PackRow>> {
    let packs: BTreeSet<Pack> = orders.iter().flat_map(packs_of).collect();
    pack_store::lock(db, packs).await
}

fn packs_of(order: &OrderDemand) -> impl Iterator<Item = Pack> {
    let held = match &order.state {
        ReservationState::Held(held) => &held[..],
        ReservationState::New | ReservationState::Abandoned | ReservationState::Placed => &[],
    };
    let needed = order.lines.iter().map(|line| line.pack);
    needed.chain(held.iter().map(|held| held.pack))
}

/// The batches of the packs that these orders hold.
fn batches_of(orders: &[OrderDemand]) -> Vec<Uuid> {
    let held = orders.iter().filter_map(|order| match &order.state {
        ReservationState::Held(held) => Some(held),
        ReservationState::New | ReservationState::Abandoned | ReservationState::Placed => None,
    });
    held.flatten().map(|held| held.batch_id).collect()
}

/// Returns the packs that can be sold today, and the batches in `held`, which may have free packs once an
/// order releases its own. The packs are locked.
pub(super) async fn read_stock(
    db: &mut PgConnection,
    packs: &[PackRow],
    held: &[Uuid],
) -> sqlx::Result<BTreeMap<Pack, PackStock>> {
    let (products, weights) = pack_store::columns(packs.iter().map(|row| row.pack));
    let batches = sqlx::query!(
        r#"SELECT id, product_id, weight_in_grams, on_hand - reserved AS "free!", mrp_paise FROM batches
           WHERE (product_id, weight_in_grams) IN (SELECT * FROM unnest($1::uuid[], $2::integer[]))
             AND last_sale_on >= shop_today() AND NOT is_recalled AND (on_hand > reserved OR id = ANY($3))
           ORDER BY best_before, id"#,
        &products,
        &weights,
        held
    );
    let known = packs.iter().map(|row| (row.pack, PackStock::default()));
    let mut stock: BTreeMap<_, _> = known.collect();
    for row in batches.fetch_all(db).await? {
        let pack = Pack {
            product_id: row.product_id,
            weight_in_grams: row.weight_in_grams,
        };
        if let Some(stock) = stock.get_mut(&pack) {
            stock.batches.push(FreeBatch {
                id: row.id,
                free: row.free,
                mrp_paise: row.mrp_paise,
            });
        }
    }
    Ok(stock)
}

async fn write(db: &mut PgConnection, plan: &ReservationPlan) -> sqlx::Result<()> {
    if !plan.released.is_empty() {
        let emptying = sqlx::query!(
            "DELETE FROM reserved_packs WHERE order_id = ANY($1)",
            &plan.released
        );
        emptying.execute(&mut *db).await?;
    }
    if !plan.changes.is_empty() || !plan.reserved.is_empty() {
        let orders: Vec<_> = plan.reserved.iter().map(|(order_id, _)| *order_id).collect();
        let batches: Vec<_> = plan.reserved.iter().map(|(_, part)| part.batch_id).collect();
        let quantities: Vec<_> = plan.reserved.iter().map(|(_, part)| part.quantity).collect();
        let prices: Vec<_> = plan.reserved.iter().map(|(_, part)| part.price_paise).collect();
        let (moved, by): (Vec<_>, Vec<_>) = plan.changes.iter().map(|(id, change)| (*id, *change)).unzip();
        let reserving = sqlx::query!(
            "WITH taken AS (
               INSERT INTO reserved_packs (order_id, batch_id, quantity, price_paise, mrp_paise)
               SELECT order_id, batch_id, quantity, price_paise, batches.mrp_paise
               FROM unnest($1::uuid[], $2::uuid[], $3::integer[], $6::bigint[]) AS part (order_id, batch_id, quantity, price_paise)
               JOIN batches ON batches.id = batch_id)
             UPDATE batches SET reserved = reserved + (
               SELECT quantity FROM unnest($4::uuid[], $5::integer[]) AS change (batch_id, quantity)
               WHERE change.batch_id = batches.id)
             WHERE id = ANY($4)",
            &orders,
            &batches,
            &quantities,
            &moved,
            &by,
            &prices
        );
        reserving.execute(&mut *db).await?;
    }
    if !plan.renewed.is_empty() {
        let holding = sqlx::query!(
            "UPDATE reservations SET state = 'held', finalize_by = now() + make_interval(secs => $2)
             WHERE order_id = ANY($1)",
            &plan.renewed,
            HELD_FOR.as_secs_f64()
        );
        holding.execute(&mut *db).await?;
    }
    if !plan.refused.is_empty() {
        let forgetting = sqlx::query!("DELETE FROM reservations WHERE order_id = ANY($1)", &plan.refused);
        forgetting.execute(db).await?;
    }
    Ok(())
}
