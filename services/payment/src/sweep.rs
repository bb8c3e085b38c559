//! What comes again by itself.

use std::time::Duration;

use jobs::{BATCH, Sweep};
use outbox::Subscriber;

use crate::{
    events, payments::Payments, refunding::following, settling::looking, statements, webhooks::event_store,
};

/// How often it is looked whether an attempt or a refund is due; each says itself when.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Every sweep of this service.
pub fn all(payments: &Payments, events: &outbox::Settings) -> Vec<Sweep> {
    let mut sweeps = vec![
        of_attempts(payments.clone()),
        of_refunds(payments.clone()),
        of_bodies(),
        Sweep::of_dead_jobs(),
        outbox::sweep_outbox(),
        outbox::sweep_inbox(),
        outbox::sweep_publisher(events::PUBLISHER, events.clone()),
        outbox::sweep_subscriber(subscriber(), events.clone()),
    ];
    sweeps.extend(statements::sweeps());
    sweeps
}

/// Finds money that nobody told of, and closes what is over.
fn of_attempts(payments: Payments) -> Sweep {
    Sweep::with_dependencies("open-attempts", LOOK_EVERY, move |_| {
        let payments = payments.clone();
        async move { looking::look_at_due(&payments).await }
    })
}

/// Follows refunds to their end.
fn of_refunds(payments: Payments) -> Sweep {
    Sweep::with_dependencies("refunds-on-their-way", LOOK_EVERY, move |_| {
        let payments = payments.clone();
        async move { following::look_at_due(&payments).await }
    })
}

/// Forgets after ninety days who paid, where the provider's words say so.
fn of_bodies() -> Sweep {
    Sweep::new("webhook-bodies", Duration::from_hours(1), |db| async move {
        event_store::empty_old_bodies(&db, BATCH).await
    })
}

/// The service's part in a reconciliation.
pub fn subscriber() -> Subscriber {
    Subscriber {
        service: "payment",
        subscriptions: vec![crate::settling::cancelled::SUBSCRIPTION],
    }
}
