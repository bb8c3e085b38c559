//! Closes the attempts of cancelled orders and refunds their payments.

use std::time::Duration;

use outbox::{Delivery, Failure, Handler, StreamConfig, Subscription};
use uuid::Uuid;

use crate::{
    capture::{auto_refund, close_attempts::close_attempts},
    payment::{captured_payment::PaymentOutcome, payment_store, refund::RefundReason},
    payments::{Payments, order_client},
};

/// The pause before a payment is checked again that its order has not decided about.
const NOT_DECIDED: Duration = Duration::from_secs(2);

/// The subscription of this service.
pub const SUBSCRIPTION: Subscription = Subscription {
    name: "payment-order-cancelled",
    stream: "ORDERS",
    subject: "shop.order.cancelled.v1",
    at_once: 4,
    retry_after: outbox::RETRY_AFTER,
    // Repeating is safe: closing is idempotent, and the same reason gives the same refund.
    repeat_after: outbox::REPEATABLE,
    longest_attempt: outbox::LONGEST_QUESTIONS,
    max_attempts: 150,
    dead_letters: StreamConfig {
        name: "DEAD_LETTERS",
        subjects: &["shop.dead_letter.>"],
    },
    dead_letter_subject: "shop.dead_letter.payment-order-cancelled",
};

/// Consumes the events of cancelled orders.
#[derive(Debug, Clone)]
pub struct OrderCancelledConsumer(pub Payments);

impl Handler for OrderCancelledConsumer {
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let order_id = order_client::changed_order_id(&delivery.payload)?;
        let Self(payments) = self;
        // First, because closing may fail for a long time.
        refund_all(payments, order_id).await?;
        close_attempts(payments, order_id).await?;
        // Again, because a payment may have been decided or recorded meanwhile.
        if refund_all(payments, order_id).await? {
            Ok(())
        } else {
            Err(Failure::Postponed(NOT_DECIDED))
        }
    }
}

/// Refunds the accepted and held payments of a cancelled order. Returns false if a payment is still
/// undecided. Late and double payments are refunded elsewhere.
async fn refund_all(payments: &Payments, order_id: Uuid) -> sqlx::Result<bool> {
    let money = payment_store::of_order(&payments.db, order_id).await?;
    for money in &money {
        if matches!(
            money.outcome,
            Some(PaymentOutcome::Accepted | PaymentOutcome::WrongAmount)
        ) {
            auto_refund::refund_remaining(payments, money.id, RefundReason::Cancelled).await?;
        }
    }
    Ok(money.iter().all(|money| money.outcome.is_some()))
}
