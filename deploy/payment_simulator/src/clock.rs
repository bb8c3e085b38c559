//! The simulator's time: the machine's, which tests can move.

use std::time::Duration;

use time::OffsetDateTime;
use tokio::sync::watch;

/// A year: longer than any deadline of a shop.
pub(crate) const MAX_SHIFT: u64 = 366 * 24 * 60 * 60;

#[derive(Debug)]
pub(crate) struct Clock {
    /// The offset to the machine's time, in milliseconds.
    ahead: watch::Sender<i64>,
}

impl Clock {
    pub(crate) fn new() -> Self {
        let (ahead, _) = watch::channel(0);
        Self { ahead }
    }

    /// Seconds since 1970.
    pub(crate) fn now(&self) -> i64 {
        self.now_ms().div_euclid(1000)
    }

    /// Milliseconds since 1970.
    pub(crate) fn now_ms(&self) -> i64 {
        let machine = OffsetDateTime::now_utc().unix_timestamp_nanos() / 1_000_000;
        i64::try_from(machine).unwrap_or(i64::MAX) + *self.ahead.borrow()
    }

    /// Moves the time forward, by [`MAX_SHIFT`] at most.
    pub(crate) fn forward(&self, seconds: u64) {
        let by = i64::try_from(seconds.min(MAX_SHIFT) * 1000).unwrap_or_default();
        self.ahead.send_modify(|ahead| *ahead = ahead.saturating_add(by));
    }

    /// Moves the time back, by [`MAX_SHIFT`] at most, to create records in the past.
    pub(crate) fn back(&self, seconds: u64) {
        let by = i64::try_from(seconds.min(MAX_SHIFT) * 1000).unwrap_or_default();
        self.ahead.send_modify(|ahead| *ahead = ahead.saturating_sub(by));
    }

    /// Waits until this time, by the machine's clock or because a test moved the time forward.
    pub(crate) async fn sleep_until(&self, due_ms: i64) {
        let mut ahead = self.ahead.subscribe();
        loop {
            ahead.borrow_and_update();
            let left = due_ms - self.now_ms();
            let Ok(left @ 1..) = u64::try_from(left) else {
                return;
            };
            tokio::select! {
                () = tokio::time::sleep(Duration::from_millis(left)) => (),
                // The sender lives as long as `self`.
                _ = ahead.changed() => (),
            }
        }
    }
}
