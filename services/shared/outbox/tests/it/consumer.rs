use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::Duration,
};

use async_nats::jetstream::consumer::Info;
use outbox::{Handler, Settings, Subscription};
use testkit::{FaultProxy, eventually};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{
    Exchange, Running,
    handler::{Gate, WriteDown, busy, claiming_writer, writer},
};

impl Exchange {
    /// Opens an exchange with an empty stream, and a table for the handlers' records.
    pub(crate) async fn open_for_consumers() -> Self {
        let exchange = Self::open().await;
        exchange.make_stream().await;
        exchange
            .run_sql("CREATE TABLE effects (payload bytea NOT NULL)")
            .await;
        exchange
    }

    pub(crate) fn consume<H: Handler>(
        &self,
        stopping: CancellationToken,
        handler: H,
    ) -> impl Future<Output = anyhow::Result<()>> + use<H> {
        self.consume_through(&testkit::nats_url(), stopping, handler)
    }

    fn consume_through<H: Handler>(
        &self,
        nats_url: &str,
        stopping: CancellationToken,
        handler: H,
    ) -> impl Future<Output = anyhow::Result<()>> + use<H> {
        let settings = Settings::new(nats_url);
        outbox::consume(self.db().clone(), self.subscription, settings, stopping, handler)
    }

    /// Starts a consumer that records every payload.
    pub(crate) fn consume_all(&self) -> Running {
        Running::start(|stopping| self.consume(stopping, writer()))
    }

    pub(crate) async fn effects(&self) -> i64 {
        self.count("SELECT count(*) FROM effects").await
    }

    pub(crate) async fn until_effects(&self, count: i64) {
        eventually("the effects are there", async || {
            (self.effects().await == count).then_some(())
        })
        .await;
    }

    /// Waits less time for the effects than the server does before it redelivers a message.
    async fn until_effects_without_redelivery(&self, count: i64) {
        let effects = tokio::time::timeout(Duration::from_secs(20), self.until_effects(count));
        effects.await.expect("the messages were given back");
    }

    /// Makes the server forget the consumer's position.
    pub(crate) async fn forget_consumer(&self) {
        let stream = self
            .jetstream
            .get_stream(self.stream.name)
            .await
            .expect("the stream is there");
        stream
            .delete_consumer(self.subscription.name)
            .await
            .expect("the consumer can go");
    }

    /// The number of messages that the consumer has not acknowledged.
    pub(crate) async fn unacknowledged(&self) -> usize {
        self.consumer_info().await.num_ack_pending
    }

    /// The number of those that were delivered more than once.
    pub(crate) async fn redelivered(&self) -> usize {
        self.consumer_info().await.num_redelivered
    }

    async fn consumer_info(&self) -> Info {
        self.found_consumer().await.expect("the consumer is there")
    }

    async fn found_consumer(&self) -> Option<Info> {
        let stream = self.jetstream.get_stream(self.stream.name).await.ok()?;
        stream.consumer_info(self.subscription.name).await.ok()
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn events_written_by_one_service_are_handled_once_by_another() {
    let exchange = Exchange::open_for_consumers().await;
    exchange
        .write_all((0..50_u8).map(|n| exchange.event([n])).collect())
        .await;
    let relay = exchange.relay();
    let _relay = Running::start(|stopping| relay.run(stopping));
    let _consumer = exchange.consume_all();
    exchange.until_effects(50).await;
    assert_eq!(
        exchange
            .count("SELECT count(DISTINCT payload) FROM effects")
            .await,
        50
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_comes_again_is_handled_once() {
    let exchange = Exchange::open_for_consumers().await;
    exchange.publish(&Uuid::now_v7().to_string(), "once").await;
    let consumer = exchange.consume_all();
    exchange.until_effects(1).await;
    consumer.stop().await;
    // A new consumer starts at the beginning, as after lost acknowledgements.
    exchange.forget_consumer().await;
    let _consumer = exchange.consume_all();
    exchange.publish(&Uuid::now_v7().to_string(), "the next").await;
    exchange.until_effects(2).await;
    assert_eq!(
        exchange
            .count("SELECT count(*) FROM effects WHERE payload = 'once'")
            .await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_that_fails_leaves_no_effect_and_the_next_one_does() {
    let exchange = Exchange::open_for_consumers().await;
    let attempts = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&attempts);
    let handler = WriteDown(move |_| {
        let attempt = counted.fetch_add(1, Ordering::Relaxed);
        async move {
            match attempt {
                0 => Err(busy("the mail server is busy")),
                1 => panic!("a bug"),
                _ => Ok(()),
            }
        }
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "stubborn").await;
    exchange.until_effects(1).await;
    assert_eq!(attempts.load(Ordering::Relaxed), 3);
    assert_eq!(exchange.count("SELECT count(*) FROM inbox").await, 1);
    assert_eq!(exchange.count("SELECT count(*) FROM inbox_claims").await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_replicas_that_hold_the_same_event_handle_it_once() {
    let exchange = Exchange::open_for_consumers().await;
    let gate = Gate::new();
    let _first = Running::start(|stopping| exchange.consume(stopping, gate.handler()));
    exchange.publish(&Uuid::now_v7().to_string(), "once").await;
    gate.until_held().await;
    // Another consumer with the same name gets the same event, as if the first had exceeded the server's
    // wait.
    exchange.forget_consumer().await;
    let _second = Running::start(|stopping| exchange.consume(stopping, claiming_writer()));
    eventually("the second one has it and leaves it to the first", async || {
        let info = exchange.found_consumer().await?;
        (info.num_ack_pending == 1).then_some(())
    })
    .await;
    gate.release(1);
    exchange.until_effects(1).await;
    eventually("the second one finds it handled", async || {
        (exchange.unacknowledged().await == 0).then_some(())
    })
    .await;
    assert_eq!(exchange.effects().await, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_message_in_hand_is_finished_before_a_stop() {
    let mut exchange = Exchange::open_for_consumers().await;
    exchange.subscription.at_once = 1;
    let gate = Gate::new();
    let consumer = Running::start(|stopping| exchange.consume(stopping, gate.handler()));
    exchange.publish(&Uuid::now_v7().to_string(), "in hand").await;
    exchange
        .publish(&Uuid::now_v7().to_string(), "for the next start")
        .await;
    gate.until_held().await;
    let stopped = consumer.stop();
    gate.release(1);
    stopped.await;
    assert_eq!(exchange.effects().await, 1);
    assert_eq!(exchange.unacknowledged().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_waiting_for_a_slot_are_unclaimed_and_given_back_at_a_stop() {
    let exchange = Exchange::open_for_consumers().await;
    for n in 0..30_u8 {
        exchange.publish(&Uuid::now_v7().to_string(), [n]).await;
    }
    let gate = Gate::new();
    let consumer = Running::start(|stopping| exchange.consume(stopping, gate.handler()));
    eventually("sixteen are in hand and eight wait", async || {
        let info = exchange.found_consumer().await?;
        (info.num_ack_pending == 24).then_some(())
    })
    .await;
    for _ in 0..16 {
        gate.until_held().await;
    }
    let claims = "SELECT count(*) FROM inbox_claims";
    assert_eq!(exchange.count(claims).await, 16);
    let others = async {
        let _other = exchange.consume_all();
        exchange.until_effects_without_redelivery(14).await;
        gate.release(16);
        exchange.until_effects(30).await;
    };
    tokio::join!(consumer.stop(), others);
}

#[tokio::test(flavor = "multi_thread")]
async fn messages_on_their_way_to_a_stopping_consumer_are_given_back() {
    let exchange = Exchange::open_for_consumers().await;
    let (nats, nats_url) = FaultProxy::in_front_of(&testkit::nats_url()).await;
    let consumer = Running::start(|stopping| exchange.consume_through(&nats_url, stopping, writer()));
    exchange.publish(&Uuid::now_v7().to_string(), "before").await;
    exchange.until_effects(1).await;
    let until_unacknowledged = async |count: usize| {
        eventually("the server counts them", async || {
            (exchange.unacknowledged().await == count).then_some(())
        })
        .await;
    };
    until_unacknowledged(0).await;
    nats.delay(Duration::from_millis(200));
    for n in 0..5_u8 {
        exchange.publish(&Uuid::now_v7().to_string(), [n]).await;
    }
    // The server has sent them, and they have not arrived.
    until_unacknowledged(5).await;
    let others = async {
        let _other = exchange.consume_all();
        exchange.until_effects_without_redelivery(6).await;
    };
    tokio::join!(consumer.stop(), others);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_waits_for_its_stream_and_outlives_it() {
    let exchange = Exchange::open().await;
    exchange
        .run_sql("CREATE TABLE effects (payload bytea NOT NULL)")
        .await;
    let _consumer = exchange.consume_all();
    exchange.make_stream().await;
    exchange.publish(&Uuid::now_v7().to_string(), "first").await;
    exchange.until_effects(1).await;
    exchange
        .jetstream
        .delete_stream(exchange.stream.name)
        .await
        .expect("the stream can go");
    exchange.make_stream().await;
    exchange.publish(&Uuid::now_v7().to_string(), "second").await;
    exchange.until_effects(2).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_goes_on_after_an_outage() {
    let exchange = Exchange::open_for_consumers().await;
    let (nats, nats_url) = FaultProxy::in_front_of(&testkit::nats_url()).await;
    let _consumer = Running::start(|stopping| exchange.consume_through(&nats_url, stopping, writer()));
    exchange.publish(&Uuid::now_v7().to_string(), "before").await;
    exchange.until_effects(1).await;
    nats.cut();
    nats.restore();
    // Messages that the server had sent into the broken connection come again after 30 seconds, so send
    // others.
    eventually("the consumer hears again", async || {
        exchange.publish(&Uuid::now_v7().to_string(), "after").await;
        (exchange.effects().await > 1).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_consumer_of_an_older_release_is_brought_up_to_date() {
    let exchange = Exchange::open_for_consumers().await;
    let older = Subscription {
        subject: exchange.stream.subjects[0],
        ..exchange.subscription
    };
    let filter = async || {
        let stream = exchange.jetstream.get_stream(exchange.stream.name).await.ok()?;
        let info = stream.consumer_info(exchange.subscription.name).await.ok()?;
        Some(info.config.filter_subject)
    };
    for subscription in [older, exchange.subscription] {
        let (db, settings) = (exchange.db().clone(), Settings::new(testkit::nats_url()));
        let consumer =
            Running::start(|stopping| outbox::consume(db, subscription, settings, stopping, writer()));
        eventually("it listens to its subject", async || {
            (filter().await? == subscription.subject).then_some(())
        })
        .await;
        consumer.stop().await;
    }
}
