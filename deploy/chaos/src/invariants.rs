//! What must hold once a fault is over: what shoppers were answered, held against what the shop kept, told and mailed.
//!
//! The numbers are those of the reliability list: L1 what was promised is kept, L2 one order an attempt, L3 every event is
//! told, L4 and is in the stream once, L5 and has its effect once, L6 an attempt without an answer left one order or none.

use std::{
    collections::{BTreeMap, BTreeSet},
    fs,
    path::Path,
    time::Duration,
};

use anyhow::{Context as _, ensure};
use async_nats::jetstream::{self, consumer::pull};
use futures_util::StreamExt as _;
use sqlx::PgPool;
use uuid::Uuid;

use crate::ledger::Ledger;

/// How long events and mails may take once the load and the fault are over.
const SETTLED_WITHIN: Duration = Duration::from_mins(2);

/// How often what is waited for is looked at.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// L1, L2 and L6: every order that a shopper was promised is kept, each attempt got an order of its own, and nothing else is
/// kept than what was promised and at most one order for each attempt that failed.
pub(crate) async fn kept(ledgers: &[&Ledger], orders: &PgPool) -> anyhow::Result<()> {
    let promised: Vec<_> = ledgers.iter().flat_map(|ledger| ledger.placed()).collect();
    let distinct: BTreeSet<_> = promised.iter().copied().collect();
    ensure!(
        distinct.len() == promised.len(),
        "two attempts were answered with the same order"
    );
    let kept = ids(orders).await?;
    let lost = distinct.difference(&kept).count();
    ensure!(lost == 0, "{lost} orders were promised and are not kept");
    let unknown = kept.difference(&distinct).count();
    let failed = ledgers.iter().map(|ledger| ledger.failures()).sum();
    ensure!(
        unknown <= failed,
        "{unknown} orders are kept that nobody was told of, after {failed} failures"
    );
    let torn =
        "SELECT count(*) FROM orders WHERE NOT EXISTS (SELECT FROM order_lines WHERE order_id = orders.id)";
    let torn: i64 = sqlx::query_scalar(torn).fetch_one(orders).await?;
    ensure!(torn == 0, "{torn} orders are kept in part");
    Ok(())
}

async fn ids(orders: &PgPool) -> anyhow::Result<BTreeSet<Uuid>> {
    let ids: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM orders")
        .fetch_all(orders)
        .await?;
    Ok(ids.into_iter().collect())
}

/// L3: ends when every event of a service was told.
pub(crate) async fn told(database: &PgPool) -> anyhow::Result<()> {
    let telling = async {
        let waiting = "SELECT count(*) FROM outbox WHERE published_at IS NULL";
        while sqlx::query_scalar::<_, i64>(waiting).fetch_one(database).await? > 0 {
            tokio::time::sleep(LOOK_EVERY).await;
        }
        anyhow::Ok(())
    };
    let told = tokio::time::timeout(SETTLED_WITHIN, telling).await;
    told.context("events of orders were not told")?
}

/// L4: every order has one event in the stream, and no event lacks an order.
pub(crate) async fn streamed(nats_url: &str, orders: &PgPool) -> anyhow::Result<()> {
    let client = connect(nats_url).await?;
    let stream = jetstream::new(client).get_stream("ORDERS").await?;
    let config = pull::OrderedConfig {
        headers_only: true,
        ..pull::OrderedConfig::default()
    };
    let consumer = stream.create_consumer(config).await?;
    let count = usize::try_from(consumer.cached_info().num_pending)?;
    let mut events: BTreeMap<Uuid, usize> = BTreeMap::new();
    let mut messages = consumer.messages().await?.take(count);
    while let Some(message) = messages.next().await {
        let message = message?;
        let headers = message.headers.as_ref().context("an event has no headers")?;
        let id = headers
            .get("Aggregate-Id")
            .context("an event says not what it is about")?;
        *events.entry(id.as_str().parse()?).or_default() += 1;
    }
    let kept = ids(orders).await?;
    let missing = kept.iter().filter(|id| !events.contains_key(id)).count();
    ensure!(missing == 0, "{missing} orders have no event in the stream");
    let doubled = events.values().filter(|count| **count > 1).count();
    ensure!(
        doubled == 0,
        "{doubled} orders have more than one event in the stream"
    );
    let strange = events.keys().filter(|id| !kept.contains(id)).count();
    ensure!(strange == 0, "{strange} events are about no order that is kept");
    Ok(())
}

/// L5: ends when every order was mailed to shopper and shop; answers how many mails came a second time.
pub(crate) async fn mailed(mails: &Path, orders: &PgPool) -> anyhow::Result<usize> {
    let numbers: Vec<String> = sqlx::query_scalar("SELECT order_number FROM orders")
        .fetch_all(orders)
        .await?;
    let wanted = 2 * numbers.len();
    let waiting = async {
        loop {
            // Thousands of files are read only when there are enough of them.
            if fs::read_dir(mails)?.count() >= wanted {
                let sent = subjects(mails)?;
                if sent.len() >= wanted {
                    return anyhow::Ok(sent);
                }
            }
            tokio::time::sleep(LOOK_EVERY).await;
        }
    };
    let sent = match tokio::time::timeout(SETTLED_WITHIN, waiting).await {
        Ok(sent) => sent?,
        Err(_) => subjects(mails)?,
    };
    let missing = wanted.saturating_sub(sent.len());
    ensure!(missing == 0, "{missing} of {wanted} mails were never sent");
    Ok(sent.values().map(|count| count - 1).sum())
}

/// Which subjects were mailed, and how often; every order has its number in the subjects of its two mails.
fn subjects(mails: &Path) -> anyhow::Result<BTreeMap<String, usize>> {
    let mut subjects = BTreeMap::new();
    for entry in fs::read_dir(mails)? {
        let Ok(text) = fs::read_to_string(entry?.path()) else {
            continue;
        };
        let subject = text.lines().find(|line| line.starts_with("Subject: "));
        if let Some(subject) = subject {
            *subjects.entry(subject.to_owned()).or_default() += 1;
        }
    }
    Ok(subjects)
}

/// The client of a NATS server.
pub(crate) async fn connect(url: &str) -> anyhow::Result<async_nats::Client> {
    let address = url.parse::<async_nats::ServerAddr>()?;
    let (user, password) = (
        address.username().unwrap_or_default(),
        address.password().unwrap_or_default(),
    );
    let options = async_nats::ConnectOptions::with_user_and_password(user.to_owned(), password.to_owned());
    Ok(options.connect(address.clone()).await?)
}
