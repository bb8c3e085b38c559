//! Stock: the ledger's stock is the sum of its movements, exactly the placed orders have packs, and no
//! expired reservation of an order that was never placed remains.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    eventually::eventually,
    invariants::evidence::{Evidence, Finding},
};

/// The longest wait until the inventory has handled the last event of an order.
const RECEIVED_WITHIN: Duration = Duration::from_mins(1);

/// Counts batches whose stock differs from their movements, or whose reserved packs differ from the
/// reservations.
const TORN: &str = "SELECT count(*) FROM batches WHERE
    on_hand <> (SELECT coalesce(sum(quantity), 0) FROM movements WHERE batch_id = batches.id)
    OR reserved <> (SELECT coalesce(sum(quantity), 0) FROM reserved_packs JOIN reservations USING (order_id)
                    WHERE batch_id = batches.id AND state IN ('held', 'placed'))";

const OVERSOLD: &str = "SELECT coalesce(sum(quantity), 0)::bigint FROM oversold_packs";

/// Counts held reservations past their deadline plus the time for a periodic task.
const OVERDUE: &str = "SELECT count(*) FROM reservations
    WHERE state = 'held' AND finalize_by < now() - interval '2 minutes'";

/// Packs reserved for each placed order.
const HELD: &str = "SELECT order_id, coalesce(sum(quantity), 0)::bigint FROM reservations
    LEFT JOIN reserved_packs USING (order_id) WHERE state = 'placed' GROUP BY order_id";

const ORDERED: &str = "SELECT order_id, sum(quantity)::bigint FROM order_lines GROUP BY order_id";

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let stock = evidence.fleet.database("inventory").await?;
    let orders = evidence.fleet.database("order").await?;
    eventually(RECEIVED_WITHIN, async || {
        Ok(packs(&stock, HELD).await? == packs(&orders, ORDERED).await?)
    })
    .await?;
    let (held, ordered) = (packs(&stock, HELD).await?, packs(&orders, ORDERED).await?);
    let without = ordered
        .iter()
        .filter(|(order, packs)| held.get(*order) != Some(*packs));
    let strange = held.keys().filter(|order| !ordered.contains_key(*order));
    Ok(vec![
        Finding::new("without packs", without.count()),
        Finding::new("packs without an order", strange.count()),
        Finding::new("stock torn", count(&stock, TORN).await?),
        Finding::new("oversold", count(&stock, OVERSOLD).await?),
        Finding::new("overdue", count(&stock, OVERDUE).await?),
    ])
}

async fn count(stock: &PgPool, question: &'static str) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(question).fetch_one(stock).await?;
    Ok(count.try_into()?)
}

async fn packs(db: &PgPool, question: &'static str) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let packs: Vec<(Uuid, i64)> = sqlx::query_as(question).fetch_all(db).await?;
    Ok(packs.into_iter().collect())
}
