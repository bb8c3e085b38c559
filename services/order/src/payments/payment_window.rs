//! The payment window of online orders: reminds shoppers, and cancels unpaid orders at its end.

use std::time::Duration;

use jobs::{BATCH, PeriodicTask};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{
    events,
    order::{
        order_status::{Actor, Status, transition},
        order_store,
        payment_method::PaymentMethod,
        received_payment::PaymentStatus,
        record::Order,
    },
    transitions::transition_order::{self, Transition},
};

/// The interval of the periodic tasks. It is short, because unpaid orders hold packs.
const EVERY: Duration = Duration::from_mins(1);

/// The delay of the reminder. By then, a shopper who wanted to pay at once has left the page.
const REMIND_AFTER_MINUTES: i32 = 10;

/// The reason in the order's history, for staff.
const REASON: &str = "It was not paid in time";

/// Returns the periodic tasks. They also run when online payment is not offered, because earlier orders may
/// still wait.
pub fn periodic_tasks(relay: &outbox::Waker) -> [PeriodicTask; 2] {
    let (of_reminders, of_endings) = (relay.clone(), relay.clone());
    let reminding = PeriodicTask::new("payment-reminders", EVERY, move |db| {
        let relay = of_reminders.clone();
        async move {
            let reminded = remind(&db).await?;
            if reminded > 0 {
                relay.wake();
            }
            Ok(reminded)
        }
    });
    let ending = PeriodicTask::with_dependencies("unpaid-orders", EVERY, move |db| {
        let relay = of_endings.clone();
        async move {
            let ended = end(&db).await?;
            if ended > 0 {
                relay.wake();
            }
            Ok(ended)
        }
    });
    [reminding, ending]
}

/// Writes a reminder event for each order that waits for a payment for some minutes and was not reminded.
async fn remind(db: &PgPool) -> sqlx::Result<u64> {
    let mut transaction = database::begin(db).await?;
    let due = sqlx::query!(
        "SELECT id, order_number, version FROM orders
         WHERE status = 'placed' AND payment_method = 'online' AND payment_status = 'pending'
           AND payment_due_at > now() AND placed_at < now() - make_interval(mins => $1)
           AND NOT EXISTS (SELECT FROM payment_reminders WHERE order_id = orders.id)
         ORDER BY payment_due_at, id LIMIT $2 FOR UPDATE SKIP LOCKED",
        REMIND_AFTER_MINUTES,
        BATCH
    );
    let due = due.fetch_all(&mut *transaction).await?;
    let now = OffsetDateTime::now_utc();
    let events = due
        .iter()
        .map(|order| events::order_payment_due(order.id, &order.order_number, order.version, now));
    outbox::write_all(&mut transaction, events.collect()).await?;
    let ids: Vec<_> = due.iter().map(|order| order.id).collect();
    let noting = sqlx::query!(
        "INSERT INTO payment_reminders (order_id) SELECT * FROM unnest($1::uuid[])",
        &ids
    );
    noting.execute(&mut *transaction).await?;
    transaction.commit().await?;
    Ok(u64::try_from(ids.len()).unwrap_or(u64::MAX))
}

/// Cancels orders whose payment window is over.
async fn end(db: &PgPool) -> anyhow::Result<u64> {
    let due = sqlx::query_scalar!(
        "SELECT id FROM orders
         WHERE status = 'placed' AND payment_method = 'online' AND payment_status = 'pending' AND payment_due_at <= now()
         ORDER BY payment_due_at, id LIMIT $1",
        BATCH
    );
    let mut ended = 0;
    for order_id in due.fetch_all(db).await? {
        ended += u64::from(end_one(db, order_id).await?);
    }
    Ok(ended)
}

/// Cancels an order, unless it was paid, changed or got more time meanwhile. A payment does not change the
/// version, so the order is checked again under its lock.
async fn end_one(db: &PgPool, order_id: Uuid) -> anyhow::Result<bool> {
    let mut transaction = database::begin(db).await?;
    order_store::lock(&mut transaction, order_id).await?;
    let order = order_store::find(&mut *transaction, order_id).await?;
    let now = OffsetDateTime::now_utc();
    let Some(order) = order.filter(|order| is_overdue(order, now)) else {
        return Ok(false);
    };
    transition(Status::Placed, Status::Cancelled, Actor::System)?;
    let ending = Transition::by_system(order.id, Status::Cancelled, order.version, REASON);
    transition_order::write(&mut transaction, &order, &ending, &[], now).await?;
    transaction.commit().await?;
    metrics::counter!("order_transitions_total", "to" => Status::Cancelled.as_str()).increment(1);
    Ok(true)
}

/// Returns true if the order waits for a payment and its window is over. The window may have been extended
/// meanwhile.
fn is_overdue(order: &Order, now: OffsetDateTime) -> bool {
    order.status == Status::Placed.as_str()
        && order.payment_status == PaymentStatus::Pending.as_str()
        && order.details.payment_method == Some(PaymentMethod::Online)
        && order.payment_due_at.is_some_and(|due_at| due_at <= now)
}
