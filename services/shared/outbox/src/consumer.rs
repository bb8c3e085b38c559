use std::{future::Future, time::Duration};

use anyhow::Context as _;
use async_nats::{
    header::NATS_MESSAGE_ID,
    jetstream::{
        self, AckKind,
        consumer::{AckPolicy, pull},
        message::{Message, PublishMessage},
    },
};
use bytes::Bytes;
use futures_util::StreamExt as _;
use runtime::trace_context;
use sqlx::PgPool;
use tokio_util::sync::CancellationToken;
use tracing::{Instrument as _, Span, field::Empty};
use uuid::Uuid;

use crate::{Settings, StreamConfig, nats};

/// How long a message may be worked on before the server gives it out again.
const ACK_WAIT: Duration = Duration::from_secs(30);

/// Messages held at a time: each must be done within [`ACK_WAIT`] of being fetched.
const PREFETCH: usize = 4;

/// The pause before the stream or the consumer is looked for again.
const PAUSE: Duration = Duration::from_millis(500);

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

/// Why an event was not handled.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// It may work later.
    #[error("{0:#}")]
    Retry(anyhow::Error),
    /// It will never work.
    #[error("{0}")]
    Poison(String),
}

/// Handles events until told to stop; the message in hand is finished.
///
/// Each event's effect happens once: the inbox in `db` is asked before the handler and told after it. When the program
/// dies between the effect and that note, the event is handled a second time; an effect outside the database, such
/// as a mail, has no smaller window.
pub async fn consume<H, Handling>(
    db: PgPool,
    subscription: Subscription,
    settings: Settings,
    stopping: CancellationToken,
    handle: H,
) -> anyhow::Result<()>
where
    H: Fn(Delivery) -> Handling + Send + Sync,
    Handling: Future<Output = Result<(), Failure>> + Send,
{
    let jetstream = jetstream::new(nats::connect(&settings).await?);
    let consumer = Consumer {
        db,
        subscription,
        settings,
        jetstream,
        handle,
    };
    while !stopping.is_cancelled() {
        if let Err(error) = consumer.listen(&stopping).await {
            tracing::warn!(
                error = format!("{error:#}"),
                consumer = subscription.name,
                "events are not heard"
            );
            tokio::select! {
                () = stopping.cancelled() => (),
                () = tokio::time::sleep(PAUSE) => (),
            }
        }
    }
    Ok(())
}

struct Consumer<H> {
    db: PgPool,
    subscription: Subscription,
    settings: Settings,
    jetstream: jetstream::Context,
    handle: H,
}

impl<H, Handling> Consumer<H>
where
    H: Fn(Delivery) -> Handling + Send + Sync,
    Handling: Future<Output = Result<(), Failure>> + Send,
{
    /// Handles messages until told to stop, or until the stream of messages breaks.
    async fn listen(&self, stopping: &CancellationToken) -> anyhow::Result<()> {
        let setting_up = async {
            let stream = self
                .jetstream
                .get_stream(self.subscription.stream)
                .await
                .context("the stream is missing")?;
            let config = pull::Config {
                durable_name: Some(self.subscription.name.to_owned()),
                filter_subject: self.subscription.subject.to_owned(),
                ack_policy: AckPolicy::Explicit,
                ack_wait: ACK_WAIT,
                ..pull::Config::default()
            };
            let consumer = stream
                .create_consumer(config)
                .await
                .context("the consumer cannot be made")?;
            let messages = consumer
                .stream()
                .max_messages_per_batch(PREFETCH)
                .messages()
                .await;
            messages.context("messages cannot be pulled")
        };
        let mut messages = tokio::select! {
            messages = setting_up => messages?,
            () = stopping.cancelled() => return Ok(()),
        };
        loop {
            let message = tokio::select! {
                message = messages.next() => message.context("the stream of messages ended")?,
                () = stopping.cancelled() => return Ok(()),
            };
            self.receive(message.context("the stream of messages broke")?)
                .await;
        }
    }

    async fn receive(&self, message: Message) {
        let span = tracing::info_span!(
            "process",
            otel.name = format!("process {}", message.subject),
            otel.kind = "consumer",
            otel.status_code = Empty,
            messaging.system = "nats",
            messaging.operation.type = "process",
            messaging.destination.name = message.subject.as_str(),
            messaging.consumer.group.name = self.subscription.name,
            messaging.message.id = Empty,
        );
        trace_context::set_parent(&span, header(&message, trace_context::TRACEPARENT));
        async {
            if let Err(error) = self.settle(&message).await {
                Span::current().record("otel.status_code", "ERROR");
                // Nothing was acknowledged, so the server gives it out again.
                tracing::warn!(
                    error = format!("{error:#}"),
                    "a message could not be settled; it comes again"
                );
            }
        }
        .instrument(span)
        .await;
    }

    /// Handles a message and tells the server what became of it.
    async fn settle(&self, message: &Message) -> anyhow::Result<()> {
        let outcome = match header(message, NATS_MESSAGE_ID.as_ref()).and_then(|id| Uuid::parse_str(id).ok())
        {
            Some(event_id) => {
                Span::current().record("messaging.message.id", event_id.to_string());
                self.handle_once(event_id, message).await
            }
            None => Err(Failure::Poison("the message has no event id".to_owned())),
        };
        let deliveries = message.info().map_err(anyhow::Error::from_boxed)?.delivered;
        let acknowledgement = match outcome {
            Ok(()) => AckKind::Ack,
            Err(Failure::Retry(error)) if deliveries < self.subscription.max_deliveries => {
                let delays = self.subscription.retry_after;
                let index = usize::try_from(deliveries - 1)
                    .unwrap_or(0)
                    .min(delays.len().saturating_sub(1));
                tracing::warn!(
                    error = format!("{error:#}"),
                    deliveries,
                    "an event will be tried again"
                );
                AckKind::Nak(delays.get(index).copied())
            }
            Err(failure) => {
                Span::current().record("otel.status_code", "ERROR");
                self.park(message, &failure.to_string()).await?;
                AckKind::Ack
            }
        };
        message
            .double_ack_with(acknowledgement)
            .await
            .map_err(anyhow::Error::from_boxed)
    }

    async fn handle_once(&self, event_id: Uuid, message: &Message) -> Result<(), Failure> {
        let name = self.subscription.name;
        let handled = sqlx::query_scalar!(
            r#"SELECT EXISTS (SELECT FROM inbox WHERE consumer = $1 AND event_id = $2) AS "handled!""#,
            name,
            event_id
        );
        if handled.fetch_one(&self.db).await.map_err(retry)? {
            return Ok(());
        }
        (self.handle)(Delivery {
            event_id,
            payload: message.payload.clone(),
        })
        .await?;
        sqlx::query!(
            "INSERT INTO inbox (consumer, event_id) VALUES ($1, $2) ON CONFLICT DO NOTHING",
            name,
            event_id
        )
        .execute(&self.db)
        .await
        .map_err(retry)?;
        Ok(())
    }

    /// Puts a message aside, with the reason, for somebody to look at.
    async fn park(&self, message: &Message, reason: &str) -> anyhow::Result<()> {
        tracing::error!(reason, subject = %message.subject, "a message is put aside as a dead letter");
        let Subscription {
            dead_letters,
            dead_letter_subject,
            ..
        } = self.subscription;
        dead_letters
            .ensure(&self.jetstream, self.settings.nats_replicas)
            .await?;
        let mut letter = PublishMessage::build()
            .payload(message.payload.clone())
            .header("Reason", one_line(reason))
            .header("Original-Subject", message.subject.as_str());
        if let Some(id) = header(message, NATS_MESSAGE_ID.as_ref()) {
            letter = letter.header("Original-Msg-Id", id);
        }
        self.jetstream
            .send_publish(dead_letter_subject, letter)
            .await?
            .await?;
        Ok(())
    }
}

fn header<'a>(message: &'a Message, name: &str) -> Option<&'a str> {
    message
        .headers
        .as_ref()?
        .get(name)
        .map(async_nats::HeaderValue::as_str)
}

fn retry(error: sqlx::Error) -> Failure {
    Failure::Retry(error.into())
}

/// A header is one line.
fn one_line(text: &str) -> String {
    text.replace(['\r', '\n'], " ")
}
