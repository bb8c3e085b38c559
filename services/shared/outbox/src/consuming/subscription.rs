use std::time::Duration;

use crate::StreamConfig;

/// The `repeat_after` of a handler that leaves the same behind however often it handles an event: a panic or a hang puts
/// nothing aside.
pub const REPEATABLE: &[Duration] = &[Duration::from_secs(5); 20];

/// The `longest_attempt` of a handler that asks databases and other services, each of which answers within seconds.
pub const LONGEST_QUESTIONS: Duration = Duration::from_mins(2);

/// The `longest_attempt` of a handler that sends a mail: above the 10 minutes that a mail server has for its last word
/// (RFC 5321, section 4.5.3.2.6).
pub const LONGEST_MAIL: Duration = Duration::from_mins(20);

/// A consumer's subject, and its rules for messages that it cannot handle.
#[derive(Debug, Clone, Copy)]
pub struct Subscription {
    /// The durable consumer's name; replicas with the same name share the work.
    pub name: &'static str,
    /// The stream, which its publisher makes.
    pub stream: &'static str,
    /// The subject, or what ends with `>` for all below it.
    pub subject: &'static str,
    /// How many messages a replica handles at the same time. Half as many wait here, so that no hand waits for the server.
    pub at_once: usize,
    /// The pauses between attempts; the last one repeats.
    pub retry_after: &'static [Duration],
    /// The pauses before an event with an unknown outcome is handled again; there are no more repeats than pauses.
    pub repeat_after: &'static [Duration],
    /// How long one attempt may take before it ends with an unknown outcome.
    pub longest_attempt: Duration,
    /// After this many attempts that failed, or that took their program down, an event is parked. What a handler puts off is
    /// no attempt.
    pub max_attempts: i64,
    /// The stream for messages that cannot be handled.
    pub dead_letters: StreamConfig,
    /// The subject for them, within that stream.
    pub dead_letter_subject: &'static str,
}

impl Subscription {
    /// Whether it hears events of a subject: its own, or those below what ends with `>`.
    pub(crate) fn covers(&self, subject: &str) -> bool {
        match self.subject.strip_suffix('>') {
            Some(above) => subject.starts_with(above),
            None => subject == self.subject,
        }
    }
}
