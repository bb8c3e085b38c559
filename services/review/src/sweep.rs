//! What comes again by itself: what the inbox brings along.

use jobs::Sweep;
use outbox::Hearing;

use crate::orders;

/// Every sweep of this service.
pub fn all(events: &outbox::Settings) -> Vec<Sweep> {
    vec![
        outbox::sweep_inbox(),
        outbox::sweep_hearing(hearing(), events.clone()),
    ]
}

/// The service's part in a reconciliation.
pub fn hearing() -> Hearing {
    Hearing {
        service: "review",
        subscriptions: orders::SUBSCRIPTIONS.into(),
    }
}
