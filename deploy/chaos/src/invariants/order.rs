//! L1 confirmed orders are stored as answered, L2 one order per attempt, L3 every event is published, L4 and
//! is in the stream once, L6 an attempt without a response left one order or none.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    eventually::eventually,
    invariants::evidence::{Evidence, Finding},
    stream,
};

/// The longest wait for events after the fault.
const PUBLISHED_WITHIN: Duration = Duration::from_mins(1);

/// Counts inconsistent orders: without lines, with another total than lines and charges, or without exactly
/// one first change and one event.
const INCONSISTENT: &str = "SELECT count(*) FROM orders WHERE
    total_paise IS DISTINCT FROM (SELECT sum(quantity * unit_price_paise) FROM order_lines WHERE order_id = orders.id)
      + (SELECT coalesce(sum(amount_paise), 0) FROM order_charges WHERE order_id = orders.id)
    OR (SELECT count(*) FROM order_changes WHERE order_id = orders.id AND version = 1) <> 1
    OR (SELECT count(*) FROM outbox WHERE aggregate_id = orders.id AND aggregate_version = 1) <> 1";

const UNPUBLISHED: &str = "SELECT count(*) FROM outbox WHERE published_at IS NULL";

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let orders = evidence.fleet.database("order").await?;
    eventually(PUBLISHED_WITHIN, async || {
        Ok(count(&orders, UNPUBLISHED).await? == 0)
    })
    .await?;
    let unpublished = count(&orders, UNPUBLISHED).await?;
    let stored = stored(&orders).await?;
    let mut findings = compare_responses(evidence, &stored);
    findings.push(Finding::new("incomplete", count(&orders, INCONSISTENT).await?));
    findings.push(Finding::new("unpublished", unpublished));
    let counts = stream::messages_by_order(evidence.fleet.nats_url()).await?;
    findings.extend(compare_stream(&counts, &stored));
    Ok(findings)
}

async fn count(orders: &PgPool, query: &'static str) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(query).fetch_one(orders).await?;
    Ok(count.try_into()?)
}

/// The total of each order, in paise.
async fn stored(orders: &PgPool) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let stored: Vec<(Uuid, i64)> = sqlx::query_as("SELECT id, total_paise FROM orders")
        .fetch_all(orders)
        .await?;
    Ok(stored.into_iter().collect())
}

fn compare_responses(evidence: Evidence<'_>, stored: &BTreeMap<Uuid, i64>) -> Vec<Finding> {
    let mut acknowledged: BTreeMap<Uuid, usize> = BTreeMap::new();
    let mut lost = 0;
    for placed in evidence.history.placed() {
        *acknowledged.entry(placed.order).or_default() += 1;
        lost += usize::from(stored.get(&placed.order) != Some(&placed.total_paise));
    }
    let duplicates: usize = acknowledged.values().map(|attempts| attempts - 1).sum();
    let unknown = stored
        .keys()
        .filter(|order| !acknowledged.contains_key(order))
        .count();
    // An attempt without a response may have left an order.
    let too_many = unknown.saturating_sub(evidence.history.failures());
    vec![
        Finding::new("lost", lost),
        Finding::new("duplicate", duplicates + too_many),
    ]
}

fn compare_stream(counts: &BTreeMap<Uuid, usize>, stored: &BTreeMap<Uuid, i64>) -> [Finding; 3] {
    let missing = stored.keys().filter(|id| !counts.contains_key(id)).count();
    let duplicates = counts.values().map(|count| count - 1).sum();
    let unexpected = counts.keys().filter(|id| !stored.contains_key(id)).count();
    [
        Finding::new("no event", missing),
        Finding::new("duplicate event", duplicates),
        Finding::new("orphan event", unexpected),
    ]
}
