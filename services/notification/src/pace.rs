use std::time::Duration;

use outbox::Subscription;

/// With 150 attempts, a mail server may be unavailable for a day before a mail becomes a dead letter.
pub(crate) const RETRY_AFTER: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
];

/// Two repeats of a mail with an unknown outcome: one for a broken connection, one for a server restart. More
/// repeats would send a mail again and again through a server that accepts it without a reply.
pub(crate) const REPEAT_AFTER: [Duration; 2] = [Duration::from_mins(1), Duration::from_mins(10)];

/// The retry delays of mails.
#[derive(Debug, Clone, Copy)]
pub struct RetryPace {
    /// The delays after a failure; the last one repeats.
    pub retry_after: &'static [Duration],
    /// The delays before a mail with an unknown outcome is sent again. There are as many repeats as delays.
    pub repeat_after: &'static [Duration],
    /// The delay before a mail over its address's limit is tried again.
    pub put_off: Duration,
    /// How long after its event a mail waits for its document.
    pub document_patience: Duration,
}

impl Default for RetryPace {
    fn default() -> Self {
        Self {
            retry_after: &RETRY_AFTER,
            repeat_after: &REPEAT_AFTER,
            put_off: Duration::from_hours(1),
            document_patience: Duration::from_mins(2),
        }
    }
}

impl RetryPace {
    pub(crate) fn apply_to(self, subscription: Subscription) -> Subscription {
        Subscription {
            retry_after: self.retry_after,
            repeat_after: self.repeat_after,
            ..subscription
        }
    }
}
