//! The SQL of the report's counts.

use serde::Serialize;
use sqlx::PgPool;

/// Counts that are not findings.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Totals {
    /// Refunds that are requested or pending.
    pub refunds_on_their_way: i64,
    /// Attempts of the last 31 days that the shopper reported as paid more than a day ago, without a payment.
    pub said_paid: i64,
    /// Days that were compared with the provider's lists.
    pub days_compared: i64,
    /// Days to compare for the first time or again.
    pub days_to_compare: i64,
    /// Payouts whose lines match the stored payments and refunds.
    pub settlements_matched: i64,
    /// Payouts that could not be matched yet.
    pub settlements_waiting: i64,
}

/// Counts all of them.
#[tracing::instrument(name = "SELECT totals", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn totals(db: &PgPool) -> sqlx::Result<Totals> {
    let totals = sqlx::query_as!(
        Totals,
        r#"SELECT
             (SELECT count(*) FROM refunds WHERE state IN ('wanted', 'pending')) AS "refunds_on_their_way!",
             (SELECT count(*) FROM attempts WHERE started_at > now() - interval '31 days' AND state <> 'paid'
                AND said_paid_at < now() - interval '1 day') AS "said_paid!",
             (SELECT count(*) FROM compared_days WHERE compared_at IS NOT NULL) AS "days_compared!",
             (SELECT count(*) FROM compared_days WHERE compare_at IS NOT NULL) AS "days_to_compare!",
             (SELECT count(*) FROM settlements WHERE state = 'matched') AS "settlements_matched!",
             (SELECT count(*) FROM settlements WHERE state = 'waiting') AS "settlements_waiting!""#
    );
    totals.fetch_one(db).await
}
