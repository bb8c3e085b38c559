//! What the inventory hears of orders: it keeps for good what placed ones hold, gives back what cancelled ones do, and books
//! what leaves the house and what comes back.

use std::time::Duration;

use outbox::{Delivery, Failure, Handler, Hearing, StreamConfig, Subscription};
use sqlx::PgConnection;

use crate::{
    order_event::{OrderEvent, Step},
    reservations,
};

/// Every event of an order, in the stream that the order service makes: they follow each other, and what comes early is
/// remembered with the reservation.
pub(crate) const ORDERS: Subscription = Subscription {
    name: "stock-orders-v2",
    stream: "ORDERS",
    subject: "shop.order.>",
    at_once: 4,
    retry_after: &RETRY_AFTER,
    // It has no effect outside of the database.
    repeat_after: &[],
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.stock-orders",
};

const RETRY_AFTER: [Duration; 3] = [
    Duration::from_secs(1),
    Duration::from_secs(30),
    Duration::from_mins(10),
];

/// The events about accounts.
pub(crate) const OF_ACCOUNTS: [Subscription; 2] = data_rights::subscriptions!("inventory");

/// What it reads.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    [ORDERS].into_iter().chain(OF_ACCOUNTS)
}

/// The service's part in a reconciliation.
pub(crate) fn hearing() -> Hearing {
    Hearing {
        service: "inventory",
        subscriptions: subscriptions().collect(),
    }
}

/// Does to an order's packs what its events say.
pub(crate) struct OrderHandler;

impl Handler for OrderHandler {
    async fn act(&self, delivery: &Delivery) -> Result<(), Failure> {
        let read = OrderEvent::read(&delivery.subject, &delivery.payload);
        read.map(drop).map_err(|why| Failure::Poison(why.to_owned()))
    }

    async fn note(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        let read = OrderEvent::read(&delivery.subject, &delivery.payload);
        let Some((order_id, event)) = read.expect("it was read before") else {
            return Ok(());
        };
        let known = reservations::lock(transaction, order_id).await?;
        // What older versions published does not say which change it tells of: it is taken for the next.
        let version = delivery
            .aggregate
            .map_or(known.version, |aggregate| aggregate.version);
        let plan = event.plan(&known, version);
        for step in plan.steps {
            match (step, &event) {
                (Step::Keep, OrderEvent::Placed(lines)) => {
                    reservations::keep(&mut *transaction, order_id, lines).await?;
                }
                // Only the placing plans to keep.
                (Step::Keep, _) => (),
                (Step::GiveBack, _) => reservations::cancel(&mut *transaction, order_id).await?,
                (Step::Ship, _) => reservations::ship(&mut *transaction, order_id).await?,
                (Step::TakeBack, _) => reservations::take_back(&mut *transaction, order_id).await?,
            }
        }
        let version = known.version.max(version);
        reservations::remember(transaction, order_id, version, plan.awaits).await
    }
}
