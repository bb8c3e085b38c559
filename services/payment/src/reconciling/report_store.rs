//! The SQL of what is counted for a report.

use serde::Serialize;
use sqlx::PgPool;

/// Counts that are no findings.
#[derive(Debug, Clone, Copy, Serialize)]
pub struct Totals {
    /// Refunds that are wanted, or that the provider has.
    pub refunds_on_their_way: i64,
    /// Attempts of a month whose shopper says that they paid, more than a day ago, and no money came.
    pub said_paid: i64,
    /// Days that were held against the provider's lists.
    pub days_compared: i64,
    /// Days that will be, for the first time or again.
    pub days_to_compare: i64,
    /// Settlements that are made of what is kept here.
    pub settlements_matched: i64,
    /// Settlements that nobody could look at yet.
    pub settlements_waiting: i64,
}

/// Counts them.
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
