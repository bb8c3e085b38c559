//! The event consumers of this service.

use outbox::Subscription;
use runtime::Frame;

use crate::{
    payments::Payments,
    settling::{
        cancelled::{self, Cancelled},
        paid::{self, Paid},
    },
};

/// The subscriptions of this service.
pub const SUBSCRIPTIONS: [Subscription; 2] = [cancelled::SUBSCRIPTION, paid::SUBSCRIPTION];

/// Consumes order events until the frame stops.
pub fn hear(payments: &Payments, events: &outbox::Settings, frame: &Frame) {
    let (subscription, handler) = (cancelled::SUBSCRIPTION, Cancelled(payments.clone()));
    let (db, stopping) = (payments.db.clone(), frame.stopping());
    let hearing = outbox::consume(db, subscription, events.clone(), stopping, handler);
    frame.spawn(subscription.name, hearing);
    let (subscription, handler) = (paid::SUBSCRIPTION, Paid(payments.clone()));
    let (db, stopping) = (payments.db.clone(), frame.stopping());
    let hearing = outbox::consume(db, subscription, events.clone(), stopping, handler);
    frame.spawn(subscription.name, hearing);
}
