use std::time::Duration;

use crate::StreamConfig;

/// The `repeat_after` of an idempotent handler. Allows many repeats, so that a panic or a hang does not
/// dead-letter the event.
pub const REPEATABLE: &[Duration] = &[Duration::from_secs(5); 20];

/// The `retry_after` of a handler whose databases and services come back within seconds, or within hours.
pub const RETRY_AFTER: &[Duration] = &[
    Duration::from_secs(1),
    Duration::from_secs(30),
    Duration::from_mins(10),
];

/// The `longest_attempt` of a handler that calls databases and services, which answer within seconds.
pub const LONGEST_QUESTIONS: Duration = Duration::from_mins(2);

/// The `longest_attempt` of a handler that sends a mail: more than the 10 minutes that a mail server may take
/// to reply (RFC 5321, section 4.5.3.2.6).
pub const LONGEST_MAIL: Duration = Duration::from_mins(20);

/// A consumer's subject, and its retry policy.
#[derive(Debug, Clone, Copy)]
pub struct Subscription {
    /// The durable consumer's name. Replicas with the same name share the work.
    pub name: &'static str,
    /// The stream, created by its publisher.
    pub stream: &'static str,
    /// The subject. A final `>` matches all subjects below it.
    pub subject: &'static str,
    /// The number of messages a replica handles concurrently. Half as many wait here, so that no slot waits
    /// for the server.
    pub at_once: usize,
    /// The pauses between attempts. The last one repeats.
    pub retry_after: &'static [Duration],
    /// The pauses before repeating an event with an unknown outcome. There are no more repeats than pauses.
    pub repeat_after: &'static [Duration],
    /// The timeout of an attempt. After it, the outcome is unknown.
    pub longest_attempt: Duration,
    /// The number of failed or crashed attempts after which an event is dead-lettered. Postponed attempts do
    /// not count.
    pub max_attempts: i64,
    /// The stream for dead letters.
    pub dead_letters: StreamConfig,
    /// The subject of dead letters, within that stream.
    pub dead_letter_subject: &'static str,
}

impl Subscription {
    /// True if the subscription includes the subject.
    pub(crate) fn covers(&self, subject: &str) -> bool {
        match self.subject.strip_suffix('>') {
            Some(above) => subject.starts_with(above),
            None => subject == self.subject,
        }
    }
}
