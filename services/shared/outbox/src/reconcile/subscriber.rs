//! The subscriber's half: holds the streams against the inbox, the server's word on what is in hand, and the dead letters.

use std::collections::{BTreeMap, HashSet};

use async_nats::jetstream::{self, consumer};
use sqlx::PgPool;
use time::OffsetDateTime;
use uuid::Uuid;

use super::{
    differences::{Difference, Report},
    headers,
    part::{PAGE, Span, Subscriber},
};
use crate::{Subscription, consuming::dead_letter::ORIGINAL_MSG_ID};

/// An event in a stream.
struct Event {
    id: Uuid,
    subject: String,
    sequence: u64,
}

pub(super) async fn compare(
    db: &PgPool,
    jetstream: &jetstream::Context,
    subscriber: &Subscriber,
    span: Span,
) -> anyhow::Result<Report> {
    let mut report = Report::default();
    let mut streams: BTreeMap<&str, Vec<Subscription>> = BTreeMap::new();
    for subscription in &subscriber.subscriptions {
        streams
            .entry(subscription.stream)
            .or_default()
            .push(*subscription);
    }
    let mut aside = DeadLetters::default();
    for (name, subscriptions) in streams {
        let Some(stream) = headers::stream(jetstream, name).await? else {
            report.count(format!("events are in {name}, which is not made yet"), 0);
            continue;
        };
        // Before the inbox is asked: an event is noted there before the server hears that it is done.
        let mut consumers = Vec::new();
        for subscription in subscriptions {
            // Before its first event a consumer may not be made yet.
            let info = stream.consumer_info(subscription.name).await.ok();
            consumers.push((subscription, info));
        }
        let mut events = Vec::new();
        headers::read(&stream, subscriber.service, span.since, |header| {
            if let Some(id) = header.event_id.filter(|_| span.contains(header.published)) {
                events.push(Event {
                    id,
                    subject: header.subject,
                    sequence: header.sequence,
                });
            }
        })
        .await?;
        for (subscription, info) in consumers {
            aside
                .read(jetstream, subscriber, subscription, span.since)
                .await?;
            compare_consumer(db, subscription, info.as_ref(), &events, &aside, &mut report).await?;
        }
    }
    Ok(report)
}

/// What consumers put aside.
#[derive(Default)]
struct DeadLetters {
    is_read: bool,
    all: HashSet<(String, Uuid)>,
}

impl DeadLetters {
    /// Reads them once; every subscription has its own subject in the same stream.
    async fn read(
        &mut self,
        jetstream: &jetstream::Context,
        subscriber: &Subscriber,
        subscription: Subscription,
        since: OffsetDateTime,
    ) -> anyhow::Result<()> {
        if std::mem::replace(&mut self.is_read, true) {
            return Ok(());
        }
        let Some(stream) = headers::stream(jetstream, subscription.dead_letters.name).await? else {
            return Ok(());
        };
        let read = headers::read(&stream, subscriber.service, since, |letter| {
            let id = letter
                .get(ORIGINAL_MSG_ID)
                .and_then(|id| Uuid::parse_str(id).ok());
            self.all.extend(id.map(|id| (letter.subject, id)));
        });
        read.await?;
        Ok(())
    }
}

/// Every event of a subscription that was given out was handled or put aside, or is in hand.
async fn compare_consumer(
    db: &PgPool,
    subscription: Subscription,
    info: Option<&consumer::Info>,
    events: &[Event],
    aside: &DeadLetters,
    report: &mut Report,
) -> anyhow::Result<()> {
    let name = subscription.name;
    let given_out = info.map_or(0, |info| info.delivered.stream_sequence);
    let settled = info.map_or(0, |info| info.ack_floor.stream_sequence);
    let of_it: Vec<&Event> = events
        .iter()
        .filter(|event| subscription.covers(&event.subject))
        .collect();
    let (mut handled, mut put_aside, mut waiting, mut in_hand) = (0, 0, 0, Vec::new());
    for page in of_it.chunks(usize::try_from(PAGE).unwrap_or(1)) {
        let ids: Vec<Uuid> = page.iter().map(|event| event.id).collect();
        let known = sqlx::query_scalar!(
            "SELECT event_id FROM inbox WHERE consumer = $1 AND event_id = ANY($2)",
            name,
            &ids
        );
        let known: HashSet<Uuid> = known.fetch_all(db).await?.into_iter().collect();
        for event in page {
            let letter = (subscription.dead_letter_subject.to_owned(), event.id);
            if known.contains(&event.id) {
                handled += 1;
            } else if aside.all.contains(&letter) {
                put_aside += 1;
            } else if event.sequence > given_out {
                waiting += 1;
            } else if event.sequence > settled {
                in_hand.push(event);
            } else {
                report.add(Difference::Unhandled, event.named(name));
            }
        }
    }
    // Among those given out of turn the server does not say which are in hand, only how many.
    let may_be = info.map_or(0, |info| info.num_ack_pending);
    if in_hand.len() > may_be {
        for event in &in_hand[may_be..] {
            report.add(
                Difference::Unhandled,
                format!("{}, or another in hand", event.named(name)),
            );
        }
    }
    report.count(format!("events were handled by {name}"), handled);
    report.count(
        format!("are in hand or wait to be tried again by {name}"),
        in_hand.len().min(may_be),
    );
    report.count(format!("wait to be given out to {name}"), waiting);
    report.count(format!("are dead letters of {name}"), put_aside);
    Ok(())
}

impl Event {
    fn named(&self, consumer: &str) -> String {
        format!("{} at sequence {} by {consumer}", self.id, self.sequence)
    }
}
