use std::time::Duration;

use async_nats::jetstream::{
    Context,
    context::CreateStreamError,
    stream::{Config, DiscardPolicy, Info, RetentionPolicy, StorageType},
};

/// How long the server remembers message ids, with about 125 bytes each. It drops duplicates within this
/// time; inboxes drop later ones. A relay repeats unmarked events within 30 s, even across a restart.
pub(crate) const DUPLICATE_WINDOW: Duration = Duration::from_mins(2);

/// How long a stream keeps events. A new consumer can start a month back. Not longer than inboxes keep notes.
pub(crate) const A_MONTH: Duration = Duration::from_hours(30 * 24);

/// The `max_age` of dead letters: they stay until an operator removes them.
pub(crate) const FOR_GOOD: Duration = Duration::ZERO;

/// A JetStream stream: its name and subjects.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamConfig {
    /// The stream's name, such as `ORDERS`.
    pub name: &'static str,
    /// Its subjects, such as `shop.order.>`.
    pub subjects: &'static [&'static str],
}

impl StreamConfig {
    /// Creates the stream, or updates its settings. Messages stay for `max_age`.
    pub(crate) async fn ensure(
        self,
        jetstream: &Context,
        replicas: usize,
        max_age: Duration,
    ) -> Result<Info, CreateStreamError> {
        let config = Config {
            name: self.name.to_owned(),
            subjects: self.subjects.iter().map(|&subject| subject.to_owned()).collect(),
            storage: StorageType::File,
            retention: RetentionPolicy::Limits,
            // A full disk must refuse new messages and never drop acknowledged ones.
            discard: DiscardPolicy::New,
            max_age,
            duplicate_window: DUPLICATE_WINDOW,
            num_replicas: replicas,
            ..Config::default()
        };
        jetstream.create_or_update_stream(config).await
    }
}
