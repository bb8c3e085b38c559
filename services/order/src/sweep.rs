//! What comes again by itself: forgetting keys that nobody sends again, and what the outbox brings along.

use std::time::Duration;

use jobs::{BATCH, Sweep};

use crate::{reconcile, store};

/// An old key does no harm; this only keeps the table small.
const EVERY: Duration = Duration::from_mins(10);

/// Every sweep of this service.
pub fn all(events: outbox::Settings) -> Vec<Sweep> {
    let reconciling = outbox::sweep_telling(reconcile::TELLING, events);
    vec![of_keys(), outbox::sweep_outbox(), reconciling]
}

/// Forgets keys after seven days.
fn of_keys() -> Sweep {
    Sweep::new("idempotency-keys", EVERY, |db| async move {
        store::forget_old_keys(&db, BATCH).await
    })
}
