use std::time::Duration;

use outbox::Subscription;

/// With 150 deliveries, a mail server may be away for a day before a mail is put aside.
pub(crate) const RETRY_AFTER: [Duration; 5] = [
    Duration::from_secs(1),
    Duration::from_secs(5),
    Duration::from_secs(30),
    Duration::from_mins(2),
    Duration::from_mins(10),
];

/// Two repeats of a mail that the server may have taken, for a connection that broke and for a server that was
/// restarted. More would send a mail again and again through a server that takes it and does not say so.
pub(crate) const REPEAT_AFTER: [Duration; 2] = [Duration::from_mins(1), Duration::from_mins(10)];

/// When a mail is tried again.
#[derive(Debug, Clone, Copy)]
pub struct RetryPace {
    /// The pauses after a failure; the last one repeats.
    pub retry_after: &'static [Duration],
    /// The pauses before a mail is sent again that the server may have taken; no more repeats than pauses.
    pub repeat_after: &'static [Duration],
    /// The pause before a mail is tried again whose address had too many.
    pub put_off: Duration,
    /// How long after its event a mail waits for the document that goes along with it.
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
    pub(crate) fn of(self, subscription: Subscription) -> Subscription {
        Subscription {
            retry_after: self.retry_after,
            repeat_after: self.repeat_after,
            ..subscription
        }
    }
}
