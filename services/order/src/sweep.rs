//! What comes again by itself: forgetting keys that no client sends again, and what the outbox brings along.

use std::time::Duration;

use anyhow::ensure;
use jobs::{BATCH, Sweep};

use data_rights::Identity;
use uuid::Uuid;

use crate::{
    cash::keeping,
    data_rights as people,
    moving::{failed_proofs, move_order::MoveOrder, unconfirmed, unconfirmed_sum},
    order::order_store,
    paying::window,
    placing::{
        inventory::{Inventory, Overdue},
        placing_store,
    },
    reconcile,
};

/// An old key does no harm; this only keeps the table small.
const EVERY: Duration = Duration::from_mins(10);

/// Packs wait a quarter of an hour for an order that may never come; a minute more is nothing.
const SETTLE_EVERY: Duration = Duration::from_mins(1);

/// Packs of an order that a restore lost stay reserved for a day, and an hour more.
const LOST_EVERY: Duration = Duration::from_hours(1);

/// Every sweep of this service; orders that nobody confirms end after `unconfirmed_hours`, and never after 0.
pub fn all(
    events: outbox::Settings,
    inventory: Inventory,
    identity: Identity,
    moving: &MoveOrder,
    unconfirmed_hours: u32,
) -> Vec<Sweep> {
    let hearing = outbox::sweep_subscriber(reconcile::subscriber(), events.clone());
    let reconciling = outbox::sweep_publisher(reconcile::PUBLISHER, events);
    let mut sweeps = vec![
        of_keys(),
        Sweep::new("failed-proofs", Duration::from_hours(1), |db| async move {
            failed_proofs::forget_old(&db).await
        }),
        of_reservations(inventory.clone()),
        of_lost_orders(inventory),
        people::sweep(identity),
        unconfirmed_sum::sweep(),
        outbox::sweep_outbox(),
        outbox::sweep_inbox(),
        hearing,
        reconciling,
    ];
    sweeps.extend(keeping::sweeps());
    sweeps.extend(csv_import::sweeps());
    sweeps.extend(unconfirmed::sweeps(unconfirmed_hours, moving));
    sweeps.extend(window::sweeps(&moving.relay));
    sweeps
}

/// Tells the inventory what became of the orders that it has kept packs for without hearing of them, and which lines those have that
/// may have been corrected. Only this service knows:
/// an event that is late must not cost an order its packs.
fn of_reservations(inventory: Inventory) -> Sweep {
    Sweep::with_dependencies("reservations", SETTLE_EVERY, move |db| {
        let inventory = inventory.clone();
        async move {
            let Overdue { orders, changed } = inventory.overdue(i32::try_from(BATCH)?).await?;
            let asked = u64::try_from(orders.len() + changed.len())?;
            if !changed.is_empty() {
                let changed = order_store::of_ids(&db, &changed).await?;
                inventory.settle_changes(&changed).await?;
            }
            if orders.is_empty() {
                return Ok(asked);
            }
            let placed = placing_store::placed_of(&db, &orders).await?;
            let (placed, abandoned): (Vec<_>, Vec<_>) =
                orders.into_iter().partition(|order| placed.contains(order));
            inventory.settle(&placed, &abandoned).await?;
            Ok(asked)
        }
    })
}

/// Has the inventory give back packs of orders that a restore of this database lost. The inventory heard of an order only after it was
/// committed here, so one that is unknown was lost. Without the mark of a restore nothing is given back: then this is not the shop's
/// database.
fn of_lost_orders(inventory: Inventory) -> Sweep {
    Sweep::with_dependencies("lost-orders", LOST_EVERY, move |db| {
        let inventory = inventory.clone();
        async move {
            let (mut released, mut after) = (0, Uuid::nil());
            loop {
                let page = inventory.placed_after(after, i32::try_from(BATCH)?).await?;
                let Some(end) = page.last() else {
                    return Ok(released);
                };
                after = *end;
                let known = placing_store::placed_of(&db, &page).await?;
                let lost: Vec<_> = page.into_iter().filter(|order| !known.contains(order)).collect();
                if lost.is_empty() {
                    continue;
                }
                let restored_at = database::restored_at(&db).await?;
                let many = lost.len();
                ensure!(
                    restored_at.is_some(),
                    "packs are reserved for {many} orders that are unknown here, and no restore is noted"
                );
                tracing::error!(orders = ?lost, "packs of orders that a restore lost are given back");
                inventory.release_lost(&lost).await?;
                released += u64::try_from(many)?;
            }
        }
    })
}

/// Forgets keys after seven days.
fn of_keys() -> Sweep {
    Sweep::new("idempotency-keys", EVERY, |db| async move {
        placing_store::forget_old_keys(&db, BATCH).await
    })
}
