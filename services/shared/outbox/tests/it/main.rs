//! Stories about events, from a transaction to their handlers, with real PostgreSQL and NATS.

mod consumer;
mod handler;
mod outcomes;
mod poison;
mod queue_tables;
mod reconcile;
mod reconcile_slices;
mod relay;
mod relay_faults;
mod replay;
mod silence;
mod trace;
mod unclaimed;
mod versions;

use std::time::Duration;

use async_nats::jetstream::{
    self,
    message::{PublishMessage, StreamMessage},
};
use outbox::{Aggregate, Event, Relay, Settings, StreamConfig, Subscription};
use sqlx::PgPool;
use testkit::{Running, TestDatabase, eventually};
use time::OffsetDateTime;
use uuid::Uuid;

const RETRY_AFTER: [Duration; 1] = [Duration::from_millis(10)];
const REPEAT_AFTER: [Duration; 2] = [Duration::from_millis(10); 2];

/// A test's own database, stream and subject.
struct Exchange {
    database: TestDatabase,
    jetstream: jetstream::Context,
    stream: StreamConfig,
    subject: &'static str,
    subscription: Subscription,
}

impl Exchange {
    async fn open() -> Self {
        runtime::install_process_defaults();
        let name: &'static str = format!("test_{}", Uuid::new_v4().simple()).leak();
        let subject: &'static str = format!("{name}.happened.v1").leak();
        let subjects: &'static [&'static str] = vec![&*format!("{name}.happened.>").leak()].leak();
        let dead_letter_subject: &'static str = format!("{name}.dead").leak();
        let dead_letter_subjects: &'static [&'static str] = vec![dead_letter_subject].leak();
        let client = outbox::connect(&Settings::new(testkit::nats_url()))
            .await
            .expect("it is an address");
        Self {
            database: testkit::database(&[&jobs::MIGRATIONS, &outbox::MIGRATIONS]).await,
            jetstream: jetstream::new(client),
            stream: StreamConfig { name, subjects },
            subject,
            subscription: Subscription {
                name: "listener",
                stream: name,
                subject,
                at_once: 16,
                retry_after: &RETRY_AFTER,
                repeat_after: &REPEAT_AFTER,
                longest_attempt: Duration::from_mins(20),
                max_attempts: 5,
                dead_letters: StreamConfig {
                    name: format!("{name}_dead").leak(),
                    subjects: dead_letter_subjects,
                },
                dead_letter_subject,
            },
        }
    }

    fn db(&self) -> &PgPool {
        self.database.pool()
    }

    fn event(&self, payload: impl Into<Vec<u8>>) -> Event {
        Event {
            id: Uuid::now_v7(),
            subject: self.subject,
            aggregate: Aggregate {
                id: Uuid::now_v7(),
                version: 1,
            },
            occurred_at: OffsetDateTime::UNIX_EPOCH,
            payload: payload.into(),
        }
    }

    /// Writes and commits an event. Returns its id.
    async fn write(&self, payload: impl Into<Vec<u8>>) -> Uuid {
        let event = self.event(payload);
        let id = event.id;
        self.write_all(vec![event]).await;
        id
    }

    async fn write_all(&self, events: Vec<Event>) {
        let mut transaction = database::begin(self.db()).await.expect("PostgreSQL answers");
        for event in events {
            outbox::write(&mut transaction, event)
                .await
                .expect("an event is written");
        }
        transaction.commit().await.expect("PostgreSQL answers");
    }

    fn relay(&self) -> Relay {
        self.relay_through(&testkit::nats_url())
    }

    fn relay_through(&self, nats_url: &str) -> Relay {
        Relay::new(self.db().clone(), self.stream, &Settings::new(nats_url))
    }

    /// Publishes a message like a relay, but without an outbox.
    async fn publish(&self, id: &str, payload: impl Into<Vec<u8>>) {
        let message = PublishMessage::build()
            .payload(payload.into().into())
            .message_id(id);
        let sent = self
            .jetstream
            .send_publish(self.subject, message)
            .await
            .expect("NATS takes it");
        sent.await.expect("NATS keeps it");
    }

    /// Creates an empty stream.
    async fn make_stream(&self) {
        published_by(&self.relay()).await;
    }

    /// The number of messages in the stream. 0 if there is no stream.
    async fn messages(&self) -> u64 {
        match self.jetstream.get_stream(self.stream.name).await {
            Ok(stream) => stream.cached_info().state.messages,
            Err(_) => 0,
        }
    }

    async fn message(&self, sequence: u64) -> StreamMessage {
        let stream = self
            .jetstream
            .get_stream(self.stream.name)
            .await
            .expect("the stream is there");
        stream
            .get_raw_message(sequence)
            .await
            .expect("the message is there")
    }

    async fn until_messages(&self, count: u64) {
        eventually("the stream holds them", async || {
            (self.messages().await == count).then_some(())
        })
        .await;
    }

    async fn count(&self, query: &'static str) -> i64 {
        sqlx::query_scalar(query)
            .fetch_one(self.db())
            .await
            .expect("counting works")
    }

    async fn until_unpublished(&self, count: i64) {
        eventually("the outbox is marked", async || {
            (self.unpublished().await == count).then_some(())
        })
        .await;
    }

    async fn unpublished(&self) -> i64 {
        self.count("SELECT count(*) FROM outbox WHERE published_at IS NULL")
            .await
    }

    async fn run_sql(&self, statement: &'static str) {
        sqlx::raw_sql(statement)
            .execute(self.db())
            .await
            .expect("the statement is good");
    }
}

/// Publishes one batch with a relay, once it is connected. Returns the number of events.
async fn published_by(relay: &Relay) -> usize {
    eventually("the relay publishes", async || relay.run_once().await.ok()).await
}
