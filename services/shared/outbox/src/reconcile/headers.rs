//! Reads the headers of a stream's messages, in slices.

use std::time::Duration;

use anyhow::{Context as _, ensure};
use async_nats::{
    HeaderMap,
    header::NATS_MESSAGE_ID,
    jetstream::{
        Context,
        consumer::{AckPolicy, DeliverPolicy, PullConsumer, ReplayPolicy, pull},
        context::GetStreamErrorKind,
        stream::Stream,
    },
};
use futures_util::StreamExt as _;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::consuming::dead_letter::ORIGINAL_MSG_ID;

/// The number of messages per request.
const BATCH: usize = 2_000;

/// The number of messages per slice. One statement looks up their events.
const SLICE: usize = 5_000;

/// How long the server keeps a request for messages.
const ROUND: Duration = Duration::from_secs(5);

/// When the server removes an unused reader.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10);

/// How long to wait for the deletion of a reader that is no longer needed.
const GONE_WITHIN: Duration = Duration::from_secs(1);

/// How long a reader of another look, or of an interrupted one, may be in the way.
const OTHERS_END_WITHIN: Duration = Duration::from_secs(15);

/// A message of a stream.
#[derive(Debug)]
pub(super) struct MessageHeader {
    /// `None` for messages that no relay published.
    pub(super) event_id: Option<Uuid>,
    /// The event of a dead letter.
    pub(super) original_id: Option<Uuid>,
    pub(super) subject: String,
    pub(super) sequence: u64,
    pub(super) published: OffsetDateTime,
}

/// Reads a stream, from a time to its end at the start of the reading.
#[derive(Debug)]
pub(super) struct StreamReader {
    stream: Stream,
    service: &'static str,
    /// The start of the next slice. `None` at the end.
    next: Option<DeliverPolicy>,
    last_sequence: u64,
    /// The number of messages from the first slice on.
    pub(super) messages: u64,
}

impl StreamReader {
    /// Starts reading the messages since a time. `None` if the stream does not exist.
    pub(super) async fn open(
        jetstream: &Context,
        name: &str,
        service: &'static str,
        since: OffsetDateTime,
    ) -> anyhow::Result<Option<Self>> {
        let stream = match jetstream.get_stream(name).await {
            Ok(stream) => stream,
            Err(error) if is_missing(&error.kind()) => return Ok(None),
            Err(error) => {
                return Err(error).with_context(|| format!("the stream {name} cannot be looked at"));
            }
        };
        Ok(Some(Self {
            last_sequence: stream.cached_info().state.last_sequence,
            stream,
            service,
            next: Some(DeliverPolicy::ByStartTime { start_time: since }),
            messages: 0,
        }))
    }

    /// The stream.
    pub(super) fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The next messages. Empty at the end.
    pub(super) async fn slice(&mut self) -> anyhow::Result<Vec<MessageHeader>> {
        let Some(from) = self.next.take() else {
            return Ok(Vec::new());
        };
        let consumer = reader(&self.stream, self.service, from).await?;
        let left = consumer.cached_info().num_pending;
        self.messages = self.messages.max(left);
        let read = read(&consumer, usize::try_from(left)?.min(SLICE)).await;
        // Delete the reader, so that the next slice need not wait for the server to remove it.
        let going = self.stream.delete_consumer(&consumer.cached_info().name);
        let _ = tokio::time::timeout(GONE_WITHIN, going).await;
        let read = read?;
        let last = read.last().map(|header| header.sequence);
        if let Some(last) = last.filter(|last| read.len() == SLICE && *last < self.last_sequence) {
            let start_sequence = last + 1;
            self.next = Some(DeliverPolicy::ByStartSequence { start_sequence });
        }
        Ok(read)
    }
}

fn is_missing(error: &GetStreamErrorKind) -> bool {
    matches!(error, GetStreamErrorKind::JetStream(cause)
        if cause.error_code() == async_nats::jetstream::ErrorCode::STREAM_NOT_FOUND)
}

async fn read(consumer: &PullConsumer, count: usize) -> anyhow::Result<Vec<MessageHeader>> {
    let mut read = Vec::with_capacity(count);
    while read.len() < count {
        let batch = consumer
            .batch()
            .max_messages(BATCH.min(count - read.len()))
            .expires(ROUND);
        let mut batch = batch.messages().await.context("the stream cannot be read")?;
        let before = read.len();
        while let Some(message) = batch.next().await {
            let message = message.map_err(anyhow::Error::from_boxed)?;
            let info = message.info().map_err(anyhow::Error::from_boxed)?;
            let (sequence, published) = (info.stream_sequence, info.published);
            let subject = message.subject.to_string();
            let headers = message.message.headers.unwrap_or_default();
            read.push(MessageHeader {
                event_id: id(&headers, NATS_MESSAGE_ID.as_ref()),
                original_id: id(&headers, ORIGINAL_MSG_ID),
                subject,
                sequence,
                published,
            });
        }
        // Fail if no message arrives, because unread messages must not be reported as missing.
        ensure!(
            read.len() > before,
            "the stream was read in part: {} of {count} messages",
            read.len()
        );
    }
    Ok(read)
}

fn id(headers: &HeaderMap, name: &str) -> Option<Uuid> {
    Uuid::parse_str(headers.get(name)?.as_str()).ok()
}

/// Creates a temporary reader. It has a fixed name, so that the server can permit only this one. Two looks at
/// the same time wait for each other.
async fn reader(stream: &Stream, service: &str, from: DeliverPolicy) -> anyhow::Result<PullConsumer> {
    let config = pull::Config {
        name: Some(format!("reconcile-{service}")),
        deliver_policy: from,
        ack_policy: AckPolicy::None,
        replay_policy: ReplayPolicy::Instant,
        headers_only: true,
        inactive_threshold: FORGOTTEN_AFTER,
        memory_storage: true,
        num_replicas: 1,
        ..pull::Config::default()
    };
    let began = tokio::time::Instant::now();
    loop {
        match stream.create_consumer_strict(config.clone()).await {
            Ok(consumer) => return Ok(consumer),
            Err(_) if began.elapsed() < OTHERS_END_WITHIN => tokio::time::sleep(Duration::from_secs(1)).await,
            Err(error) => return Err(error).context("the stream cannot be read; does another look run?"),
        }
    }
}
