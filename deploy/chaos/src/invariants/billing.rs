//! The books: the trial balance is zero, and every movement of money that other services know is booked, once, with its sum.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;

use crate::{
    eventually::eventually,
    invariants::{
        evidence::{Evidence, Finding},
        payment::different,
    },
};

/// How long the books may take to hear of the last movement.
const BOOKED_WITHIN: Duration = Duration::from_mins(2);

/// What debits and credits of all accounts come to, in paise.
const TRIAL_BALANCE: &str = "SELECT coalesce(sum(paise), 0)::bigint FROM (
    SELECT amount_paise AS paise FROM ledger_entries UNION ALL SELECT -amount_paise FROM ledger_entries) AS sides";

/// What is booked of money: the cause, its id and its step, with the sum. What a provider keeps is a part of its own.
const BOOKED: &str = "SELECT cause || '/' || cause_id || '/' || part, amount_paise FROM ledger_entries
    WHERE cause IN ('payment', 'refund', 'received_payment') AND part NOT LIKE '%:%'";

/// What the payment service knows: money that was settled, and refunds by how far they are. What failed was wanted before.
const MOVED: &str = "SELECT 'payment/' || id || '/captured', amount_paise FROM payments WHERE outcome IS NOT NULL
    UNION ALL SELECT 'refund/' || id || '/wanted', amount_paise FROM refunds
    UNION ALL SELECT 'refund/' || id || '/' || state, amount_paise FROM refunds WHERE state IN ('processed', 'failed')";

/// What the order service was told of money that no provider tells of.
const RECEIVED: &str =
    "SELECT 'received_payment/' || order_id || '/received', amount_paise FROM received_payments
    WHERE channel <> 'online'";

type Movements = BTreeMap<String, i64>;

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let fleet = evidence.fleet;
    let mut findings = vec![Finding::new("unbooked", 0), Finding::new("trial balance", 0)];
    // An older version has no such programs.
    if ["billing", "payment"].iter().any(|name| fleet.count(name) == 0) {
        return Ok(findings);
    }
    let (books, payments) = (fleet.database("billing").await?, fleet.database("payment").await?);
    let orders = fleet.database("order").await?;
    eventually(BOOKED_WITHIN, async || {
        let mut moved = movements(&payments, MOVED).await?;
        moved.extend(movements(&orders, RECEIVED).await?);
        let balance: i64 = sqlx::query_scalar(TRIAL_BALANCE).fetch_one(&books).await?;
        findings = vec![
            Finding::new("unbooked", different(&moved, &movements(&books, BOOKED).await?)),
            Finding::new("trial balance", balance.unsigned_abs().try_into()?),
        ];
        Ok(findings.iter().all(|finding| finding.count == 0))
    })
    .await?;
    Ok(findings)
}

async fn movements(db: &PgPool, question: &'static str) -> anyhow::Result<Movements> {
    let rows: Vec<(String, i64)> = sqlx::query_as(question).fetch_all(db).await?;
    Ok(rows.into_iter().collect())
}
