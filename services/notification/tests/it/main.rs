//! A story about mails that follow events, against real NATS and PostgreSQL.

use async_nats::jetstream::{self, message::PublishMessage, stream};
use mail::Sent;
use prost::Message as _;
use proto::event::v1::{OrderPlaced, OrderPlacedLine};
use runtime::{Frame, Shutdown};
use testkit::{TestDatabase, eventually};
use tokio::task::JoinHandle;
use uuid::Uuid;

const SUBJECT: &str = "shop.order.placed.v1";
const DEAD_LETTER_SUBJECT: &str = "shop.dead_letter.notification";

/// The service, the mails it sent, and the stream that the order service would have made. All tests of the shop share
/// the one server, so this looks only for order numbers and event ids of its own.
struct Mailroom {
    jetstream: jetstream::Context,
    settings: notification::Settings,
    sent: Sent,
    _database: TestDatabase,
}

impl Mailroom {
    async fn build() -> Self {
        runtime::install_process_defaults();
        let events = outbox::Settings::new(testkit::nats_url());
        let client = outbox::connect(&events).await.expect("it is an address");
        let jetstream = jetstream::new(client);
        let orders = stream::Config {
            name: "ORDERS".to_owned(),
            subjects: vec!["shop.order.>".to_owned()],
            ..stream::Config::default()
        };
        jetstream
            .get_or_create_stream(orders)
            .await
            .expect("the stream is there");
        let database = testkit::database(&[]).await;
        let (mail, sent) = mail::Settings::memory();
        let settings = notification::Settings {
            database: database.settings(),
            events,
            mail,
        };
        Self {
            jetstream,
            settings,
            sent,
            _database: database,
        }
    }

    /// Starts the service.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test waits for this task, and the runtime ends with the test"
    )]
    async fn open(&self) -> (Shutdown, JoinHandle<anyhow::Result<()>>) {
        let (settings, shutdown) = (self.settings.clone(), Shutdown::new());
        let frame = Frame::bind("notification", runtime::Settings::default(), shutdown.clone()).await;
        let service = notification::service(settings, frame.expect("port 0 is free"));
        (shutdown, tokio::spawn(service))
    }

    /// Starts the service anew on a server that forgot what was handled, as when every acknowledgement was lost.
    async fn open_again(&self, (shutdown, service): (Shutdown, JoinHandle<anyhow::Result<()>>)) {
        shutdown.request();
        service.await.expect("it does not panic").expect("it stops well");
        let stream = self
            .jetstream
            .get_stream("ORDERS")
            .await
            .expect("the stream is there");
        stream
            .delete_consumer("notification")
            .await
            .expect("the consumer can go");
        self.open().await;
    }

    async fn publish(&self, id: &str, payload: Vec<u8>) {
        let message = PublishMessage::build().payload(payload.into()).message_id(id);
        let sent = self
            .jetstream
            .send_publish(SUBJECT, message)
            .await
            .expect("NATS takes it");
        sent.await.expect("NATS keeps it");
    }

    /// The mails about an order.
    fn mails(&self, order_number: &str) -> Vec<mail::Mail> {
        let mut mails = self.sent.mails();
        mails.retain(|mail| mail.subject.contains(order_number));
        mails
    }

    /// Waits for the mail about an order.
    async fn confirmed(&self, order_number: &str) -> mail::Mail {
        eventually("the order is confirmed", async || self.mails(order_number).pop()).await
    }

    /// Waits until an event is among the dead letters, and answers why.
    async fn reason_put_aside(&self, event_id: &str) -> String {
        eventually("the event is put aside", async || {
            let dead_letters = self.jetstream.get_stream("DEAD_LETTERS").await.ok()?;
            let letter = dead_letters
                .get_last_raw_message_by_subject(DEAD_LETTER_SUBJECT)
                .await
                .ok()?;
            let header = |name: &str| letter.headers.get(name).map(|value| value.as_str().to_owned());
            (header("Original-Msg-Id")? == event_id)
                .then(|| header("Reason"))
                .flatten()
        })
        .await
    }
}

fn order_placed(order_number: &str) -> OrderPlaced {
    let line = OrderPlacedLine {
        product_id: Uuid::nil().to_string(),
        product_name: "Karela Powder".to_owned(),
        weight_in_grams: 100,
        quantity: 2,
        unit_price_paise: 124_900,
    };
    OrderPlaced {
        order_id: Uuid::nil().to_string(),
        order_number: order_number.to_owned(),
        placed_at: "2026-11-21T00:00:00Z".to_owned(),
        full_name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395007".to_owned(),
        total_paise: 249_800,
        lines: vec![line],
    }
}

/// One test, for the durable consumer has one name on the one server that tests share.
#[tokio::test(flavor = "multi_thread")]
async fn every_order_is_confirmed_once_and_poison_is_put_aside_with_its_reason() {
    let room = Mailroom::build().await;
    let service = room.open().await;
    let [first, second] = [Uuid::now_v7(), Uuid::now_v7()].map(|id| id.to_string());
    let (first_number, second_number) = (format!("VM-{first}"), format!("VM-{second}"));

    room.publish(&first, order_placed(&first_number).encode_to_vec())
        .await;
    let mail = room.confirmed(&first_number).await;
    assert_eq!(mail.to, "asha@example.com");
    assert_eq!(mail.about, first);
    for line in [
        "2 × Karela Powder (100 g)  ₹2,498",
        "Total: ₹2,498",
        "12 Ring Road, Surat\n395007",
        "Delivery arriving in 5-7 business days",
        "Payment receipt will be issued after payment.",
    ] {
        assert!(mail.text.contains(line), "{line:?} is missing in {}", mail.text);
    }

    let poison = Uuid::now_v7().to_string();
    room.publish(&poison, b"\xff no protobuf".to_vec()).await;
    let reason = room.reason_put_aside(&poison).await;
    assert!(reason.contains("no OrderPlaced"), "{reason}");

    let unsendable = Uuid::now_v7().to_string();
    let nowhere = OrderPlaced {
        email: "asha".to_owned(),
        ..order_placed("VM-nowhere")
    };
    room.publish(&unsendable, nowhere.encode_to_vec()).await;
    let reason = room.reason_put_aside(&unsendable).await;
    assert!(
        reason.contains("not well-formed") && !reason.contains("asha"),
        "{reason}"
    );

    room.open_again(service).await;
    room.publish(&second, order_placed(&second_number).encode_to_vec())
        .await;
    room.confirmed(&second_number).await;
    assert_eq!(
        room.mails(&first_number).len(),
        1,
        "a redelivered event sends no second mail"
    );
}
