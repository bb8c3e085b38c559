//! The messages of a stream without their payloads, slice by slice.

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

/// Messages asked for at once.
const BATCH: usize = 2_000;

/// Messages in a slice: one statement looks up the events of all of them.
const SLICE: usize = 5_000;

/// How long the server keeps a request for messages.
const ROUND: Duration = Duration::from_secs(5);

/// The server removes a reader that was left behind, and that no program reads with, after this.
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10);

/// What was read is known, so its reader is not waited for any longer than this to go.
const GONE_WITHIN: Duration = Duration::from_secs(1);

/// How long the reader of another look, or of one that was broken off, may be in the way.
const OTHERS_END_WITHIN: Duration = Duration::from_secs(15);

/// One message of a stream.
#[derive(Debug)]
pub(super) struct Header {
    /// Absent in what no relay published.
    pub(super) event_id: Option<Uuid>,
    /// The event that a dead letter is about.
    pub(super) original_id: Option<Uuid>,
    pub(super) subject: String,
    pub(super) sequence: u64,
    pub(super) published: OffsetDateTime,
}

/// Reads a stream from a time up to what is its end when the reading begins.
#[derive(Debug)]
pub(super) struct Reading {
    stream: Stream,
    service: &'static str,
    /// Where the next slice begins; none at the end.
    next: Option<DeliverPolicy>,
    last_sequence: u64,
    /// How many messages there are from the beginning of the first slice on.
    pub(super) messages: u64,
}

impl Reading {
    /// A reading of the messages that the stream took since then; none when there is no stream.
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

    /// The stream that is read.
    pub(super) fn stream(&self) -> &Stream {
        &self.stream
    }

    /// The next messages; none at the end.
    pub(super) async fn slice(&mut self) -> anyhow::Result<Vec<Header>> {
        let Some(from) = self.next.take() else {
            return Ok(Vec::new());
        };
        let consumer = reader(&self.stream, self.service, from).await?;
        let left = consumer.cached_info().num_pending;
        self.messages = self.messages.max(left);
        let read = read(&consumer, usize::try_from(left)?.min(SLICE)).await;
        // The next slice need not wait until the server forgets it, as after one that was broken off.
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

async fn read(consumer: &PullConsumer, count: usize) -> anyhow::Result<Vec<Header>> {
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
            read.push(Header {
                event_id: id(&headers, NATS_MESSAGE_ID.as_ref()),
                original_id: id(&headers, ORIGINAL_MSG_ID),
                subject,
                sequence,
                published,
            });
        }
        // What was removed meanwhile is no loss of ours; but what is not known must not be called missing.
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

/// A reader that leaves no trace. It has a name, so that the server can let this service make this one and no other; two
/// looks at the same time wait for each other.
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
