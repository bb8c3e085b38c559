use std::time::Duration;

use anyhow::Context as _;
use async_nats::{
    header::NATS_MESSAGE_ID,
    jetstream::{
        self, AckKind,
        consumer::{
            self, AckPolicy,
            pull::{self, Stream},
        },
        message::Message,
        stream,
    },
};
use bytes::Bytes;
use futures_util::StreamExt as _;
use runtime::{metrics::look_again, trace_context};
use sqlx::{PgConnection, PgPool};
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span, field::Empty};
use uuid::Uuid;

use crate::{Failure, Settings, StreamConfig, backoff::Backoff, inbox, nats};

/// How long a message may be worked on before the server gives it out again; longer than a handler may take.
const ACK_WAIT: Duration = Duration::from_secs(30);

/// How often the server says that it has nothing to say; two silences in a row mean that it is gone.
const HEARTBEAT: Duration = Duration::from_secs(5);

/// What becomes of a message, as operators count it: there from the start, for Prometheus sees an increase only from a
/// number that was there before.
const OUTCOMES: [&str; 3] = ["done", "retry", "dead_letter"];

/// What a consumer listens to and what becomes of messages it cannot handle.
#[derive(Debug, Clone, Copy)]
pub struct Subscription {
    /// The durable consumer's name; replicas with the same name share the work.
    pub name: &'static str,
    /// The stream, made by whoever publishes to it.
    pub stream: &'static str,
    /// The subject.
    pub subject: &'static str,
    /// The pauses between attempts; the last one repeats.
    pub retry_after: &'static [Duration],
    /// After this many deliveries a message is parked.
    pub max_deliveries: i64,
    /// The stream for messages that cannot be handled.
    pub dead_letters: StreamConfig,
    /// The subject for them, within that stream.
    pub dead_letter_subject: &'static str,
}

/// An event to handle.
#[derive(Debug, Clone)]
pub struct Delivery {
    /// The event's id.
    pub event_id: Uuid,
    /// The message, encoded.
    pub payload: Bytes,
}

/// Handles events, one at a time, until told to stop; the message in hand is finished.
///
/// The handler gets the transaction in which the inbox notes the event: what it writes there happens once per event,
/// whatever dies, and no second replica handles the event meanwhile. An effect outside the database, such as a mail,
/// happens a second time when the program or its database dies between the effect and the commit; no inbox can make
/// that window smaller. The handler has 20 seconds.
///
/// The stream is waited for. Messages that fail are tried again after the pauses of the subscription; poison, and what
/// failed too often, goes to the dead letters.
pub async fn consume<H>(
    db: PgPool,
    subscription: Subscription,
    settings: Settings,
    stopping: CancellationToken,
    handle: H,
) -> anyhow::Result<()>
where
    H: AsyncFn(&mut PgConnection, Delivery) -> Result<(), Failure>,
{
    let client = nats::connect(&settings)
        .await
        .context("NATS_URL is not the address of a NATS server")?;
    let consumer = Consumer {
        db,
        subscription,
        settings,
        jetstream: jetstream::new(client),
        handle,
    };
    for outcome in OUTCOMES {
        consumer.handled(outcome).absolute(0);
    }
    tokio::join!(
        consumer.listen_until(&stopping),
        consumer.measure_until(&stopping),
    );
    Ok(())
}

struct Consumer<H> {
    db: PgPool,
    subscription: Subscription,
    settings: Settings,
    jetstream: jetstream::Context,
    handle: H,
}

impl<H> Consumer<H>
where
    H: AsyncFn(&mut PgConnection, Delivery) -> Result<(), Failure>,
{
    /// Handles messages until told to stop; outages are waited out with growing pauses.
    async fn listen_until(&self, stopping: &CancellationToken) {
        let mut backoff = Backoff::new();
        while !stopping.is_cancelled() {
            if let Err(error) = self.listen(stopping, &mut backoff).await {
                tracing::warn!(
                    error = format!("{error:#}"),
                    consumer = self.subscription.name,
                    "events are not heard"
                );
                stopping
                    .run_until_cancelled(tokio::time::sleep(backoff.pause()))
                    .await;
            }
        }
    }

    async fn measure_until(&self, stopping: &CancellationToken) {
        loop {
            self.measure().await;
            if !look_again(stopping).await {
                return;
            }
        }
    }

    /// How far behind the consumer is. A server that is away shows elsewhere.
    async fn measure(&self) {
        let Subscription { stream, name, .. } = self.subscription;
        let Ok(stream) = self.jetstream.get_stream_no_info(stream).await else {
            return;
        };
        if let Ok(info) = stream.consumer_info(name).await {
            let waiting = f64::from(u32::try_from(info.num_pending).unwrap_or(u32::MAX));
            metrics::gauge!("consumer_pending", "consumer" => name).set(waiting);
            let in_hand = f64::from(u32::try_from(info.num_ack_pending).unwrap_or(u32::MAX));
            metrics::gauge!("consumer_ack_pending", "consumer" => name).set(in_hand);
        }
    }

    /// Handles messages until told to stop, or until the stream of messages breaks.
    async fn listen(&self, stopping: &CancellationToken, backoff: &mut Backoff) -> anyhow::Result<()> {
        let Some(messages) = stopping.run_until_cancelled(Box::pin(self.open())).await else {
            return Ok(());
        };
        let mut messages = messages?;
        while let Some(message) = stopping.run_until_cancelled(messages.next()).await {
            let message = message.context("the stream of messages ended")?;
            self.receive(message.context("the stream of messages broke")?)
                .await;
            backoff.reset();
        }
        Ok(())
    }

    async fn open(&self) -> anyhow::Result<Stream> {
        let stream = self.jetstream.get_stream(self.subscription.stream).await;
        let consumer = self.durable(&stream.context("the stream is missing")?).await;
        // A message that waits behind a slow one here would be given out again before it is begun.
        let one_at_a_time = consumer.context("the consumer cannot be made")?;
        let messages = one_at_a_time
            .stream()
            .max_messages_per_batch(1)
            .heartbeat(HEARTBEAT)
            .messages();
        messages.await.context("messages cannot be pulled")
    }

    /// The durable consumer, made or brought up to date where it must be. It is looked for first: of two replicas that
    /// make one at the same time, the server may refuse the second and lose the state of the first.
    async fn durable(&self, stream: &stream::Stream) -> anyhow::Result<consumer::PullConsumer> {
        let config = pull::Config {
            durable_name: Some(self.subscription.name.to_owned()),
            filter_subject: self.subscription.subject.to_owned(),
            ack_policy: AckPolicy::Explicit,
            ack_wait: ACK_WAIT,
            // Deliveries are counted in `settle`: at a limit of its own, the server would just fall silent.
            max_deliver: -1,
            ..pull::Config::default()
        };
        let consumer = stream
            .get_or_create_consumer(self.subscription.name, config.clone())
            .await?;
        let found = &consumer.cached_info().config;
        let is_current = (found.ack_wait, found.max_deliver, &found.filter_subject)
            == (config.ack_wait, config.max_deliver, &config.filter_subject);
        if is_current {
            return Ok(consumer);
        }
        Ok(stream.update_consumer(config).await?)
    }

    async fn receive(&self, message: Message) {
        let span = tracing::info_span!(
            "process",
            otel.name = format!("process {}", message.subject),
            otel.kind = "consumer",
            otel.status_code = Empty,
            messaging.system = "nats",
            messaging.operation.name = "process",
            messaging.operation.type = "process",
            messaging.destination.name = message.subject.as_str(),
            messaging.consumer.group.name = self.subscription.name,
            messaging.message.id = Empty,
        );
        trace_context::set_parent(&span, header(&message, trace_context::TRACEPARENT));
        let settling = async {
            if let Err(error) = self.settle(&message).await {
                Span::current().record("otel.status_code", "ERROR");
                // Nothing was acknowledged, so the server gives it out again.
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a message could not be settled; it comes again"
                );
            }
        };
        settling.instrument(span).await;
    }

    /// Handles a message and tells the server what became of it.
    async fn settle(&self, message: &Message) -> anyhow::Result<()> {
        let deliveries = message.info().map_err(anyhow::Error::from_boxed)?.delivered;
        let outcome = if deliveries > self.subscription.max_deliveries {
            // Every earlier attempt ended without a word, as when the handler takes the whole program down.
            Err(Failure::Poison(format!(
                "given up after {} deliveries",
                deliveries - 1
            )))
        } else {
            self.handle(message).await
        };
        let acknowledgement = match outcome {
            Ok(()) => {
                self.handled("done").increment(1);
                AckKind::Ack
            }
            Err(Failure::Retry(error)) if deliveries < self.subscription.max_deliveries => {
                Span::current().record("otel.status_code", "ERROR");
                tracing::warn!(
                    error = format!("{error:#}"),
                    deliveries,
                    "an event will be tried again"
                );
                self.handled("retry").increment(1);
                AckKind::Nak(self.pause_after(deliveries))
            }
            Err(failure) => {
                Span::current().record("otel.status_code", "ERROR");
                let replicas = self.settings.nats_replicas;
                self.subscription
                    .park(&self.jetstream, replicas, message, &failure)
                    .await?;
                self.handled("dead_letter").increment(1);
                AckKind::Ack
            }
        };
        message
            .double_ack_with(acknowledgement)
            .await
            .map_err(anyhow::Error::from_boxed)
    }

    fn handled(&self, outcome: &'static str) -> metrics::Counter {
        let consumer = self.subscription.name;
        metrics::counter!("consumer_handled_total", "consumer" => consumer, "outcome" => outcome)
    }

    fn pause_after(&self, deliveries: i64) -> Option<Duration> {
        let pauses = self.subscription.retry_after;
        let index = usize::try_from(deliveries - 1).unwrap_or(0);
        pauses.get(index).or(pauses.last()).copied()
    }

    async fn handle(&self, message: &Message) -> Result<(), Failure> {
        let id = header(message, NATS_MESSAGE_ID.as_ref()).and_then(|id| Uuid::parse_str(id).ok());
        let Some(event_id) = id else {
            return Err(Failure::Poison("the message has no event id".to_owned()));
        };
        Span::current().record("messaging.message.id", event_id.to_string());
        let delivery = Delivery {
            event_id,
            payload: message.payload.clone(),
        };
        inbox::handle_once(&self.db, self.subscription.name, delivery, &self.handle).await
    }
}

/// The first value of a header.
pub(crate) fn header<'a>(message: &'a Message, name: &str) -> Option<&'a str> {
    message
        .headers
        .as_ref()?
        .get(name)
        .map(async_nats::HeaderValue::as_str)
}
