//! What follows for the money of an order that was cancelled: no more is taken, and what came goes back.

use std::time::Duration;

use outbox::{Delivery, Failure, Handler, StreamConfig, Subscription};
use sqlx::PgPool;

use crate::{
    payment::{
        money::{Money, Outcome},
        money_store,
        refund::{self, Reason},
        refund_store,
    },
    payments::{Payments, orders},
    refunding::wanting::{self, Wanted},
    settling::closing::close_attempts,
};

/// The pause before money is looked at again that its order has not decided about.
const NOT_SETTLED: Duration = Duration::from_secs(2);

/// The subscription of this service.
pub const SUBSCRIPTION: Subscription = Subscription {
    name: "payment-order-cancelled-v2",
    stream: "ORDERS",
    subject: "shop.order.cancelled.v2",
    at_once: 4,
    retry_after: &[
        Duration::from_secs(1),
        Duration::from_secs(30),
        Duration::from_mins(10),
    ],
    // What is closed stays closed, and a refund of the same reason is the same refund.
    repeat_after: outbox::REPEATABLE,
    longest_attempt: outbox::LONGEST_QUESTIONS,
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.payment-order-cancelled",
};

/// Hears of orders that were cancelled.
#[derive(Debug, Clone)]
pub struct Cancelled(pub Payments);

impl Handler for Cancelled {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let order_id = orders::moved_order_id(&delivery.payload)?;
        let Self(payments) = self;
        close_attempts(payments, order_id).await?;
        let money = money_store::of_order(&payments.db, order_id).await?;
        // Decided before the order was cancelled, or after it: either way it has to be known what goes back.
        if money.iter().any(|money| money.outcome.is_none()) {
            return Err(Failure::Postponed(NOT_SETTLED));
        }
        for money in money
            .iter()
            .filter(|money| money.outcome == Some(Outcome::Accepted))
        {
            send_back(&payments.db, money).await?;
        }
        payments.relay.wake();
        payments.workers.wake();
        Ok(())
    }
}

/// Has all of a payment sent back that did not go back already.
async fn send_back(db: &PgPool, money: &Money) -> sqlx::Result<()> {
    let mut transaction = database::begin(db).await?;
    let Some(money) = money_store::lock(&mut transaction, money.id).await? else {
        return Ok(());
    };
    let refunds = refund_store::of_payments(&mut *transaction, &[money.id]).await?;
    let left_paise = refund::left_paise(money.amount_paise, &refunds);
    if left_paise <= 0 {
        return Ok(());
    }
    let wanted = Wanted {
        id: refund::id_of(money.id, Reason::Cancelled),
        amount_paise: left_paise,
        reason: Reason::Cancelled,
        note: String::new(),
        staff_id: None,
    };
    wanting::want(&mut transaction, &money, wanted).await?;
    transaction.commit().await
}
