//! A payment service that consumes order events.

use async_nats::jetstream::{self, message::PublishMessage};
use engines::Engines;
use testkit::eventually;
use uuid::Uuid;

use crate::shop::Shop;

/// NATS of its own, because durable consumers have fixed names.
pub struct OrderEvents {
    pub shop: Shop,
    jetstream: jetstream::Context,
    _engines: Engines,
}

impl OrderEvents {
    pub async fn open() -> Self {
        runtime::install_process_defaults();
        let engines = Engines::with_own_nats(testkit::database_url()).expect("NATS starts");
        let jetstream = testkit::jetstream(engines.nats_url(), &[("ORDERS", "shop.order.>")]).await;
        let shop = Shop::open_with(engines.nats_url()).await;
        Self {
            shop,
            jetstream,
            _engines: engines,
        }
    }

    /// Publishes an event twice, as after a crash of the relay.
    pub async fn tell(&self, subject: &'static str, payload: &[u8]) {
        for _ in 0..2 {
            let message = PublishMessage::build()
                .payload(payload.to_vec().into())
                .message_id(Uuid::now_v7().to_string());
            let sent = self.jetstream.send_publish(subject, message).await;
            sent.expect("NATS takes it").await.expect("NATS keeps it");
        }
    }

    /// Waits until a consumer has handled both.
    pub async fn until_heard(&self, consumer: &'static str) {
        eventually("both events are heard", async || {
            let heard = sqlx::query_scalar("SELECT count(*) FROM inbox WHERE consumer = $1")
                .bind(consumer)
                .fetch_one(self.shop.pool());
            let heard: i64 = heard.await.expect("it is counted");
            (heard == 2).then_some(())
        })
        .await;
    }
}
