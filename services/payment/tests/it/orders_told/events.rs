//! A payment service that hears of orders.

use async_nats::jetstream::{self, message::PublishMessage, stream};
use engines::{Engines, External, Options};
use testkit::eventually;
use uuid::Uuid;

use crate::shop::Shop;

/// NATS of its own, for durable consumers have one name.
pub struct OrderEvents {
    pub shop: Shop,
    jetstream: jetstream::Context,
    _engines: Engines,
}

impl OrderEvents {
    pub async fn open() -> Self {
        runtime::install_process_defaults();
        let external = External {
            database_url: Some(testkit::database_url()),
            nats_url: None,
        };
        let options = Options::throw_away(engines::checkout()).expect("a throw-away folder");
        let engines = Engines::start(&options, external).expect("NATS starts");
        let client = outbox::connect(&outbox::Settings::new(engines.nats_url())).await;
        let jetstream = jetstream::new(client.expect("it is an address"));
        let config = stream::Config {
            name: "ORDERS".to_owned(),
            subjects: vec!["shop.order.>".to_owned()],
            ..stream::Config::default()
        };
        eventually("the stream is made", async || {
            jetstream.get_or_create_stream(&config).await.ok()
        })
        .await;
        let shop = Shop::open_with(engines.nats_url()).await;
        Self {
            shop,
            jetstream,
            _engines: engines,
        }
    }

    /// Tells of an order, twice as after a relay that died.
    pub async fn tell(&self, subject: &'static str, payload: &[u8]) {
        for _ in 0..2 {
            let message = PublishMessage::build()
                .payload(payload.to_vec().into())
                .message_id(Uuid::now_v7().to_string());
            let sent = self.jetstream.send_publish(subject, message).await;
            sent.expect("NATS takes it").await.expect("NATS keeps it");
        }
    }

    /// Waits until a consumer handled both.
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
