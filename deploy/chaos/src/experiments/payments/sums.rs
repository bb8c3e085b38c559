//! The sums of all orders, in each service's records.

use serde_json::Value;
use sqlx::PgPool;

use super::{
    order_records::{Databases, number},
    report::Sums,
};

const CAPTURED: &str = "SELECT coalesce(sum(amount_paise), 0)::bigint FROM payments";
const CAPTURED_FOR_ORDERS: &str = "SELECT coalesce(sum(amount_paise), 0)::bigint FROM online_payments";
const CAPTURED_IN_LEDGER: &str = "SELECT coalesce(sum(amount_paise), 0)::bigint FROM ledger_entries
    WHERE cause = 'payment' AND part = 'captured'";

/// The same query for both services.
const REFUNDED: &str = "SELECT coalesce(sum(amount_paise), 0)::bigint FROM refunds WHERE state = 'processed'";
const REFUNDED_IN_LEDGER: &str = "SELECT coalesce(sum(amount_paise), 0)::bigint FROM ledger_entries
    WHERE cause = 'refund' AND part = 'processed'";

/// The totals of orders that keep their payment; a failed refund leaves it there.
const PAID_ORDERS: &str =
    "SELECT coalesce(sum(total_paise), 0)::bigint FROM orders WHERE payment_status = 'paid'";
const HELD: &str =
    "SELECT coalesce(sum(amount_paise), 0)::bigint FROM payments WHERE outcome = 'wrong_amount'";

/// The balance of an account: debits minus credits.
const BALANCE: &str =
    "SELECT coalesce(sum(CASE WHEN debit_account = $1 THEN amount_paise ELSE -amount_paise END), 0)::bigint
    FROM ledger_entries WHERE $1 IN (debit_account, credit_account)";

/// The sums, if provider, payment, order and billing agree to the paisa; else each of them as text.
pub(super) async fn reconciled_sums(
    databases: &Databases,
    provider_records: &Value,
) -> anyhow::Result<Result<Sums, String>> {
    let captured = [
        number(provider_records, "captured"),
        sum(&databases.payments, CAPTURED).await?,
        sum(&databases.orders, CAPTURED_FOR_ORDERS).await?,
        sum(&databases.billing, CAPTURED_IN_LEDGER).await?,
    ];
    let refunded = [
        number(provider_records, "refunded"),
        sum(&databases.payments, REFUNDED).await?,
        sum(&databases.orders, REFUNDED).await?,
        sum(&databases.billing, REFUNDED_IN_LEDGER).await?,
    ];
    let (kept, held) = (
        sum(&databases.orders, PAID_ORDERS).await?,
        sum(&databases.payments, HELD).await?,
    );
    // No order was shipped, so no invoice exists: buyers' payments are owed to them.
    let owed = -balance(&databases.billing, "receivable:online").await?;
    let unallocated = -balance(&databases.billing, "unallocated").await?;
    let payable = balance(&databases.billing, "refunds_payable").await?;
    let agree = captured.iter().all(|sum| *sum == captured[0])
        && refunded.iter().all(|sum| *sum == refunded[0])
        && captured[0] == refunded[0] + kept + held
        && (owed, unallocated, payable) == (kept, held, 0);
    Ok(if agree {
        Ok(Sums {
            captured: captured[0],
            refunded: refunded[0],
            orders: kept,
            held,
        })
    } else {
        Err(format!(
            "of provider, payment, order and billing: captured {captured:?}, refunded {refunded:?}; orders keep {kept}, held \
             are {held}; the ledger owes buyers {owed}, has {unallocated} unallocated and {payable} refundable"
        ))
    })
}

async fn sum(db: &PgPool, query: &'static str) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar(query).fetch_one(db).await?)
}

async fn balance(billing: &PgPool, account: &str) -> anyhow::Result<i64> {
    Ok(sqlx::query_scalar(BALANCE)
        .bind(account)
        .fetch_one(billing)
        .await?)
}
