//! Sales by day.

use std::{collections::HashMap, iter};

use runtime::status::{Rule, Violation};
use sqlx::PgPool;
use time::{Date, Duration};

use crate::office::shop_day;

/// The default number of days.
const USUAL: i32 = 30;

/// The maximum number of days: a year.
const MOST: i32 = 366;

/// The sales of a day. They exclude orders that did not stay with the shopper, returned packs and refunds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DaySales {
    /// The day in India.
    pub day: Date,
    /// The number of orders.
    pub orders: i64,
    /// The sales, in paise.
    pub total_paise: i64,
    /// The paid part of the sales, in paise.
    pub paid_paise: i64,
}

/// Validates the number of days in a request. 0 means the default.
pub fn days(told: i32) -> Result<i32, Vec<Violation>> {
    match told {
        0 => Ok(USUAL),
        days @ 1..=MOST => Ok(days),
        _ => {
            let rule = Rule::OutOfRange {
                min: 1,
                max: MOST.into(),
            };
            let broken = rule.says(format!("Ask for 1 to {MOST} days"));
            Err(vec![Violation::new("days", broken)])
        }
    }
}

/// Returns the sales of this many days until today, oldest first.
pub async fn by_day(db: &PgPool, days: i32) -> sqlx::Result<Vec<DaySales>> {
    let today = shop_day::today(db).await?;
    let first = today - Duration::days(i64::from(days) - 1);
    let mut sold = since(db, first).await?;
    let days = iter::successors(Some(first), |day| day.next_day()).take_while(|day| *day <= today);
    Ok(days
        .map(|day| sold.remove(&day).unwrap_or(nothing(day)))
        .collect())
}

/// Returns the days with sales since a day.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
async fn since(db: &PgPool, first: Date) -> sqlx::Result<HashMap<Date, DaySales>> {
    // An interval is used for the time zone, because its name would be looked up for each order. Charges are
    // read only for orders with returned packs.
    let sold = sqlx::query_as!(
        DaySales,
        r#"SELECT (placed_at AT TIME ZONE interval '5:30')::date AS "day!", count(*) AS "orders!",
             sum(total_paise - greatest(returned_paise, refunded_paise))::bigint AS "total_paise!",
             coalesce(sum(total_paise - greatest(returned_paise, refunded_paise))
               FILTER (WHERE payment_status IN ('paid', 'partly_refunded')), 0)::bigint AS "paid_paise!"
           FROM orders WHERE placed_at >= $1 AND status NOT IN ('cancelled', 'returned_to_origin', 'lost')
             AND total_paise > greatest(returned_paise, refunded_paise)
             AND (returned_paise = 0 OR total_paise - returned_paise
               > (SELECT coalesce(sum(amount_paise), 0) FROM order_charges WHERE order_id = orders.id))
           GROUP BY 1"#,
        shop_day::beginning(first)
    );
    let sold = sold.fetch_all(db).await?.into_iter();
    Ok(sold.map(|sales| (sales.day, sales)).collect())
}

fn nothing(day: Date) -> DaySales {
    DaySales {
        day,
        orders: 0,
        total_paise: 0,
        paid_paise: 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sales_are_told_of_a_day_to_a_year() {
        for (told, expected) in [
            (0, Some(30)),
            (1, Some(1)),
            (366, Some(366)),
            (367, None),
            (-1, None),
        ] {
            assert_eq!(days(told).ok(), expected, "{told}");
        }
    }
}
