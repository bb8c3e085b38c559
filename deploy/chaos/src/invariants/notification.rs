//! L5: every event of an order has its two mails, to shopper and shop, once.

use std::{collections::BTreeMap, fs, path::Path, time::Duration};

use uuid::Uuid;

use crate::invariant::{Evidence, Finding, settles};

/// How long mails may take once events are told: what a dead consumer had in hand is given to another after half a minute.
const MAILED_WITHIN: Duration = Duration::from_mins(2);

/// What an order is followed by. A mail's Message-ID is that of its event and one of these.
const MAILS: [&str; 2] = ["order-confirmation", "order-notice"];

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let orders = evidence.fleet.database("order").await?;
    let events: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM outbox")
        .fetch_all(&orders)
        .await?;
    let wanted = events
        .iter()
        .flat_map(|event| MAILS.map(|mail| format!("{event}.{mail}")));
    let wanted: Vec<_> = wanted.collect();
    let folder = evidence.fleet.mails();
    let unmailed =
        |sent: &BTreeMap<String, usize>| wanted.iter().filter(|mail| !sent.contains_key(*mail)).count();
    let is_settled = async || {
        // Thousands of files are read only when there are enough of them.
        Ok(fs::read_dir(&folder)?.count() >= wanted.len() && unmailed(&sent(&folder)?) == 0)
    };
    settles(MAILED_WITHIN, is_settled).await?;
    let sent = sent(&folder)?;
    let again = wanted
        .iter()
        .filter_map(|mail| sent.get(mail))
        .map(|count| count - 1);
    Ok(vec![
        Finding::new("unmailed", unmailed(&sent)),
        Finding::new("mail twice", again.sum()),
    ])
}

/// Which mails were sent, and how often.
fn sent(mails: &Path) -> anyhow::Result<BTreeMap<String, usize>> {
    let mut sent = BTreeMap::new();
    for entry in fs::read_dir(mails)? {
        let Ok(text) = fs::read_to_string(entry?.path()) else {
            continue;
        };
        let id = text.lines().find_map(|line| line.strip_prefix("Message-ID: <"));
        if let Some((about, _)) = id.and_then(|id| id.split_once('@')) {
            *sent.entry(about.to_owned()).or_default() += 1;
        }
    }
    Ok(sent)
}
