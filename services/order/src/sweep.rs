//! Forgets idempotency keys that nobody sends again.

use std::time::Duration;

use jobs::{BATCH, Sweep};

use crate::store;

/// An old key does no harm; this only keeps the table small.
const EVERY: Duration = Duration::from_mins(10);

/// Forgets keys after seven days.
pub fn of_keys() -> Sweep {
    Sweep::new("idempotency-keys", EVERY, |db| async move {
        store::forget_old_keys(&db, BATCH).await
    })
}
