//! What follows for an order whose money was written down, whichever way it came: nobody is asked for it a second time. A shopper who
//! began to pay online and then paid at the door could otherwise do both.

use outbox::{Delivery, Failure, Handler, Subscription};

use crate::{
    payments::{Payments, orders},
    settling::{cancelled, closing::close_attempts},
};

/// The subscription of this service. What is closed stays closed, as for a cancelled order.
pub const SUBSCRIPTION: Subscription = Subscription {
    name: "payment-order-paid-v2",
    stream: "ORDERS",
    subject: "shop.order.paid.v2",
    dead_letter_subject: "shop.dead_letter.payment-order-paid",
    ..cancelled::SUBSCRIPTION
};

/// Hears of orders whose money was written down.
#[derive(Debug, Clone)]
pub struct Paid(pub Payments);

impl Handler for Paid {
    /// Money that came by an attempt ended it before its order heard of it: what is open now is another one's.
    async fn handle(&self, delivery: &Delivery) -> Result<(), Failure> {
        let Self(payments) = self;
        let order_id = orders::moved_order_id(&delivery.payload)?;
        close_attempts(payments, order_id).await
    }
}
