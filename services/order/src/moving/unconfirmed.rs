//! Orders that nobody of the shop confirms: they keep packs from others, so they end, and their shopper hears of it before. Those that
//! are paid online wait for their money and for nobody: they are none of these.

use std::time::Duration;

use jobs::{BATCH, Sweep};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    events,
    moving::move_order::{Move, MoveOrder},
    order::{life::Status, payment_method::PaymentMethod, received_payment::PaymentStatus, record::Order},
};

/// How late an order is warned of, or ends.
const EVERY: Duration = Duration::from_mins(10);

/// What staff read in the order's history.
const REASON: &str = "It was not confirmed in time";

/// Warns of orders after half of `hours`, and ends those that were warned of as long ago. None for 0 hours.
pub fn sweeps(hours: u32, moving: &MoveOrder) -> Vec<Sweep> {
    if hours == 0 {
        return Vec::new();
    }
    let half_seconds = f64::from(hours) * 1_800.0;
    let relay = moving.relay.clone();
    let warning = Sweep::new("unconfirmed-warnings", EVERY, move |db| {
        let relay = relay.clone();
        async move {
            let warned = warn(&db, half_seconds).await?;
            if warned > 0 {
                relay.wake();
            }
            Ok(warned)
        }
    });
    let moving = moving.clone();
    let ending = Sweep::with_dependencies("unconfirmed-orders", EVERY, move |db| {
        let moving = moving.clone();
        async move { end(&db, &moving, half_seconds).await }
    });
    vec![warning, ending]
}

/// Writes an event for each order that is placed since `half_seconds` and was not warned of.
async fn warn(db: &PgPool, half_seconds: f64) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let due = sqlx::query!(
        "SELECT id, order_number, version FROM orders
         WHERE status = 'placed' AND payment_method IS DISTINCT FROM 'online' AND placed_at < now() - make_interval(secs => $1)
           AND NOT EXISTS (SELECT FROM expiry_warnings WHERE order_id = orders.id)
         ORDER BY placed_at, id LIMIT $2 FOR UPDATE SKIP LOCKED",
        half_seconds,
        BATCH
    );
    let due = due.fetch_all(&mut *transaction).await?;
    let now = OffsetDateTime::now_utc();
    let events = due
        .iter()
        .map(|order| events::order_expiring(order.id, &order.order_number, order.version, now));
    outbox::write_all(&mut transaction, events.collect()).await?;
    let ids: Vec<_> = due.iter().map(|order| order.id).collect();
    let noting = sqlx::query!(
        "INSERT INTO expiry_warnings (order_id) SELECT * FROM unnest($1::uuid[])",
        &ids
    );
    noting.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(u64::try_from(ids.len()).unwrap_or(u64::MAX))
}

/// Cancels orders that were warned of `half_seconds` ago. One that somebody moves meanwhile is left to them.
async fn end(db: &PgPool, moving: &MoveOrder, half_seconds: f64) -> anyhow::Result<u64> {
    let due = sqlx::query!(
        "SELECT id, version FROM orders JOIN expiry_warnings ON order_id = orders.id
         WHERE status = 'placed' AND payment_method IS DISTINCT FROM 'online'
           AND placed_at < now() - make_interval(secs => $1) * 2
           AND warned_at < now() - make_interval(secs => $1)
         ORDER BY placed_at, id LIMIT $2",
        half_seconds,
        BATCH
    );
    let mut ended = 0;
    for order in due.fetch_all(db).await? {
        let ending = Move::by_system(order.id, Status::Cancelled, order.version, REASON);
        match moving.run(&ending, OffsetDateTime::now_utc()).await {
            Ok(_) => ended += 1,
            Err(Error::Moved(_) | Error::NotAllowed(_) | Error::Unknown) => (),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(ended)
}

/// When an order ends that nobody confirms within `hours`, never after 0: its shopper is warned after half of them, and has the other
/// half from then on.
pub fn ends_at(
    placed_at: OffsetDateTime,
    warned_at: Option<OffsetDateTime>,
    hours: u32,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    if hours == 0 {
        return None;
    }
    let half = time::Duration::minutes(30 * i64::from(hours));
    let warned_at = warned_at.unwrap_or_else(|| now.max(placed_at + half));
    Some((placed_at + half + half).max(warned_at + half))
}

/// When an order ends by itself unless somebody confirms it within `hours`, or its money comes; none when it does not.
pub fn end_of(
    order: &Order,
    warned_at: Option<OffsetDateTime>,
    hours: u32,
    now: OffsetDateTime,
) -> Option<OffsetDateTime> {
    if order.status != Status::Placed.as_str() {
        return None;
    }
    match order.details.payment_method {
        // What is there of its money, or held, keeps an order from ending by itself.
        Some(PaymentMethod::Online) => order
            .payment_due_at
            .filter(|_| order.payment_status == PaymentStatus::Pending.as_str()),
        _ => ends_at(order.placed_at, warned_at, hours, now),
    }
}

/// When its shopper was told that an order is about to end; none before.
#[tracing::instrument(name = "SELECT expiry_warnings", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn warned_at(db: &PgPool, order_id: Uuid) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!(
        "SELECT warned_at FROM expiry_warnings WHERE order_id = $1",
        order_id
    )
    .fetch_optional(db)
    .await
}

/// How many orders nobody confirmed in half of `hours`, and when the first of them ends.
#[tracing::instrument(name = "SELECT orders", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn ending(db: &PgPool, hours: u32) -> sqlx::Result<(i64, Option<OffsetDateTime>)> {
    if hours == 0 {
        return Ok((0, None));
    }
    let half_seconds = f64::from(hours) * 1_800.0;
    let ending = sqlx::query!(
        r#"SELECT count(*) AS "orders!",
             min(greatest(placed_at + make_interval(secs => $1) * 2, coalesce(warned_at, now()) + make_interval(secs => $1)))
               AS next_ends_at
           FROM orders LEFT JOIN expiry_warnings ON order_id = orders.id
           WHERE status = 'placed' AND payment_method IS DISTINCT FROM 'online'
             AND placed_at < now() - make_interval(secs => $1)"#,
        half_seconds
    );
    let ending = ending.fetch_one(db).await?;
    Ok((ending.orders, ending.next_ends_at))
}

#[cfg(test)]
mod tests {
    use time::macros::datetime;

    use super::*;

    #[test]
    fn a_shopper_has_half_of_the_time_after_the_warning() {
        let placed = datetime!(2026-11-26 08:00 UTC);
        let day = |day: i64, hour: i64| placed + time::Duration::hours(24 * day + hour);
        for (warned, now, ends) in [
            (None, day(0, 1), Some(day(2, 0))),
            // The warning was late, or is.
            (Some(day(1, 3)), day(1, 4), Some(day(2, 3))),
            (None, day(5, 0), Some(day(6, 0))),
            // The shop gives more time than it gave when it warned.
            (Some(day(0, 2)), day(1, 0), Some(day(2, 0))),
        ] {
            assert_eq!(ends_at(placed, warned, 48, now), ends, "{warned:?} {now}");
        }
        assert_eq!(ends_at(placed, None, 0, day(9, 0)), None);
    }
}
