//! The event consumers of this service.

use outbox::Subscription;
use runtime::Frame;

use crate::{
    capture::{
        order_cancelled_consumer::{self, OrderCancelledConsumer},
        order_paid_consumer::{self, OrderPaidConsumer},
    },
    payments::Payments,
};

/// The subscriptions of this service.
pub const SUBSCRIPTIONS: [Subscription; 2] = [
    order_cancelled_consumer::SUBSCRIPTION,
    order_paid_consumer::SUBSCRIPTION,
];

/// Consumes order events until the frame stops.
pub fn spawn_consumers(payments: &Payments, events: &outbox::Settings, frame: &Frame) {
    let (subscription, handler) = (
        order_cancelled_consumer::SUBSCRIPTION,
        OrderCancelledConsumer(payments.clone()),
    );
    let (db, stopping) = (payments.db.clone(), frame.stopping());
    let consumer = outbox::consume(db, subscription, events.clone(), stopping, handler);
    frame.spawn(subscription.name, consumer);
    let (subscription, handler) = (
        order_paid_consumer::SUBSCRIPTION,
        OrderPaidConsumer(payments.clone()),
    );
    let (db, stopping) = (payments.db.clone(), frame.stopping());
    let consumer = outbox::consume(db, subscription, events.clone(), stopping, handler);
    frame.spawn(subscription.name, consumer);
}
