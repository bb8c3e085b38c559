//! The periodic tasks: delete old events, reconcile streams with tables, and issue waiting documents.

use std::time::Duration;

use jobs::PeriodicTask;
use outbox::Subscription;

use crate::{events, issuing::issuer::Issuer};

/// How soon a document is issued after its tax rate is set.
const WAITING_EVERY: Duration = Duration::from_secs(5);

/// All periodic tasks of this service.
pub fn all(
    issuer: Issuer,
    subscriptions: Vec<Subscription>,
    settings: outbox::Settings,
) -> Vec<PeriodicTask> {
    let subscriber = outbox::Subscriber {
        service: "billing",
        subscriptions,
    };
    vec![
        of_waiting_documents(issuer),
        outbox::outbox_task(),
        outbox::inbox_task(),
        outbox::publisher_task(events::PUBLISHER, settings.clone()),
        outbox::subscriber_task(subscriber, settings),
    ]
}

fn of_waiting_documents(issuer: Issuer) -> PeriodicTask {
    PeriodicTask::with_dependencies("documents-waiting-for-a-rate", WAITING_EVERY, move |_| {
        let issuer = issuer.clone();
        async move { issuer.issue_waiting().await }
    })
}
