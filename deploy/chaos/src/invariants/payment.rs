//! Money: the payment service and the order service say the same of every payment and refund, and no sum that no order took is kept.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;
use uuid::Uuid;

use crate::{
    eventually::eventually,
    invariants::evidence::{Evidence, Finding},
};

/// How long a payment may take to be settled, and a refund to be told of, once the fault is over: their jobs are tried again within a
/// minute, and what a dead consumer had in hand is given to another after half of one.
const SETTLED_WITHIN: Duration = Duration::from_mins(2);

/// Money that came, by the id it has in both services: the sum, and what its order does with it.
const PAYMENTS: &str = "SELECT id, amount_paise, coalesce(outcome, 'unsettled') FROM payments";
const PAYMENTS_OF_ORDERS: &str = "SELECT payment_id, amount_paise, outcome FROM online_payments";

/// Money that goes back, in the same way.
const REFUNDS: &str = "SELECT id, amount_paise, state FROM refunds";
const REFUNDS_OF_ORDERS: &str = "SELECT refund_id, amount_paise, state FROM refunds";

/// Money that its order did not take, and of which not all is on its way back or failed to go: a person sees the last.
const OWED: &str = "SELECT count(*) FROM payments WHERE outcome IN ('too_late', 'paid_before')
    AND amount_paise <> (SELECT coalesce(sum(amount_paise), 0) FROM refunds WHERE payment_id = payments.id)";

/// More goes back than came.
const OVERDRAWN: &str = "SELECT count(*) FROM payments WHERE amount_paise
    < (SELECT coalesce(sum(amount_paise), 0) FROM refunds WHERE payment_id = payments.id AND state <> 'failed')";

type Entries = BTreeMap<Uuid, (i64, String)>;

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let mut findings = vec![
        Finding::new("money apart", 0),
        Finding::new("owed", 0),
        Finding::new("overdrawn", 0),
    ];
    // An older version has no such program.
    if evidence.fleet.count("payment") == 0 {
        return Ok(findings);
    }
    let payments = evidence.fleet.database("payment").await?;
    let orders = evidence.fleet.database("order").await?;
    eventually(SETTLED_WITHIN, async || {
        findings = vec![
            Finding::new("money apart", apart(&payments, &orders).await?),
            Finding::new("owed", count(&payments, OWED).await?),
            Finding::new("overdrawn", count(&payments, OVERDRAWN).await?),
        ];
        Ok(findings.iter().all(|finding| finding.count == 0))
    })
    .await?;
    Ok(findings)
}

/// Payments and refunds of which the two services do not say the same.
async fn apart(payments: &PgPool, orders: &PgPool) -> anyhow::Result<usize> {
    let mut apart = 0;
    for (here, there) in [(PAYMENTS, PAYMENTS_OF_ORDERS), (REFUNDS, REFUNDS_OF_ORDERS)] {
        apart += different(&entries(payments, here).await?, &entries(orders, there).await?);
    }
    Ok(apart)
}

/// What stands in one of the two only, or differs.
pub(super) fn different<K: Ord, V: PartialEq>(one: &BTreeMap<K, V>, other: &BTreeMap<K, V>) -> usize {
    let missing = one.iter().filter(|(id, entry)| other.get(*id) != Some(*entry));
    missing.count() + other.keys().filter(|id| !one.contains_key(*id)).count()
}

async fn entries(db: &PgPool, question: &'static str) -> anyhow::Result<Entries> {
    let rows: Vec<(Uuid, i64, String)> = sqlx::query_as(question).fetch_all(db).await?;
    let entries = rows.into_iter().map(|(id, amount, word)| (id, (amount, word)));
    Ok(entries.collect())
}

async fn count(db: &PgPool, question: &'static str) -> anyhow::Result<usize> {
    let count: i64 = sqlx::query_scalar(question).fetch_one(db).await?;
    Ok(count.try_into()?)
}
