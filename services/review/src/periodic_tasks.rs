//! The periodic tasks: linking reviews to products, checking texts, and cleaning the inbox.

use std::time::Duration;

use jobs::{BATCH, PeriodicTask};
use outbox::Subscriber;

use crate::{
    product_links::{self, Catalog},
    purchases::orders,
    review::moderated_store,
};

/// The interval of the check for unchecked texts. No such text is left once every replica runs this release.
const CHECK_EVERY: Duration = Duration::from_mins(1);

/// All periodic tasks of this service.
pub fn all(catalog: Catalog, events: &outbox::Settings) -> Vec<PeriodicTask> {
    vec![
        of_claims(),
        product_links::periodic_task(catalog),
        outbox::inbox_task(),
        outbox::subscriber_task(subscriber(), events.clone()),
    ]
}

/// Checks the texts of samples, and those that an operator wrote by SQL.
fn of_claims() -> PeriodicTask {
    PeriodicTask::new("reviews-not-checked", CHECK_EVERY, |db| async move {
        moderated_store::check_new_texts(&db, BATCH).await
    })
}

/// The subscriptions that a reconciliation compares with the streams.
pub fn subscriber() -> Subscriber {
    Subscriber {
        service: "review",
        subscriptions: orders::SUBSCRIPTIONS.into(),
    }
}
