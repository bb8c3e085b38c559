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
const INCONSISTENT: &str = "SELECT count(*) FROM batches WHERE
    on_hand <> (SELECT coalesce(sum(quantity), 0) FROM movements WHERE batch_id = batches.id)
    OR reserved <> (SELECT coalesce(sum(quantity), 0) FROM reserved_packs JOIN reservations USING (order_id)
                    WHERE batch_id = batches.id AND state IN ('held', 'placed'))";

const OVERSOLD: &str = "SELECT coalesce(sum(quantity), 0)::bigint FROM oversold_packs";

/// Counts held reservations past their deadline plus the time for a periodic task.
const OVERDUE: &str = "SELECT count(*) FROM reservations
    WHERE state = 'held' AND finalize_by < now() - interval '2 minutes'";

/// Packs reserved for each placed order.
const RESERVED: &str = "SELECT order_id, coalesce(sum(quantity), 0)::bigint FROM reservations
    LEFT JOIN reserved_packs USING (order_id) WHERE state = 'placed' GROUP BY order_id";

const ORDERED: &str = "SELECT order_id, sum(quantity)::bigint FROM order_lines GROUP BY order_id";

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let stock = evidence.fleet.database("inventory").await?;
    let orders = evidence.fleet.database("order").await?;
    eventually(RECEIVED_WITHIN, async || {
        Ok(packs(&stock, RESERVED).await? == packs(&orders, ORDERED).await?)
    })
    .await?;
    let (reserved, ordered) = (packs(&stock, RESERVED).await?, packs(&orders, ORDERED).await?);
    let missing = ordered
        .iter()
        .filter(|(order, packs)| reserved.get(*order) != Some(*packs));
    let unexpected = reserved.keys().filter(|order| !ordered.contains_key(*order));
    Ok(vec![
        Finding::new("unreserved", missing.count()),
        Finding::new("orphan reservations", unexpected.count()),
        Finding::new("stock differs", count(&stock, INCONSISTENT).await?),
        Finding::new("oversold", count(&stock, OVERSOLD).await?),
        Finding::new("overdue", count(&stock, OVERDUE).await?),
    ])
}

async fn count(stock: &PgPool, query: &'static str) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(query).fetch_one(stock).await?;
    Ok(count.try_into()?)
}

async fn packs(db: &PgPool, query: &'static str) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let packs: Vec<(Uuid, i64)> = sqlx::query_as(query).fetch_all(db).await?;
    Ok(packs.into_iter().collect())
}
