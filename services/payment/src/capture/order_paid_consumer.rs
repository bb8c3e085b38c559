//! Closes the attempts of orders that were paid, by any method. Otherwise a shopper could pay both online and
//! on delivery.

use outbox::{Delivery, Failure, Handler, Subscription};

use crate::{
    capture::{close_attempts::close_attempts, order_cancelled_consumer},
    payments::{Payments, order_client},
};

/// The subscription of this service. Repeating is safe, because closing is idempotent.
pub const SUBSCRIPTION: Subscription = Subscription {
    name: "payment-order-paid",
    stream: "ORDERS",
    subject: "shop.order.paid.v1",
    dead_letter_subject: "shop.dead_letter.payment-order-paid",
    ..order_cancelled_consumer::SUBSCRIPTION
};

/// Consumes the events of paid orders.
#[derive(Debug, Clone)]
pub struct OrderPaidConsumer(pub Payments);

impl Handler for OrderPaidConsumer {
    /// Closes all open attempts. The attempt that paid the order is already marked as paid.
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let Self(payments) = self;
        let order_id = order_client::changed_order_id(&delivery.payload)?;
        close_attempts(payments, order_id).await
    }
}
