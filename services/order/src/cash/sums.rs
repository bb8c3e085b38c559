//! How much cash each carrier has to collect, has collected and has remitted.

use sqlx::PgPool;
use time::{Date, Duration, OffsetDateTime};

use crate::office::shop_day;

/// Days whose remittances are counted and listed; today is the last of them.
const REMITTED_DAYS: i64 = 30;

/// Carriers that are told of at most. Their names are typed, and a shop has a few.
const MOST_CARRIERS: i64 = 200;

/// The cash of a carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarrierCash {
    /// As it stands on the parcels; empty for orders that were paid before they were shipped.
    pub carrier: String,
    /// What it has to collect.
    pub to_collect: CashSum,
    /// What it has collected.
    pub collected: CashSum,
    /// What it has remitted since [`remitted_since`].
    pub remitted: CashSum,
    /// When the first of the collected orders was delivered; none when there is none.
    pub oldest_collected_at: Option<OffsetDateTime>,
}

/// An amount of cash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashSum {
    /// Of how many orders.
    pub orders: i64,
    /// In paise.
    pub amount_paise: i64,
}

/// The first of the days whose remittances are counted.
pub async fn remitted_since(db: &PgPool) -> sqlx::Result<Date> {
    Ok(shop_day::today(db).await? - Duration::days(REMITTED_DAYS - 1))
}

/// The cash of each carrier, by their names; what is remitted counts from a day on. Sums are kept: however many orders have cash, as
/// many rows are read as there are days and carriers.
#[tracing::instrument(name = "SELECT cash_sums", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_carrier(db: &PgPool, remitted_since: Date) -> sqlx::Result<Vec<CarrierCash>> {
    let sums = sqlx::query!(
        r#"SELECT carrier AS "carrier!",
             coalesce(sum(orders) FILTER (WHERE state = 'to_collect'), 0)::bigint AS "to_collect!",
             coalesce(sum(amount_paise) FILTER (WHERE state = 'to_collect'), 0)::bigint AS "to_collect_paise!",
             coalesce(sum(orders) FILTER (WHERE state = 'collected'), 0)::bigint AS "collected!",
             coalesce(sum(amount_paise) FILTER (WHERE state = 'collected'), 0)::bigint AS "collected_paise!",
             coalesce(sum(orders) FILTER (WHERE state = 'remitted'), 0)::bigint AS "remitted!",
             coalesce(sum(amount_paise) FILTER (WHERE state = 'remitted'), 0)::bigint AS "remitted_paise!",
             (SELECT min(since) FROM order_cash
              WHERE order_cash.state = 'collected' AND order_cash.carrier = kept.carrier) AS oldest_collected_at
           FROM (
             SELECT state, carrier, orders, amount_paise FROM cash_sums WHERE state IN ('to_collect', 'collected')
             UNION ALL
             SELECT state, carrier, orders, amount_paise FROM cash_sums WHERE state = 'remitted' AND day >= $1
             UNION ALL
             SELECT state, carrier, orders, amount_paise FROM cash_changes WHERE state <> 'remitted' OR day >= $1) AS kept
           GROUP BY carrier HAVING sum(orders) > 0 ORDER BY carrier LIMIT $2"#,
        remitted_since,
        MOST_CARRIERS
    );
    let sums = sums.fetch_all(db).await?.into_iter();
    let carriers = sums.map(|row| {
        let sum = |orders, amount_paise| CashSum { orders, amount_paise };
        CarrierCash {
            carrier: row.carrier,
            to_collect: sum(row.to_collect, row.to_collect_paise),
            collected: sum(row.collected, row.collected_paise),
            remitted: sum(row.remitted, row.remitted_paise),
            oldest_collected_at: row.oldest_collected_at,
        }
    });
    Ok(carriers.collect())
}
