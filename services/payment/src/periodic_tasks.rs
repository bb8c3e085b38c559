//! The periodic tasks.

use std::time::Duration;

use jobs::{BATCH, PeriodicTask};
use outbox::Subscriber;

use crate::{
    capture::{auto_refund, consumers, poll_attempts},
    events,
    payments::Payments,
    reconciliation::compare_day,
    refunds::poll_refunds,
    settlements::read_settlements,
    statements,
    webhooks::event_store,
};

/// How often due attempts and refunds are searched.
const POLL_EVERY: Duration = Duration::from_secs(5);

/// All periodic tasks of this service.
pub fn all(payments: &Payments, events: &outbox::Settings) -> Vec<PeriodicTask> {
    let mut tasks = vec![
        of_attempts(payments.clone()),
        of_refunds(payments.clone()),
        of_holds(payments.clone()),
        of_bodies(),
        of_days(payments.clone()),
        of_settlements(payments.clone()),
        PeriodicTask::of_dead_jobs(),
        outbox::outbox_task(),
        outbox::inbox_task(),
        outbox::publisher_task(events::PUBLISHER, events.clone()),
        outbox::subscriber_task(subscriber(), events.clone()),
    ];
    tasks.extend(statements::periodic_tasks());
    tasks
}

/// Polls attempts: finds payments without a webhook, and closes attempts after their deadline.
fn of_attempts(payments: Payments) -> PeriodicTask {
    PeriodicTask::with_dependencies("open-attempts", POLL_EVERY, move |_| {
        let payments = payments.clone();
        async move { poll_attempts::poll_due(&payments).await }
    })
}

/// Polls refunds until they end.
fn of_refunds(payments: Payments) -> PeriodicTask {
    PeriodicTask::with_dependencies("refunds-on-their-way", POLL_EVERY, move |_| {
        let payments = payments.clone();
        async move { poll_refunds::poll_due(&payments).await }
    })
}

/// Refunds payments that were held for too long.
fn of_holds(payments: Payments) -> PeriodicTask {
    PeriodicTask::with_dependencies("held-payments", Duration::from_mins(5), move |_| {
        let payments = payments.clone();
        async move { auto_refund::refund_expired_holds(&payments).await }
    })
}

/// Compares due days with the provider's lists.
fn of_days(payments: Payments) -> PeriodicTask {
    PeriodicTask::with_dependencies("provider-days", Duration::from_mins(1), move |_| {
        let payments = payments.clone();
        async move { compare_day::enqueue_due(&payments).await }
    })
}

/// Reads the provider's payouts.
fn of_settlements(payments: Payments) -> PeriodicTask {
    PeriodicTask::with_dependencies("provider-settlements", Duration::from_mins(15), move |_| {
        let payments = payments.clone();
        async move { read_settlements::enqueue(&payments).await }
    })
}

/// Empties webhook bodies after 90 days, because they may name the payer.
fn of_bodies() -> PeriodicTask {
    PeriodicTask::new("webhook-bodies", Duration::from_hours(1), |db| async move {
        event_store::empty_old_bodies(&db, BATCH).await
    })
}

/// The service's part in event reconciliation.
pub fn subscriber() -> Subscriber {
    Subscriber {
        service: "payment",
        subscriptions: consumers::SUBSCRIPTIONS.to_vec(),
    }
}
