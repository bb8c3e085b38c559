//! Stories about mails that follow events, against real NATS and PostgreSQL.

use std::path::Path;

use async_nats::jetstream::{self, message::PublishMessage, stream};
use prost::Message as _;
use proto::event::v1::{OrderPlaced, OrderPlacedLine};
use testkit::{Served, TestDatabase};
use uuid::Uuid;

/// The service, a folder for its mails, and the stream that the order service would have made. Tests share the
/// stream, so each looks only for its own order numbers.
struct Mailroom {
    jetstream: jetstream::Context,
    folder: tempfile::TempDir,
    database: TestDatabase,
    _served: Served,
}

impl Mailroom {
    async fn open() -> Self {
        runtime::install_process_defaults();
        let client = outbox::connect(&outbox::Settings::new(testkit::nats_url()))
            .await
            .expect("NATS for tests answers");
        let jetstream = jetstream::new(client);
        let orders = stream::Config {
            name: "ORDERS".to_owned(),
            subjects: vec!["shop.order.>".to_owned()],
            duplicate_window: std::time::Duration::from_secs(20 * 60),
            discard: stream::DiscardPolicy::New,
            ..stream::Config::default()
        };
        jetstream
            .create_or_update_stream(orders)
            .await
            .expect("the stream is made");
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = testkit::database(&[]).await;
        let settings = notification::Settings {
            database: database.settings(),
            events: outbox::Settings::new(testkit::nats_url()),
            mail: mail::Settings::folder(folder.path()),
        };
        let served = testkit::serve(|frame| notification::service(settings, frame)).await;
        Self {
            jetstream,
            folder,
            database,
            _served: served,
        }
    }

    async fn publish(&self, id: &str, payload: Vec<u8>) {
        let message = PublishMessage::build().payload(payload.into()).message_id(id);
        let sent = self
            .jetstream
            .send_publish("shop.order.placed.v1", message)
            .await
            .expect("NATS takes it");
        sent.await.expect("NATS keeps it");
    }

    /// The mails about an order.
    fn mails(&self, order_number: &str) -> Vec<String> {
        let files = std::fs::read_dir(self.folder.path()).expect("the folder exists");
        let read = |path: &Path| std::fs::read_to_string(path).expect("a mail can be read");
        let mails = files.map(|file| read(&file.expect("it can be listed").path()));
        mails.filter(|mail| mail.contains(order_number)).collect()
    }

    /// Forgets that an event was handled and gives every event out again, as after a lost acknowledgement.
    async fn redeliver(&self) {
        let stream = self
            .jetstream
            .get_stream("ORDERS")
            .await
            .expect("the stream is there");
        stream
            .delete_consumer("notification")
            .await
            .expect("the consumer can go");
    }

    async fn handled(&self, event_id: Uuid) -> bool {
        sqlx::query_scalar("SELECT EXISTS (SELECT FROM inbox WHERE event_id = $1)")
            .bind(event_id)
            .fetch_one(self.database.pool())
            .await
            .unwrap_or(false)
    }
}

fn order_placed(order_number: &str) -> Vec<u8> {
    let line = OrderPlacedLine {
        product_id: Uuid::nil().to_string(),
        product_name: "Karela Powder".to_owned(),
        weight_in_grams: 100,
        quantity: 2,
        unit_price_paise: 24_900,
    };
    let event = OrderPlaced {
        order_id: Uuid::nil().to_string(),
        order_number: order_number.to_owned(),
        placed_at: "2026-11-21T00:00:00Z".to_owned(),
        full_name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395007".to_owned(),
        total_paise: 49_800,
        lines: vec![line],
    };
    event.encode_to_vec()
}

/// One test, for the durable consumer has one name on the one server that tests share.
#[tokio::test(flavor = "multi_thread")]
async fn every_order_is_confirmed_once_and_poison_is_put_aside() {
    let room = Mailroom::open().await;
    let (first, second) = (Uuid::now_v7(), Uuid::now_v7());
    let (first_number, second_number) = (format!("VM-{first}"), format!("VM-{second}"));

    room.publish(&Uuid::now_v7().to_string(), b"\xff no protobuf".to_vec())
        .await;
    room.publish("not-a-uuid", order_placed("VM-no-id")).await;
    room.publish(&first.to_string(), order_placed(&first_number))
        .await;
    testkit::eventually("the first is confirmed", async || {
        room.handled(first).await.then_some(())
    })
    .await;
    assert_eq!(room.mails(&first_number).len(), 1);

    let dead_letters = room
        .jetstream
        .get_stream("DEAD_LETTERS")
        .await
        .expect("poison made the stream");
    let info = dead_letters.get_info().await.expect("the stream answers");
    assert!(
        info.state.messages >= 2,
        "the two poison messages were put aside: {}",
        info.state.messages
    );
    let letter = dead_letters
        .get_last_raw_message_by_subject("shop.dead_letter.notification")
        .await;
    let letter = letter.expect("a dead letter is kept");
    assert!(letter.headers.get("Reason").is_some(), "a dead letter says why");

    room.redeliver().await;
    room.publish(&second.to_string(), order_placed(&second_number))
        .await;
    testkit::eventually("the second is confirmed", async || {
        room.handled(second).await.then_some(())
    })
    .await;
    assert_eq!(
        room.mails(&first_number).len(),
        1,
        "a redelivered event sends no second mail"
    );
    assert_eq!(room.mails(&second_number).len(), 1);
    assert!(room.mails("VM-no-id").is_empty());
}
