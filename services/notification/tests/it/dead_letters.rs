//! The dead letters of mails.

use async_nats::jetstream;
use futures_util::StreamExt as _;

use crate::mailroom::Mailroom;

/// A dead letter: the event's id, if it has one, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct DeadLetter {
    pub(crate) event_id: String,
    pub(crate) reason: String,
}

impl Mailroom {
    /// The dead letters of this mail.
    pub(crate) async fn dead_letters(&self, name: &str) -> Vec<DeadLetter> {
        let Ok(stream) = self.jetstream.get_stream("DEAD_LETTERS").await else {
            return Vec::new();
        };
        let config = jetstream::consumer::pull::OrderedConfig {
            filter_subject: format!("shop.dead_letter.{name}"),
            ..Default::default()
        };
        let consumer = stream
            .create_consumer(config)
            .await
            .expect("a stream can be read");
        let count = usize::try_from(consumer.cached_info().num_pending).expect("a test's stream is small");
        let messages = consumer.messages().await.expect("a stream can be read");
        let letters = messages.take(count).map(|message| {
            let headers = message.expect("a message can be read").headers.clone();
            let header = |name: &str| {
                let value = headers.as_ref().and_then(|headers| headers.get(name));
                value.map(|value| value.as_str().to_owned()).unwrap_or_default()
            };
            DeadLetter {
                event_id: header("Original-Msg-Id"),
                reason: header("Reason"),
            }
        });
        let mut letters: Vec<_> = letters.collect().await;
        letters.sort();
        letters
    }
}
