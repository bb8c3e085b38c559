//! The subscriber's part: compares the streams with the inbox, the server's pending messages, and the dead
//! letters.

use std::collections::{BTreeMap, HashSet};

use async_nats::jetstream;
use sqlx::PgPool;
use uuid::Uuid;

use super::{
    differences::{Difference, LISTED, Report},
    headers::{Header, Reading},
    part::{Span, Subscriber},
};
use crate::{Subscription, consuming::consumer::MAX_ACK_PENDING};

/// A look at a subscriber's part, in slices.
#[derive(Debug)]
pub(super) struct Look {
    service: &'static str,
    span: Span,
    jetstream: jetstream::Context,
    /// The streams that are still to be compared.
    streams: BTreeMap<&'static str, Vec<Subscription>>,
    /// The current stream.
    current: Option<(Reading, Vec<Consumer>)>,
    aside: Option<HashSet<(String, Uuid)>>,
    pub(super) report: Report,
}

impl Look {
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
            aside: None,
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
        let aside = match self.aside.take() {
            Some(aside) => aside,
            None => self.read_dead_letters(&consumers).await?,
        };
        for consumer in &mut consumers {
            consumer
                .compare(db, &slice, self.span, &aside, &mut self.report)
                .await?;
        }
        self.aside = Some(aside);
        self.current = Some((reading, consumers));
        Ok(true)
    }

    async fn open(
        &mut self,
        name: &'static str,
        subscriptions: Vec<Subscription>,
    ) -> anyhow::Result<Option<(Reading, Vec<Consumer>)>> {
        let reading = Reading::open(&self.jetstream, name, self.service, self.span.since).await?;
        let Some(reading) = reading else {
            let what = format!("events are in {name}, which is not made yet");
            self.report.count(what, 0);
            return Ok(None);
        };
        // Before the inbox is read, because an event is noted there before it is acknowledged.
        let mut consumers = Vec::new();
        for subscription in subscriptions {
            consumers.push(Consumer::find(&reading, subscription).await);
        }
        Ok(Some((reading, consumers)))
    }

    /// The dead-lettered events. All subscriptions use the same stream, with different subjects.
    async fn read_dead_letters(&self, consumers: &[Consumer]) -> anyhow::Result<HashSet<(String, Uuid)>> {
        let mut all = HashSet::new();
        let Some(consumer) = consumers.first() else {
            return Ok(all);
        };
        let name = consumer.subscription.dead_letters.name;
        let reading = Reading::open(&self.jetstream, name, self.service, self.span.since).await?;
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
struct Consumer {
    subscription: Subscription,
    given_out: u64,
    settled: u64,
    /// The number of pending messages. The server does not say which messages above the ack floor are
    /// pending.
    most_in_hand: usize,
    handled: usize,
    put_aside: usize,
    waiting: usize,
    in_hand: usize,
    /// The first events that may be pending.
    may_be_in_hand: Vec<Event>,
}

/// An event in a stream.
#[derive(Debug, Clone, Copy)]
struct Event {
    id: Uuid,
    sequence: u64,
}

impl Consumer {
    async fn find(reading: &Reading, subscription: Subscription) -> Self {
        // A consumer may not exist before its first event.
        let info = reading.stream().consumer_info(subscription.name).await.ok();
        let info = info.as_ref();
        Self {
            subscription,
            given_out: info.map_or(0, |info| info.delivered.stream_sequence),
            settled: info.map_or(0, |info| info.ack_floor.stream_sequence),
            most_in_hand: info.map_or(0, |info| info.num_ack_pending),
            handled: 0,
            put_aside: 0,
            waiting: 0,
            in_hand: 0,
            may_be_in_hand: Vec::new(),
        }
    }

    /// Checks that every delivered event was handled, was dead-lettered, or is pending.
    async fn compare(
        &mut self,
        db: &PgPool,
        slice: &[Header],
        span: Span,
        aside: &HashSet<(String, Uuid)>,
        report: &mut Report,
    ) -> sqlx::Result<()> {
        let heard = slice
            .iter()
            .filter(|header| span.contains(header.published) && self.subscription.covers(&header.subject));
        let heard = heard.filter_map(|header| {
            let (id, sequence) = (header.event_id?, header.sequence);
            Some(Event { id, sequence })
        });
        let heard: Vec<_> = heard.collect();
        let ids: Vec<Uuid> = heard.iter().map(|event| event.id).collect();
        let known = sqlx::query_scalar!(
            "SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = ANY($2)",
            self.subscription.name,
            &ids
        );
        let known: HashSet<Uuid> = known.fetch_all(db).await?.into_iter().collect();
        for event in heard {
            let letter = (self.subscription.dead_letter_subject.to_owned(), event.id);
            if known.contains(&event.id) {
                self.handled += 1;
            } else if aside.contains(&letter) {
                self.put_aside += 1;
            } else if event.sequence > self.given_out {
                self.waiting += 1;
            } else if event.sequence > self.settled {
                self.note_in_hand(event);
            } else {
                report.add(Difference::Unhandled, event.named(self.subscription.name));
            }
        }
        Ok(())
    }

    fn note_in_hand(&mut self, event: Event) {
        self.in_hand += 1;
        let most = usize::try_from(MAX_ACK_PENDING).unwrap_or(0) + LISTED;
        if self.may_be_in_hand.len() < most {
            self.may_be_in_hand.push(event);
        }
    }

    fn conclude(self, report: &mut Report) {
        let name = self.subscription.name;
        for event in self.may_be_in_hand.iter().skip(self.most_in_hand) {
            let named = event.named(name);
            report.add(Difference::Unhandled, format!("{named}, or another in hand"));
        }
        report.count(format!("events were handled by {name}"), self.handled);
        report.count(
            format!("are in hand or wait to be tried again by {name}"),
            self.in_hand.min(self.most_in_hand),
        );
        report.count(format!("wait to be given out to {name}"), self.waiting);
        report.count(format!("are dead letters of {name}"), self.put_aside);
    }
}

impl Event {
    fn named(&self, consumer: &str) -> String {
        format!("{} at sequence {} by {consumer}", self.id, self.sequence)
    }
}
