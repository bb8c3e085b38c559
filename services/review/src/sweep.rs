//! What comes again by itself: reviews find their products, and what the inbox brings along.

use std::time::Duration;

use jobs::{BATCH, Sweep};
use outbox::Subscriber;

use crate::{
    linking::{self, Catalog},
    purchases::orders,
    review::moderated_store,
};

/// How often texts are looked for that nobody looked through: none is left once every program is of this version.
const CHECK_EVERY: Duration = Duration::from_mins(1);

/// Every sweep of this service.
pub fn all(catalog: Catalog, events: &outbox::Settings) -> Vec<Sweep> {
    vec![
        of_claims(),
        linking::sweep(catalog),
        outbox::sweep_inbox(),
        outbox::sweep_subscriber(subscriber(), events.clone()),
    ]
}

/// Looks for claims in texts that the version before wrote, which looks for none.
fn of_claims() -> Sweep {
    Sweep::new("reviews-not-checked", CHECK_EVERY, |db| async move {
        moderated_store::check_some(&db, BATCH).await
    })
}

/// The service's part in a reconciliation.
pub fn subscriber() -> Subscriber {
    Subscriber {
        service: "review",
        subscriptions: orders::SUBSCRIPTIONS.into(),
    }
}
