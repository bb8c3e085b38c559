//! L1 what was promised is kept as it was answered, L2 one order an attempt, L3 every event is told, L4 and is in the stream
//! once, L6 an attempt without an answer left one order or none.

use std::{
    collections::{BTreeMap, BTreeSet},
    time::Duration,
};

use anyhow::Context as _;
use async_nats::jetstream::{self, consumer::pull};
use futures_util::StreamExt as _;
use sqlx::PgPool;
use uuid::Uuid;

use crate::invariant::{Evidence, Finding, settles};

/// How long events may wait once the fault is over.
const TOLD_WITHIN: Duration = Duration::from_mins(1);

/// An order whose parts do not fit together: no line, another sum than its lines and charges, not one first change or not
/// one event.
const TORN: &str = "SELECT count(*) FROM orders WHERE
    total_paise IS DISTINCT FROM (SELECT sum(quantity * unit_price_paise) FROM order_lines WHERE order_id = orders.id)
      + (SELECT coalesce(sum(amount_paise), 0) FROM order_charges WHERE order_id = orders.id)
    OR (SELECT count(*) FROM order_changes WHERE order_id = orders.id AND version = 1) <> 1
    OR (SELECT count(*) FROM outbox WHERE aggregate_id = orders.id AND aggregate_version = 1) <> 1";

const UNTOLD: &str = "SELECT count(*) FROM outbox WHERE published_at IS NULL";

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let orders = evidence.fleet.database("order").await?;
    settles(TOLD_WITHIN, async || Ok(count(&orders, UNTOLD).await? == 0)).await?;
    let untold = count(&orders, UNTOLD).await?;
    let kept = kept(&orders).await?;
    let mut findings = promised(evidence, &kept);
    findings.push(Finding::new("half", count(&orders, TORN).await?));
    findings.push(Finding::new("untold", untold));
    findings.extend(streamed(evidence.fleet.nats_url(), &kept).await?);
    Ok(findings)
}

async fn count(orders: &PgPool, question: &'static str) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(question).fetch_one(orders).await?;
    Ok(count.try_into()?)
}

/// Each order and its total, in paise.
async fn kept(orders: &PgPool) -> anyhow::Result<BTreeMap<Uuid, i64>> {
    let kept: Vec<(Uuid, i64)> = sqlx::query_as("SELECT id, total_paise FROM orders")
        .fetch_all(orders)
        .await?;
    Ok(kept.into_iter().collect())
}

fn promised(evidence: Evidence<'_>, kept: &BTreeMap<Uuid, i64>) -> Vec<Finding> {
    let mut promised: BTreeMap<Uuid, usize> = BTreeMap::new();
    let mut lost = 0;
    for placed in evidence.ledger.placed() {
        *promised.entry(placed.order).or_default() += 1;
        lost += usize::from(kept.get(&placed.order) != Some(&placed.total_paise));
    }
    let shared: usize = promised.values().map(|attempts| attempts - 1).sum();
    let unknown = kept.keys().filter(|order| !promised.contains_key(order)).count();
    // An attempt that ended without an answer may have left its order.
    let too_many = unknown.saturating_sub(evidence.ledger.failures());
    vec![
        Finding::new("lost", lost),
        Finding::new("doubled", shared + too_many),
    ]
}

/// Each order's first event, in the stream.
async fn streamed(nats_url: &str, kept: &BTreeMap<Uuid, i64>) -> anyhow::Result<Vec<Finding>> {
    let client = connect(nats_url).await?;
    let stream = jetstream::new(client).get_stream("ORDERS").await?;
    let config = pull::OrderedConfig {
        headers_only: true,
        ..pull::OrderedConfig::default()
    };
    let consumer = stream.create_consumer(config).await?;
    let count = usize::try_from(consumer.cached_info().num_pending)?;
    let (mut told, mut doubled, mut strange) = (BTreeSet::new(), 0, 0);
    let mut messages = consumer.messages().await?.take(count);
    while let Some(message) = messages.next().await {
        let message = message?;
        let header = |name| message.headers.as_ref().and_then(|headers| headers.get(name));
        // What a story itself puts into the stream says not what it is about.
        let Some(id) = header("Aggregate-Id") else {
            continue;
        };
        let id: Uuid = id.as_str().parse().context("an event is about no UUID")?;
        strange += usize::from(!kept.contains_key(&id));
        doubled += usize::from(!told.insert(id));
    }
    let missing = kept.keys().filter(|id| !told.contains(id)).count();
    Ok(vec![
        Finding::new("no event", missing),
        Finding::new("event twice", doubled),
        Finding::new("no order", strange),
    ])
}

async fn connect(url: &str) -> anyhow::Result<async_nats::Client> {
    let address = url.parse::<async_nats::ServerAddr>()?;
    let (user, password) = (
        address.username().unwrap_or_default(),
        address.password().unwrap_or_default(),
    );
    let options = async_nats::ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned());
    Ok(options.connect(address.clone()).await?)
}
