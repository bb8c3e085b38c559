//! Reconciliation of more events than fit in a slice.

use outbox::{Difference, Event};
use testkit::eventually;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Exchange, Running, reconcile::ids};

/// Two slices and a part of a third.
const EVENTS: u64 = 11_000;

/// Positions in each of the slices, including the edges of the first.
const PLACES: [u64; 4] = [2, 5_000, 5_001, 10_900];

impl Exchange {
    /// Publishes events, each with its thing.
    async fn publish_many(&self) {
        let events = (0..EVENTS).map(|n| Event {
            occurred_at: OffsetDateTime::now_utc()
                .replace_microsecond(0)
                .expect("it is one"),
            ..self.event(n.to_be_bytes())
        });
        let events: Vec<_> = events.collect();
        let mut transaction = database::begin(self.db()).await.expect("PostgreSQL answers");
        outbox::write_all(&mut transaction, events)
            .await
            .expect("they are written");
        transaction.commit().await.expect("PostgreSQL answers");
        self.run_sql("INSERT INTO things SELECT aggregate_id, occurred_at FROM outbox")
            .await;
        let relay = self.relay();
        let relaying = Running::start(|stopping| relay.run(stopping));
        self.until_messages(EVENTS).await;
        self.until_unpublished(0).await;
        relaying.stop().await;
    }

    /// The event at a position in the stream.
    async fn event_at(&self, sequence: u64) -> String {
        let message = self.message(sequence).await;
        let id = message.headers.get("Nats-Msg-Id").expect("it has one");
        id.to_string()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_finds_what_the_stream_lost_in_each_of_its_slices() {
    let exchange = Exchange::open_with_things().await;
    exchange.publish_many().await;
    let stream = exchange.jetstream.get_stream(exchange.stream.name).await;
    let stream = stream.expect("it is there");
    let mut lost = Vec::new();
    for place in PLACES {
        lost.push(exchange.event_at(place).await);
        let deleted = stream.delete_message(place).await;
        assert!(deleted.expect("NATS answers"));
    }
    let unknown = Uuid::now_v7().to_string();
    exchange
        .publish(&unknown, "of a database that was set back")
        .await;
    let untold = Uuid::now_v7();
    let keeping = sqlx::query("INSERT INTO things VALUES ($1, now())").bind(untold);
    keeping.execute(exchange.db()).await.expect("it is kept");

    let report = exchange.compare_publisher().await;
    let mut found = ids(&report, Difference::NotInStream);
    lost.sort();
    found.sort();
    assert_eq!(found, lost, "{report}");
    assert_eq!(ids(&report, Difference::Unknown), [unknown], "{report}");
    assert_eq!(
        ids(&report, Difference::WithoutEvent),
        [untold.to_string()],
        "{report}"
    );
    assert_eq!(report.differences(), 6, "{report}");
    assert!(report.to_string().contains("11001  things were kept"), "{report}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_finds_what_was_not_handled_in_each_of_the_slices() {
    let exchange = Exchange::open_with_things().await;
    exchange.publish_many().await;
    exchange
        .run_sql("CREATE TABLE effects (payload bytea NOT NULL)")
        .await;
    exchange
        .run_sql("INSERT INTO inbox SELECT 'listener', id FROM outbox")
        .await;
    let consumer = exchange.consume_all();
    eventually("all is acknowledged", async || {
        let stream = exchange.jetstream.get_stream(exchange.stream.name).await.ok()?;
        let info = stream.consumer_info(exchange.subscription.name).await.ok()?;
        (info.ack_floor.stream_sequence == EVENTS).then_some(())
    })
    .await;
    consumer.stop().await;
    let mut forgotten = Vec::new();
    for place in PLACES {
        let id = exchange.event_at(place).await;
        let forgetting = sqlx::query("DELETE FROM inbox WHERE event_id::text = $1").bind(&id);
        forgetting
            .execute(exchange.db())
            .await
            .expect("it can be forgotten");
        forgotten.push(id);
    }
    let report = exchange.compare_subscriber().await;
    assert_eq!(ids(&report, Difference::Unhandled), forgotten, "{report}");
    assert!(
        report
            .to_string()
            .contains("10996  events were handled by listener"),
        "{report}"
    );
}
