//! Waits until order, inventory, billing and the events of all services agree.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::ensure;
use uuid::Uuid;

use crate::{eventually::eventually, fleet::Fleet};

/// The longest wait for events, documents and packs.
const SETTLED_WITHIN: Duration = Duration::from_mins(3);

/// Services with a command that reconciles their records with published and handled events.
const RECONCILED: [&str; 7] = [
    "order",
    "payment",
    "billing",
    "contact",
    "catalog",
    "inventory",
    "notification",
];

pub(super) const SHIPPED_ORDERS: &str = "SELECT id FROM orders WHERE status = 'shipped'";
pub(super) const OPEN_ORDERS: &str =
    "SELECT id FROM orders WHERE status IN ('placed', 'confirmed', 'packed')";
pub(super) const INVOICED_ORDERS: &str = "SELECT order_id FROM documents WHERE cause = 'sale'";
pub(super) const SHIPPED_RESERVATIONS: &str = "SELECT order_id FROM reservations WHERE state = 'shipped'";

/// Waits until order, inventory, billing and all events agree. Returns the number of lost orders whose packs
/// were released.
pub(super) async fn wait_until_consistent(fleet: &Fleet) -> anyhow::Result<usize> {
    const PLACED_RESERVATIONS: &str = "SELECT order_id FROM reservations WHERE state = 'placed'";
    const INCONSISTENT_BATCHES: &str =
        "SELECT id FROM batches WHERE reserved <> (SELECT coalesce(sum(quantity), 0) FROM reserved_packs
        JOIN reservations USING (order_id) WHERE batch_id = batches.id AND state IN ('held', 'placed'))";
    let known: BTreeSet<_> = ids(fleet, "order", "SELECT id FROM orders").await?;
    let lost = |placed: &BTreeSet<Uuid>| placed.difference(&known).count();
    let released = lost(&ids(fleet, "inventory", PLACED_RESERVATIONS).await?);
    // Moves the reservations' deadlines by a day.
    execute(
        fleet,
        "inventory",
        "UPDATE reservations SET finalize_by = finalize_by - interval '25 hours' WHERE state = 'placed'",
    )
    .await?;
    wait_until(
        "packs are reserved for the orders that wait for them",
        async || {
            execute(
                fleet,
                "order",
                "UPDATE periodic_tasks SET due_at = now() WHERE name = 'lost-orders' AND holder IS NULL",
            )
            .await?;
            Ok(ids(fleet, "inventory", PLACED_RESERVATIONS).await?
                == ids(fleet, "order", OPEN_ORDERS).await?)
        },
    )
    .await?;
    wait_until(
        "shipped packs belong to shipped and invoiced orders",
        async || {
            let (shipped, shipped_packs) = (
                ids(fleet, "order", SHIPPED_ORDERS).await?,
                ids(fleet, "inventory", SHIPPED_RESERVATIONS).await?,
            );
            let shipped_packs: BTreeSet<_> = shipped_packs.intersection(&known).copied().collect();
            Ok(shipped_packs == shipped
                && ids(fleet, "billing", INVOICED_ORDERS)
                    .await?
                    .is_superset(&shipped))
        },
    )
    .await?;
    ensure!(
        ids(fleet, "inventory", INCONSISTENT_BATCHES).await?.is_empty(),
        "reserved packs differ from reservations"
    );
    for service in RECONCILED {
        wait_until(&format!("{service} agrees with its streams"), async || {
            Ok(fleet
                .run_command(service, &["reconcile", "--settled-after", "0"])
                .is_ok())
        })
        .await?;
    }
    Ok(released)
}

/// Adds the issued documents to all earlier ones, and fails if a number was used twice.
pub(super) async fn record_documents(fleet: &Fleet, all: &mut BTreeMap<String, Uuid>) -> anyhow::Result<()> {
    let issued = sqlx::query_as("SELECT number, id FROM documents");
    let issued: Vec<(String, Uuid)> = issued.fetch_all(&fleet.database("billing").await?).await?;
    for (number, id) in issued {
        let first = *all.entry(number.clone()).or_insert(id);
        ensure!(first == id, "{number} belongs to two documents");
    }
    Ok(())
}

pub(super) async fn ids(fleet: &Fleet, service: &str, query: &'static str) -> anyhow::Result<BTreeSet<Uuid>> {
    let db = fleet.database(service).await?;
    let found: Vec<Uuid> = sqlx::query_scalar(query).fetch_all(&db).await?;
    db.close().await;
    Ok(found.into_iter().collect())
}

async fn execute(fleet: &Fleet, service: &str, statement: &'static str) -> anyhow::Result<()> {
    let db = fleet.database(service).await?;
    sqlx::query(statement).execute(&db).await?;
    db.close().await;
    Ok(())
}

pub(super) async fn wait_until(
    what: &str,
    is_true: impl AsyncFnMut() -> anyhow::Result<bool>,
) -> anyhow::Result<()> {
    let was_true = eventually(SETTLED_WITHIN, is_true).await?;
    ensure!(was_true, "not within {SETTLED_WITHIN:?}: {what}");
    Ok(())
}
