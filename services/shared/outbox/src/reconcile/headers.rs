//! What a stream holds, without the payloads.

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

/// Messages asked for at once.
const BATCH: usize = 2_000;

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
    pub(super) subject: String,
    pub(super) sequence: u64,
    pub(super) published: OffsetDateTime,
    headers: HeaderMap,
}

impl Header {
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        Some(self.headers.get(name)?.as_str())
    }
}

/// The stream; none when there is none.
pub(super) async fn stream(jetstream: &Context, name: &str) -> anyhow::Result<Option<Stream>> {
    match jetstream.get_stream(name).await {
        Ok(stream) => Ok(Some(stream)),
        Err(error) => match error.kind() {
            GetStreamErrorKind::JetStream(cause)
                if cause.error_code() == async_nats::jetstream::ErrorCode::STREAM_NOT_FOUND =>
            {
                Ok(None)
            }
            _ => Err(error).with_context(|| format!("the stream {name} cannot be looked at")),
        },
    }
}

/// Shows every message that a stream took since then, up to now.
pub(super) async fn read(
    stream: &Stream,
    service: &str,
    since: OffsetDateTime,
    each: impl FnMut(Header),
) -> anyhow::Result<usize> {
    let consumer = reader(stream, service, since).await?;
    let read = read_all(&consumer, each).await;
    // The next look need not wait until the server forgets it, as after one that was broken off.
    let going = stream.delete_consumer(&consumer.cached_info().name);
    let _ = tokio::time::timeout(GONE_WITHIN, going).await;
    read
}

async fn read_all(consumer: &PullConsumer, mut each: impl FnMut(Header)) -> anyhow::Result<usize> {
    let count = usize::try_from(consumer.cached_info().num_pending)?;
    let mut seen = 0;
    while seen < count {
        let batch = consumer
            .batch()
            .max_messages(BATCH.min(count - seen))
            .expires(ROUND);
        let mut batch = batch.messages().await.context("the stream cannot be read")?;
        let before = seen;
        while let Some(message) = batch.next().await {
            let message = message.map_err(anyhow::Error::from_boxed)?;
            let info = message.info().map_err(anyhow::Error::from_boxed)?;
            let (sequence, published) = (info.stream_sequence, info.published);
            let subject = message.subject.to_string();
            let headers = message.message.headers.unwrap_or_default();
            let id = headers.get(NATS_MESSAGE_ID);
            each(Header {
                event_id: id.and_then(|id| Uuid::parse_str(id.as_str()).ok()),
                subject,
                sequence,
                published,
                headers,
            });
            seen += 1;
        }
        // What was removed meanwhile is no loss of ours; but what is not known must not be called missing.
        ensure!(
            seen > before,
            "the stream was read in part: {seen} of {count} messages"
        );
    }
    Ok(seen)
}

/// A reader that leaves no trace. It has a name, so that the server can let this service make this one and no other; two
/// looks at the same time wait for each other.
async fn reader(stream: &Stream, service: &str, since: OffsetDateTime) -> anyhow::Result<PullConsumer> {
    let config = pull::Config {
        name: Some(format!("reconcile-{service}")),
        deliver_policy: DeliverPolicy::ByStartTime { start_time: since },
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
