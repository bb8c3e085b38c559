//! L5: every event of an order has its two mails, to shopper and shop, once, and no consumer has work left.

use std::{collections::BTreeMap, fs, time::Duration};

use uuid::Uuid;

use crate::{
    eventually::eventually,
    invariants::evidence::{Evidence, Finding},
    mails::sent,
    stream,
};

/// The finding of a duplicate mail.
pub(super) const DUPLICATE_MAIL: &str = "duplicate mail";

/// The longest wait for mails after events are published. Work of a dead consumer is taken over after half a
/// minute.
const MAILED_WITHIN: Duration = Duration::from_mins(2);

/// The mails of an order. A mail's Message-ID is its event's id and one of these.
const MAILS: [&str; 2] = ["order-confirmation", "order-notice"];

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let orders = evidence.fleet.database("order").await?;
    let events: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM outbox")
        .fetch_all(&orders)
        .await?;
    let expected = events
        .iter()
        .flat_map(|event| MAILS.map(|mail| format!("{event}.{mail}")));
    let expected: Vec<_> = expected.collect();
    let folder = evidence.fleet.mails();
    let unmailed =
        |sent: &BTreeMap<String, usize>| expected.iter().filter(|mail| !sent.contains_key(*mail)).count();
    let nats_url = evidence.fleet.nats_url();
    let is_settled = async || {
        // Thousands of files are read only after programs have stopped writing.
        Ok(stream::unacknowledged(nats_url).await? == 0
            && fs::read_dir(&folder)?.count() >= expected.len()
            && unmailed(&sent(&folder)?) == 0)
    };
    eventually(MAILED_WITHIN, is_settled).await?;
    let sent = sent(&folder)?;
    let duplicates = expected
        .iter()
        .filter_map(|mail| sent.get(mail))
        .map(|count| count - 1);
    Ok(vec![
        Finding::new("unmailed", unmailed(&sent)),
        Finding::new(DUPLICATE_MAIL, duplicates.sum()),
        Finding::new("unacknowledged", stream::unacknowledged(nats_url).await?),
    ])
}
