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
const TORN: &str = "SELECT count(*) FROM orders WHERE
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
    let kept = kept(&orders).await?;
    let mut findings = promised(evidence, &kept);
    findings.push(Finding::new("half", count(&orders, TORN).await?));
    findings.push(Finding::new("unpublished", unpublished));
    let about = stream::messages_by_order(evidence.fleet.nats_url()).await?;
    findings.extend(streamed(&about, &kept));
    Ok(findings)
}

async fn count(orders: &PgPool, question: &'static str) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(question).fetch_one(orders).await?;
    Ok(count.try_into()?)
}

/// The total of each order, in paise.
async fn kept(orders: &PgPool) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let kept: Vec<(Uuid, i64)> = sqlx::query_as("SELECT id, total_paise FROM orders")
        .fetch_all(orders)
        .await?;
    Ok(kept.into_iter().collect())
}

fn promised(evidence: Evidence<'_>, kept: &BTreeMap<Uuid, i64>) -> Vec<Finding> {
    let mut promised: BTreeMap<Uuid, usize> = BTreeMap::new();
    let mut lost = 0;
    for placed in evidence.history.placed() {
        *promised.entry(placed.order).or_default() += 1;
        lost += usize::from(kept.get(&placed.order) != Some(&placed.total_paise));
    }
    let shared: usize = promised.values().map(|attempts| attempts - 1).sum();
    let unknown = kept.keys().filter(|order| !promised.contains_key(order)).count();
    // An attempt without a response may have left an order.
    let too_many = unknown.saturating_sub(evidence.history.failures());
    vec![
        Finding::new("lost", lost),
        Finding::new("doubled", shared + too_many),
    ]
}

fn streamed(about: &BTreeMap<Uuid, usize>, kept: &BTreeMap<Uuid, i64>) -> [Finding; 3] {
    let missing = kept.keys().filter(|id| !about.contains_key(id)).count();
    let again = about.values().map(|count| count - 1).sum();
    let strange = about.keys().filter(|id| !kept.contains_key(id)).count();
    [
        Finding::new("no event", missing),
        Finding::new("event twice", again),
        Finding::new("no order", strange),
    ]
}
