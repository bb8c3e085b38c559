//! What comes again by itself.

use std::time::Duration;

use jobs::{BATCH, Sweep};
use outbox::Subscriber;

use crate::{
    events,
    payments::Payments,
    reconciling::comparing,
    refunding::following,
    settlements::reading,
    settling::{hearing, looking, sending_back},
    statements,
    webhooks::event_store,
};

/// How often it is looked whether an attempt or a refund is due; each says itself when.
const LOOK_EVERY: Duration = Duration::from_secs(5);

/// Every sweep of this service.
pub fn all(payments: &Payments, events: &outbox::Settings) -> Vec<Sweep> {
    let mut sweeps = vec![
        of_attempts(payments.clone()),
        of_refunds(payments.clone()),
        of_holds(payments.clone()),
        of_bodies(),
        of_days(payments.clone()),
        of_settlements(payments.clone()),
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

/// Ends holds that staff did not.
fn of_holds(payments: Payments) -> Sweep {
    Sweep::with_dependencies("held-payments", Duration::from_mins(5), move |_| {
        let payments = payments.clone();
        async move { sending_back::end_holds(&payments).await }
    })
}

/// Has days held against the provider's lists; each says itself when.
fn of_days(payments: Payments) -> Sweep {
    Sweep::with_dependencies("provider-days", Duration::from_mins(1), move |_| {
        let payments = payments.clone();
        async move { comparing::enqueue_due(&payments).await }
    })
}

/// Has what the provider paid out read.
fn of_settlements(payments: Payments) -> Sweep {
    Sweep::with_dependencies("provider-settlements", Duration::from_mins(15), move |_| {
        let payments = payments.clone();
        async move { reading::enqueue(&payments).await }
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
        subscriptions: hearing::SUBSCRIPTIONS.to_vec(),
    }
}
