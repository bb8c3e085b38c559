//! What comes again by itself: what the inbox brings along.

use jobs::Sweep;
use outbox::Subscriber;

use crate::purchases::orders;

/// Every sweep of this service.
pub fn all(events: &outbox::Settings) -> Vec<Sweep> {
    vec![
        outbox::sweep_inbox(),
        outbox::sweep_subscriber(subscriber(), events.clone()),
    ]
}

/// The service's part in a reconciliation.
pub fn subscriber() -> Subscriber {
    Subscriber {
        service: "review",
        subscriptions: orders::SUBSCRIPTIONS.into(),
    }
}
