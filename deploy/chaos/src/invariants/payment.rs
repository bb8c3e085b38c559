//! Money: the payment and the order service agree on every payment and refund, and no payment is kept that no
//! order accepted.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    eventually::eventually,
    invariants::evidence::{Evidence, Finding},
};

/// The longest wait after a fault until a payment has its outcome and a refund is reported. Their jobs are
/// retried within a minute, and work of a dead consumer is taken over after half a minute.
const SETTLED_WITHIN: Duration = Duration::from_mins(2);

/// Payments by the id in both services: amount, and outcome for the order.
const PAYMENTS: &str = "SELECT id, amount_paise, coalesce(outcome, 'unsettled') FROM payments";
const PAYMENTS_OF_ORDERS: &str = "SELECT payment_id, amount_paise, outcome FROM online_payments";

/// Refunds by the id in both services: amount and state.
const REFUNDS: &str = "SELECT id, amount_paise, state FROM refunds";
const REFUNDS_OF_ORDERS: &str = "SELECT refund_id, amount_paise, state FROM refunds";

/// Payments that their order rejected, without a refund of the full amount. Failed refunds count, because a
/// person sees them.
const UNREFUNDED: &str = "SELECT count(*) FROM payments WHERE outcome IN ('too_late', 'paid_before')
    AND amount_paise <> (SELECT coalesce(sum(amount_paise), 0) FROM refunds WHERE payment_id = payments.id)";

/// Payments with more refunded than paid.
const OVER_REFUNDED: &str = "SELECT count(*) FROM payments WHERE amount_paise
    < (SELECT coalesce(sum(amount_paise), 0) FROM refunds WHERE payment_id = payments.id AND state <> 'failed')";

type Entries = BTreeMap<Uuid, (i64, String)>;

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let mut findings = vec![
        Finding::new("money differs", 0),
        Finding::new("unrefunded", 0),
        Finding::new("over-refunded", 0),
    ];
    let payments = evidence.fleet.database("payment").await?;
    let orders = evidence.fleet.database("order").await?;
    eventually(SETTLED_WITHIN, async || {
        findings = vec![
            Finding::new("money differs", differences(&payments, &orders).await?),
            Finding::new("unrefunded", count(&payments, UNREFUNDED).await?),
            Finding::new("over-refunded", count(&payments, OVER_REFUNDED).await?),
        ];
        Ok(findings.iter().all(|finding| finding.count == 0))
    })
    .await?;
    Ok(findings)
}

/// Payments and refunds on which the two services differ.
async fn differences(payments: &PgPool, orders: &PgPool) -> anyhow::Result<usize> {
    let mut differences = 0;
    for (payment_query, order_query) in [(PAYMENTS, PAYMENTS_OF_ORDERS), (REFUNDS, REFUNDS_OF_ORDERS)] {
        differences += count_differences(
            &entries(payments, payment_query).await?,
            &entries(orders, order_query).await?,
        );
    }
    Ok(differences)
}

/// Counts entries that are missing in one of the two, or differ.
pub(super) fn count_differences<K: Ord, V: PartialEq>(one: &BTreeMap<K, V>, other: &BTreeMap<K, V>) -> usize {
    let missing = one.iter().filter(|(id, entry)| other.get(*id) != Some(*entry));
    missing.count() + other.keys().filter(|id| !one.contains_key(*id)).count()
}

async fn entries(db: &PgPool, query: &'static str) -> anyhow::Result<Entries> {
    let rows: Vec<(Uuid, i64, String)> = sqlx::query_as(query).fetch_all(db).await?;
    let entries = rows.into_iter().map(|(id, amount, word)| (id, (amount, word)));
    Ok(entries.collect())
}

async fn count(db: &PgPool, query: &'static str) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(query).fetch_one(db).await?;
    Ok(count.try_into()?)
}
