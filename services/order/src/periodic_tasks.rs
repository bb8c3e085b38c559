//! The periodic tasks of this service.

use std::time::Duration;

use anyhow::ensure;
use jobs::{BATCH, PeriodicTask};

use data_rights::Identity;
use uuid::Uuid;

use crate::{
    checkout::{
        checkout_store,
        inventory::{Inventory, OverdueReservations},
    },
    data_rights as people,
    order::order_store,
    payments::payment_window,
    reconcile,
    transitions::{failed_proofs, transition_order::TransitionOrder, unconfirmed, unconfirmed_sum},
};

/// The interval for old idempotency keys. They do no harm, and deleting them only keeps the table small.
const EVERY: Duration = Duration::from_mins(10);

/// The interval for reservations without an order. They wait a quarter of an hour, so a minute more does not
/// matter.
const FINALIZE_EVERY: Duration = Duration::from_mins(1);

/// The interval for packs of lost orders. They stay reserved for a day and up to an hour.
const LOST_EVERY: Duration = Duration::from_hours(1);

/// Returns every periodic task of this service. Unconfirmed orders are cancelled after `unconfirmed_hours`, 0
/// for never.
pub fn all(
    events: outbox::Settings,
    inventory: Inventory,
    identity: Identity,
    transitions: &TransitionOrder,
    unconfirmed_hours: u32,
) -> Vec<PeriodicTask> {
    let subscriber_task = outbox::subscriber_task(reconcile::subscriber(), events.clone());
    let publisher_task = outbox::publisher_task(reconcile::PUBLISHER, events);
    let mut tasks = vec![
        idempotency_keys_task(),
        PeriodicTask::new("failed-proofs", Duration::from_hours(1), |db| async move {
            failed_proofs::forget_old(&db).await
        }),
        reservations_task(inventory.clone()),
        lost_orders_task(inventory),
        people::periodic_task(identity),
        unconfirmed_sum::periodic_task(),
        outbox::outbox_task(),
        outbox::inbox_task(),
        subscriber_task,
        publisher_task,
    ];
    tasks.extend(csv_import::periodic_tasks());
    tasks.extend(unconfirmed::periodic_tasks(unconfirmed_hours, transitions));
    tasks.extend(payment_window::periodic_tasks(&transitions.relay));
    tasks
}

/// Returns the periodic task that reports to the inventory which orders were placed, and the current lines of
/// corrected orders. Events may be late, so only this service knows.
fn reservations_task(inventory: Inventory) -> PeriodicTask {
    PeriodicTask::with_dependencies("reservations", FINALIZE_EVERY, move |db| {
        let inventory = inventory.clone();
        async move {
            let OverdueReservations { orders, changed } = inventory.overdue(i32::try_from(BATCH)?).await?;
            let checked = u64::try_from(orders.len() + changed.len())?;
            if !changed.is_empty() {
                let changed = order_store::of_ids(&db, &changed).await?;
                inventory.finalize_changes(&changed).await?;
            }
            if orders.is_empty() {
                return Ok(checked);
            }
            let placed = checkout_store::placed_of(&db, &orders).await?;
            let (placed, abandoned): (Vec<_>, Vec<_>) =
                orders.into_iter().partition(|order| placed.contains(order));
            inventory.finalize(&placed, &abandoned).await?;
            Ok(checked)
        }
    })
}

/// Returns the periodic task that releases the packs of orders that a restore of this database lost. The
/// inventory learns of an order only after it is committed, so an unknown order was lost. Without a noted
/// restore nothing is released, because this may be the wrong database.
fn lost_orders_task(inventory: Inventory) -> PeriodicTask {
    PeriodicTask::with_dependencies("lost-orders", LOST_EVERY, move |db| {
        let inventory = inventory.clone();
        async move {
            let (mut released, mut after) = (0, Uuid::nil());
            loop {
                let page = inventory.placed_after(after, i32::try_from(BATCH)?).await?;
                let Some(end) = page.last() else {
                    return Ok(released);
                };
                after = *end;
                let known = checkout_store::placed_of(&db, &page).await?;
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

/// Returns the periodic task that deletes keys after seven days.
fn idempotency_keys_task() -> PeriodicTask {
    PeriodicTask::new("idempotency-keys", EVERY, |db| async move {
        checkout_store::forget_old_keys(&db, BATCH).await
    })
}
