//! Unconfirmed orders. They are cancelled after a while, because they hold packs, and their shoppers are
//! warned before. Orders that are paid online are excluded, because they have a payment window instead.

use std::time::Duration;

use jobs::{BATCH, PeriodicTask};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    error::Error,
    events,
    order::{
        order_status::Status, payment_method::PaymentMethod, received_payment::PaymentStatus, record::Order,
    },
    transitions::transition_order::{Transition, TransitionOrder},
};

/// The interval of the periodic tasks, which is the longest delay of a warning or a cancellation.
const EVERY: Duration = Duration::from_mins(10);

/// The reason in the order's history, for staff.
const REASON: &str = "It was not confirmed in time";

/// Returns the periodic tasks: one warns after half of `hours`, and one cancels orders that were warned that
/// long ago. None for 0 hours.
pub fn periodic_tasks(hours: u32, transitions: &TransitionOrder) -> Vec<PeriodicTask> {
    if hours == 0 {
        return Vec::new();
    }
    let half_seconds = f64::from(hours) * 1_800.0;
    let relay = transitions.relay.clone();
    let warning = PeriodicTask::new("unconfirmed-warnings", EVERY, move |db| {
        let relay = relay.clone();
        async move {
            let warned = warn(&db, half_seconds).await?;
            if warned > 0 {
                relay.wake();
            }
            Ok(warned)
        }
    });
    let transitions = transitions.clone();
    let ending = PeriodicTask::with_dependencies("unconfirmed-orders", EVERY, move |db| {
        let transitions = transitions.clone();
        async move { end(&db, &transitions, half_seconds).await }
    });
    vec![warning, ending]
}

/// Writes a warning event for each order that is unconfirmed for `half_seconds` and was not warned.
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

/// Cancels orders that were warned `half_seconds` ago. An order that changes meanwhile is skipped.
async fn end(db: &PgPool, transitions: &TransitionOrder, half_seconds: f64) -> anyhow::Result<u64> {
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
        let ending = Transition::by_system(order.id, Status::Cancelled, order.version, REASON);
        match transitions.run(&ending, OffsetDateTime::now_utc()).await {
            Ok(_) => ended += 1,
            Err(Error::Changed(_) | Error::NotAllowed(_) | Error::Unknown) => (),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(ended)
}

/// Returns the time an unconfirmed order is cancelled, `None` for 0 hours. The shopper is warned after half
/// of the time and then has the other half.
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

/// Returns the time an order is cancelled unless it is confirmed or paid. `None` if it is not cancelled.
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
        // A received or held payment prevents the cancellation.
        Some(PaymentMethod::Online) => order
            .payment_due_at
            .filter(|_| order.payment_status == PaymentStatus::Pending.as_str()),
        _ => ends_at(order.placed_at, warned_at, hours, now),
    }
}

/// Returns the time the shopper was warned. `None` before.
#[tracing::instrument(name = "SELECT expiry_warnings", skip_all, fields(otel.kind = "client", db.system.name = "postgresql"))]
pub async fn warned_at(db: &PgPool, order_id: Uuid) -> sqlx::Result<Option<OffsetDateTime>> {
    sqlx::query_scalar!(
        "SELECT warned_at FROM expiry_warnings WHERE order_id = $1",
        order_id
    )
    .fetch_optional(db)
    .await
}

/// Returns the number of orders that are unconfirmed for half of `hours`, and the first cancellation.
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
            // The warning was late, or is still due.
            (Some(day(1, 3)), day(1, 4), Some(day(2, 3))),
            (None, day(5, 0), Some(day(6, 0))),
            // The shop extended the time after the warning.
            (Some(day(0, 2)), day(1, 0), Some(day(2, 0))),
        ] {
            assert_eq!(ends_at(placed, warned, 48, now), ends, "{warned:?} {now}");
        }
        assert_eq!(ends_at(placed, None, 0, day(9, 0)), None);
    }
}
