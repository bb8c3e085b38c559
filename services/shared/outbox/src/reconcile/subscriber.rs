//! The subscriber's part: compares the streams with the inbox, the server's pending messages, and the dead
//! letters.

use std::collections::{BTreeMap, HashSet};

use async_nats::jetstream;
use sqlx::PgPool;
use uuid::Uuid;

use super::{
    differences::{Difference, LISTED, Report},
    headers::{MessageHeader, StreamReader},
    part::{Span, Subscriber},
};
use crate::{Subscription, consuming::consumer::MAX_ACK_PENDING};

/// A look at a subscriber's part, in slices.
#[derive(Debug)]
pub(super) struct Comparison {
    service: &'static str,
    span: Span,
    jetstream: jetstream::Context,
    /// The streams that are still to be compared.
    streams: BTreeMap<&'static str, Vec<Subscription>>,
    /// The current stream.
    current: Option<(StreamReader, Vec<ConsumerState>)>,
    dead_letters: Option<HashSet<(String, Uuid)>>,
    pub(super) report: Report,
}

impl Comparison {
    pub(super) fn begin(jetstream: jetstream::Context, subscriber: &Subscriber, span: Span) -> Self {
        let mut streams: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for subscription in &subscriber.subscriptions {
            streams
                .entry(subscription.stream)
                .or_default()
                .push(*subscription);
        }
        Self {
            service: subscriber.service,
            span,
            jetstream,
            streams,
            current: None,
            dead_letters: None,
            report: Report::default(),
        }
    }

    /// Compares a slice. Returns false if nothing is left.
    pub(super) async fn step(&mut self, db: &PgPool) -> anyhow::Result<bool> {
        let Some((mut reading, mut consumers)) = self.current.take() else {
            let Some((name, subscriptions)) = self.streams.pop_first() else {
                return Ok(false);
            };
            self.current = self.open(name, subscriptions).await?;
            return Ok(true);
        };
        let slice = reading.slice().await?;
        if slice.is_empty() {
            for consumer in consumers {
                consumer.conclude(&mut self.report);
            }
            return Ok(true);
        }
        let dead_letters = match self.dead_letters.take() {
            Some(dead_letters) => dead_letters,
            None => self.read_dead_letters(&consumers).await?,
        };
        for consumer in &mut consumers {
            consumer
                .compare(db, &slice, self.span, &dead_letters, &mut self.report)
                .await?;
        }
        self.dead_letters = Some(dead_letters);
        self.current = Some((reading, consumers));
        Ok(true)
    }

    async fn open(
        &mut self,
        name: &'static str,
        subscriptions: Vec<Subscription>,
    ) -> anyhow::Result<Option<(StreamReader, Vec<ConsumerState>)>> {
        let reading = StreamReader::open(&self.jetstream, name, self.service, self.span.since).await?;
        let Some(reading) = reading else {
            let what = format!("events are in {name}, which is not made yet");
            self.report.count(what, 0);
            return Ok(None);
        };
        // Before the inbox is read, because an event is noted there before it is acknowledged.
        let mut consumers = Vec::new();
        for subscription in subscriptions {
            consumers.push(ConsumerState::find(&reading, subscription).await);
        }
        Ok(Some((reading, consumers)))
    }

    /// The dead-lettered events. All subscriptions use the same stream, with different subjects.
    async fn read_dead_letters(
        &self,
        consumers: &[ConsumerState],
    ) -> anyhow::Result<HashSet<(String, Uuid)>> {
        let mut all = HashSet::new();
        let Some(consumer) = consumers.first() else {
            return Ok(all);
        };
        let name = consumer.subscription.dead_letters.name;
        let reading = StreamReader::open(&self.jetstream, name, self.service, self.span.since).await?;
        let Some(mut reading) = reading else {
            return Ok(all);
        };
        loop {
            let slice = reading.slice().await?;
            if slice.is_empty() {
                return Ok(all);
            }
            let letters = slice.into_iter();
            all.extend(letters.filter_map(|letter| Some((letter.subject, letter.original_id?))));
        }
    }
}

/// A consumer's state at the server, and the results of the comparison.
#[derive(Debug)]
struct ConsumerState {
    subscription: Subscription,
    delivered_until: u64,
    acked_until: u64,
    /// The number of pending messages. The server does not say which messages above the ack floor are
    /// pending.
    most_pending: usize,
    handled: usize,
    dead_lettered: usize,
    waiting: usize,
    pending: usize,
    /// The first events that may be pending.
    possibly_pending: Vec<StreamEvent>,
}

/// An event in a stream.
#[derive(Debug, Clone, Copy)]
struct StreamEvent {
    id: Uuid,
    sequence: u64,
}

impl ConsumerState {
    async fn find(reading: &StreamReader, subscription: Subscription) -> Self {
        // A consumer may not exist before its first event.
        let info = reading.stream().consumer_info(subscription.name).await.ok();
        let info = info.as_ref();
        Self {
            subscription,
            delivered_until: info.map_or(0, |info| info.delivered.stream_sequence),
            acked_until: info.map_or(0, |info| info.ack_floor.stream_sequence),
            most_pending: info.map_or(0, |info| info.num_ack_pending),
            handled: 0,
            dead_lettered: 0,
            waiting: 0,
            pending: 0,
            possibly_pending: Vec::new(),
        }
    }

    /// Checks that every delivered event was handled, was dead-lettered, or is pending.
    async fn compare(
        &mut self,
        db: &PgPool,
        slice: &[MessageHeader],
        span: Span,
        dead_letters: &HashSet<(String, Uuid)>,
        report: &mut Report,
    ) -> sqlx::Result<()> {
        let events = slice
            .iter()
            .filter(|header| span.contains(header.published) && self.subscription.covers(&header.subject));
        let events = events.filter_map(|header| {
            let (id, sequence) = (header.event_id?, header.sequence);
            Some(StreamEvent { id, sequence })
        });
        let events: Vec<_> = events.collect();
        let ids: Vec<Uuid> = events.iter().map(|event| event.id).collect();
        let known = sqlx::query_scalar!(
            "SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = ANY($2)",
            self.subscription.name,
            &ids
        );
        let known: HashSet<Uuid> = known.fetch_all(db).await?.into_iter().collect();
        for event in events {
            let letter = (self.subscription.dead_letter_subject.to_owned(), event.id);
            if known.contains(&event.id) {
                self.handled += 1;
            } else if dead_letters.contains(&letter) {
                self.dead_lettered += 1;
            } else if event.sequence > self.delivered_until {
                self.waiting += 1;
            } else if event.sequence > self.acked_until {
                self.note_pending(event);
            } else {
                report.add(Difference::Unhandled, event.named(self.subscription.name));
            }
        }
        Ok(())
    }

    fn note_pending(&mut self, event: StreamEvent) {
        self.pending += 1;
        let most = usize::try_from(MAX_ACK_PENDING).unwrap_or(0) + LISTED;
        if self.possibly_pending.len() < most {
            self.possibly_pending.push(event);
        }
    }

    fn conclude(self, report: &mut Report) {
        let name = self.subscription.name;
        for event in self.possibly_pending.iter().skip(self.most_pending) {
            let named = event.named(name);
            report.add(Difference::Unhandled, format!("{named}, or another in hand"));
        }
        report.count(format!("events were handled by {name}"), self.handled);
        report.count(
            format!("are in hand or wait to be tried again by {name}"),
            self.pending.min(self.most_pending),
        );
        report.count(format!("wait to be given out to {name}"), self.waiting);
        report.count(format!("are dead letters of {name}"), self.dead_lettered);
    }
}

impl StreamEvent {
    fn named(&self, consumer: &str) -> String {
        format!("{} at sequence {} by {consumer}", self.id, self.sequence)
    }
}
