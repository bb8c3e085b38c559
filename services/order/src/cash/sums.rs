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

/// The cash of each carrier, by their names; what is remitted counts from a day on.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_carrier(db: &PgPool, remitted_since: Date) -> sqlx::Result<Vec<CarrierCash>> {
    // Each part reads an index that has these orders alone; where a carrier has thousands of orders, the one that was delivered first
    // is among those that were ordered first.
    let sums = sqlx::query!(
        r#"SELECT coalesce(carrier, '') AS "carrier!",
             count(*) FILTER (WHERE state = 1) AS "to_collect!",
             coalesce(sum(paise) FILTER (WHERE state = 1), 0)::bigint AS "to_collect_paise!",
             count(*) FILTER (WHERE state = 2) AS "collected!",
             coalesce(sum(paise) FILTER (WHERE state = 2), 0)::bigint AS "collected_paise!",
             count(*) FILTER (WHERE state = 3) AS "remitted!",
             coalesce(sum(paise) FILTER (WHERE state = 3), 0)::bigint AS "remitted_paise!",
             min(CASE WHEN state = 2 AND place <= 1000 THEN
               (SELECT min(changed_at) FROM order_changes WHERE order_id = cash.id AND to_status = 'delivered')
             END) AS oldest_collected_at
           FROM (
             SELECT *, row_number() OVER (PARTITION BY state, carrier ORDER BY placed_at) AS place FROM (
               SELECT 1 AS state, id, total_paise AS paise, placed_at,
                 (SELECT carrier FROM parcels WHERE order_id = orders.id) AS carrier
               FROM orders
               WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status = 'shipped'
               UNION ALL
               SELECT 2, id, total_paise, placed_at, (SELECT carrier FROM parcels WHERE order_id = orders.id)
               FROM orders
               WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending'
                 AND status IN ('delivered', 'return_requested')
               UNION ALL
               SELECT 3, order_id, amount_paise, NULL,
                 (SELECT carrier FROM parcels WHERE parcels.order_id = received_payments.order_id)
               FROM received_payments WHERE channel = 'cash_on_delivery' AND received_on >= $1) AS of_states) AS cash
           GROUP BY 1 ORDER BY 1 LIMIT $2"#,
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
