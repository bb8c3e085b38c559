//! What comes again by itself: old events are forgotten, streams are held against the tables, and what waited for a rate is issued.

use std::time::Duration;

use jobs::Sweep;
use outbox::Subscription;

use crate::{events, issuing::issuer::Issuer};

/// How soon a document is issued after somebody set the rate that it waits for.
const WAITING_EVERY: Duration = Duration::from_secs(5);

/// Every sweep of this service.
pub fn all(issuer: Issuer, subscriptions: Vec<Subscription>, settings: outbox::Settings) -> Vec<Sweep> {
    let subscriber = outbox::Subscriber {
        service: "billing",
        subscriptions,
    };
    vec![
        of_waiting_documents(issuer),
        outbox::sweep_outbox(),
        outbox::sweep_inbox(),
        outbox::sweep_publisher(events::PUBLISHER, settings.clone()),
        outbox::sweep_subscriber(subscriber, settings),
    ]
}

fn of_waiting_documents(issuer: Issuer) -> Sweep {
    Sweep::with_dependencies("documents-waiting-for-a-rate", WAITING_EVERY, move |_| {
        let issuer = issuer.clone();
        async move { issuer.issue_waiting().await }
    })
}
