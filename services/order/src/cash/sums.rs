//! The sums of cash that each carrier has to collect, has collected and has remitted.

use sqlx::PgPool;
use time::{Date, Duration, OffsetDateTime};

use crate::office::shop_day;

/// The number of days of remittances in sums and lists, including today.
const REMITTED_DAYS: i64 = 30;

/// The maximum number of carriers in the result. Staff type their names, and a shop has only a few.
const MOST_CARRIERS: i64 = 200;

/// The cash of a carrier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CarrierCash {
    /// The carrier on the parcels. Empty for orders that were paid before they were shipped.
    pub carrier: String,
    /// The cash to collect.
    pub to_collect: CashSum,
    /// The collected cash.
    pub collected: CashSum,
    /// The cash remitted since [`remitted_since`].
    pub remitted: CashSum,
    /// The first delivery among the hundred collected orders that were placed first. `None` without any.
    pub oldest_collected_at: Option<OffsetDateTime>,
}

/// An amount of cash.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CashSum {
    /// The number of orders.
    pub orders: i64,
    /// The amount, in paise.
    pub amount_paise: i64,
}

/// Returns the first day of the counted remittances.
pub async fn remitted_since(db: &PgPool) -> sqlx::Result<Date> {
    Ok(shop_day::today(db).await? - Duration::days(REMITTED_DAYS - 1))
}

/// Returns the cash of each carrier by name, with remittances from a day on. Reads the orders whose cash is
/// not remitted and the remittances since that day, each by its index.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn by_carrier(db: &PgPool, remitted_since: Date) -> sqlx::Result<Vec<CarrierCash>> {
    let sums = sqlx::query!(
        r#"SELECT carrier AS "carrier!",
             count(*) FILTER (WHERE state = 'to_collect') AS "to_collect!",
             coalesce(sum(amount_paise) FILTER (WHERE state = 'to_collect'), 0)::bigint AS "to_collect_paise!",
             count(*) FILTER (WHERE state = 'collected') AS "collected!",
             coalesce(sum(amount_paise) FILTER (WHERE state = 'collected'), 0)::bigint AS "collected_paise!",
             count(*) FILTER (WHERE state = 'remitted') AS "remitted!",
             coalesce(sum(amount_paise) FILTER (WHERE state = 'remitted'), 0)::bigint AS "remitted_paise!",
             (SELECT min(changed_at) FROM order_changes WHERE to_status = 'delivered' AND order_id = ANY (
                (array_agg(id ORDER BY placed_at) FILTER (WHERE state = 'collected'))[:100])) AS oldest_collected_at
           FROM (
             SELECT carrier, 'to_collect' AS state, total_paise AS amount_paise, id, placed_at
             FROM orders JOIN parcels ON parcels.order_id = orders.id
             WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending' AND status = 'shipped'
             UNION ALL
             SELECT carrier, 'collected', total_paise, id, placed_at
             FROM orders JOIN parcels ON parcels.order_id = orders.id
             WHERE payment_method = 'cash_on_delivery' AND payment_status = 'pending'
               AND status IN ('delivered', 'return_requested', 'return_accepted', 'returned')
             UNION ALL
             SELECT coalesce(carrier, ''), 'remitted', amount_paise, order_id, NULL
             FROM received_payments LEFT JOIN parcels USING (order_id)
             WHERE channel = 'cash_on_delivery' AND received_on >= $1) AS cash
           GROUP BY carrier ORDER BY carrier LIMIT $2"#,
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
