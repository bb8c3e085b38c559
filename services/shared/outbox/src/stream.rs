use std::time::Duration;

use async_nats::jetstream::{
    Context,
    context::CreateStreamError,
    stream::{Config, DiscardPolicy, Info, RetentionPolicy, StorageType},
};

/// How long the server remembers message ids: some 125 bytes each in its memory. It drops an event that is published again
/// within that time; an inbox drops it later. A relay repeats what was not marked within 30 s, also across a restart.
pub(crate) const DUPLICATE_WINDOW: Duration = Duration::from_mins(2);

/// How long an event stays: a new consumer can begin a month ago. Not longer than inboxes know what was handled.
pub(crate) const A_MONTH: Duration = Duration::from_hours(30 * 24);

/// The `max_age` of messages that an operator has to look at: they stay until they are removed.
pub(crate) const FOR_GOOD: Duration = Duration::ZERO;

/// A JetStream stream: its name and what it keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct StreamConfig {
    /// The stream's name, such as `ORDERS`.
    pub name: &'static str,
    /// The subjects it keeps, such as `shop.order.>`.
    pub subjects: &'static [&'static str],
}

impl StreamConfig {
    /// Makes the stream, or brings it to these settings when it exists. Messages stay for `max_age`.
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
            // A full disk must refuse what is new, never forget what was acknowledged.
            discard: DiscardPolicy::New,
            max_age,
            duplicate_window: DUPLICATE_WINDOW,
            num_replicas: replicas,
            ..Config::default()
        };
        jetstream.create_or_update_stream(config).await
    }
}
