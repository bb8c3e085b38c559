//! The ledger: the trial balance is zero, and every movement of money in other services is booked once, with
//! its amount.

use std::{collections::BTreeMap, time::Duration};

use sqlx::PgPool;

use crate::{
    eventually::eventually,
    invariants::{
        evidence::{Evidence, Finding},
        payment::count_differences,
    },
};

/// The longest wait until the last movement is booked.
const BOOKED_WITHIN: Duration = Duration::from_mins(2);

/// The sum of all debits and credits, in paise.
const TRIAL_BALANCE: &str = "SELECT coalesce(sum(paise), 0)::bigint FROM (
    SELECT amount_paise AS paise FROM ledger_entries UNION ALL SELECT -amount_paise FROM ledger_entries) AS sides";

/// The booked movements: cause, id and step, with the amount. The provider's fees are separate entries.
const BOOKED: &str = "SELECT cause || '/' || cause_id || '/' || part, amount_paise FROM ledger_entries
    WHERE cause IN ('payment', 'refund', 'received_payment') AND part NOT LIKE '%:%'";

/// The movements in the payment service: payments with an outcome, and refunds by state. A failed refund was
/// requested before.
const MOVEMENTS: &str = "SELECT 'payment/' || id || '/captured', amount_paise FROM payments WHERE outcome IS NOT NULL
    UNION ALL SELECT 'refund/' || id || '/wanted', amount_paise FROM refunds
    UNION ALL SELECT 'refund/' || id || '/' || state, amount_paise FROM refunds WHERE state IN ('processed', 'failed')";

/// The payments in the order service that did not come from a provider.
const RECEIVED: &str =
    "SELECT 'received_payment/' || order_id || '/received', amount_paise FROM received_payments
    WHERE channel <> 'online'";

type Movements = BTreeMap<String, i64>;

pub(super) async fn check(evidence: Evidence<'_>) -> anyhow::Result<Vec<Finding>> {
    let fleet = evidence.fleet;
    let mut findings = vec![Finding::new("unbooked", 0), Finding::new("trial balance", 0)];
    let (ledger, payments) = (fleet.database("billing").await?, fleet.database("payment").await?);
    let orders = fleet.database("order").await?;
    eventually(BOOKED_WITHIN, async || {
        let mut expected = movements(&payments, MOVEMENTS).await?;
        expected.extend(movements(&orders, RECEIVED).await?);
        let balance: i64 = sqlx::query_scalar(TRIAL_BALANCE).fetch_one(&ledger).await?;
        findings = vec![
            Finding::new(
                "unbooked",
                count_differences(&expected, &movements(&ledger, BOOKED).await?),
            ),
            Finding::new("trial balance", balance.unsigned_abs().try_into()?),
        ];
        Ok(findings.iter().all(|finding| finding.count == 0))
    })
    .await?;
    Ok(findings)
}

async fn movements(db: &PgPool, query: &'static str) -> anyhow::Result<Movements> {
    let rows: Vec<(String, i64)> = sqlx::query_as(query).fetch_all(db).await?;
    Ok(rows.into_iter().collect())
}
