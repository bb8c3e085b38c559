use std::{collections::BTreeMap, time::Duration};

use async_nats::jetstream::{self, message::PublishMessage};
use engines::Engines;
use futures_util::future::join_all;
use prost::Message as _;
use proto::{
    contact::v1::Message,
    event::v1::{ContactReceived, OrderPlaced},
    order::v1::Order,
};
use testkit::{FakeMailbox, Served, TakenMail, TestDatabase, eventually};
use time::{OffsetDateTime, format_description::well_known::Rfc3339};
use tokio::task::JoinHandle;
use uuid::Uuid;

use crate::{
    CONSUMERS, CONTACT_SUBJECT, ORDER_SUBJECT, fake_billing::FakeBilling, owners::Owners,
    stock_owners::StockOwners,
};

/// The service's environment: its own NATS, because durable consumer names are fixed; a database; a mail
/// server.
pub(crate) struct Mailroom {
    pub(crate) jetstream: jetstream::Context,
    pub(crate) database: TestDatabase,
    pub(crate) mailbox: FakeMailbox,
    pub(crate) owners: Owners,
    pub(crate) stock_owners: StockOwners,
    pub(crate) billing: FakeBilling,
    billing_service: Served,
    engines: Engines,
}

impl Mailroom {
    pub(crate) async fn build() -> Self {
        runtime::install_process_defaults();
        let engines = Engines::with_own_nats(testkit::database_url()).expect("NATS starts");
        // The same streams as the services create.
        let streams = [
            ("ORDERS", "shop.order.>"),
            ("CONTACT", "shop.contact.>"),
            ("STOCK", "shop.stock.>"),
            ("PAYMENTS", "shop.payment.>"),
            ("BILLING", "shop.billing.>"),
        ];
        let jetstream = testkit::jetstream(engines.nats_url(), &streams).await;
        let billing = FakeBilling::default();
        Self {
            billing_service: billing.serve().await,
            billing,
            jetstream,
            database: testkit::database(&[]).await,
            mailbox: FakeMailbox::start().await,
            owners: Owners::serve().await,
            stock_owners: StockOwners::serve().await,
            engines,
        }
    }

    pub(crate) fn nats_url(&self) -> &str {
        self.engines.nats_url()
    }

    /// Starts the service.
    pub(crate) async fn open(&self) -> Open {
        self.open_with(|_| ()).await
    }

    /// Starts the service with changed settings.
    #[expect(
        clippy::disallowed_methods,
        reason = "the test's runtime ends with the test, and its tasks with it"
    )]
    pub(crate) async fn open_with(&self, change: impl FnOnce(&mut notification::Settings)) -> Open {
        let mut settings = notification::Settings {
            database: self.database.settings(),
            events: outbox::Settings::new(self.nats_url()),
            mail: mail::Settings::smtp(self.mailbox.url()),
            shop_email: notification::SAMPLE_SHOP_EMAIL.parse().expect("it is an address"),
            site_url: notification::SAMPLE_SITE_URL.parse().expect("it is an address"),
            recipient_key: runtime::Secret::from("k".repeat(32)),
            order_url: self.owners.order_target(),
            contact_url: self.owners.contact_target(),
            inventory_url: self.stock_owners.inventory_target(),
            catalog_url: self.stock_owners.catalog_target(),
            billing_url: self.billing_service.target(),
            pace: notification::RetryPace::default(),
        };
        change(&mut settings);
        let shutdown = runtime::Shutdown::new();
        let frame =
            runtime::Frame::bind("notification", runtime::Settings::default(), shutdown.clone()).await;
        let service = notification::service(settings, frame.expect("port 0 is free"));
        Open {
            shutdown,
            service: tokio::spawn(service),
        }
    }

    /// Stores an order and publishes its event. Returns the event's id.
    pub(crate) async fn order(&self, order: &Order) -> Uuid {
        self.publish(ORDER_SUBJECT, self.placed(order)).await
    }

    /// Stores a message and publishes its event. Returns the event's id.
    pub(crate) async fn contact(&self, message: &Message) -> Uuid {
        self.publish(CONTACT_SUBJECT, self.received(message)).await
    }

    /// Stores an order and returns its event.
    pub(crate) fn placed(&self, order: &Order) -> Vec<u8> {
        let order = self.owners.keep_order(order);
        let event = OrderPlaced {
            order_id: order.order_id,
            order_number: order.order_number,
            total_paise: order.total_paise,
            lines: Vec::new(),
        };
        event.encode_to_vec()
    }

    /// Stores a message and returns its event.
    pub(crate) fn received(&self, message: &Message) -> Vec<u8> {
        let message = self.owners.keep_message(message);
        let event = ContactReceived {
            message_id: message.message_id,
            subject: message.subject,
        };
        event.encode_to_vec()
    }

    pub(crate) async fn publish(&self, subject: &'static str, payload: Vec<u8>) -> Uuid {
        self.publish_all(subject, vec![payload]).await[0]
    }

    pub(crate) async fn publish_all(&self, subject: &'static str, payloads: Vec<Vec<u8>>) -> Vec<Uuid> {
        let publishing = payloads
            .into_iter()
            .map(async |payload| self.publish_as(Uuid::now_v7(), subject, payload).await);
        join_all(publishing).await
    }

    /// Publishes an event with this id and returns the id.
    pub(crate) async fn publish_as(&self, id: Uuid, subject: &'static str, payload: Vec<u8>) -> Uuid {
        let message = PublishMessage::build()
            .payload(payload.into())
            .message_id(id.to_string());
        self.publish_message(subject, message).await;
        id
    }

    /// Publishes an event that happened this many days ago, as a relay does.
    pub(crate) async fn publish_of(&self, days_ago: i64, subject: &'static str, payload: Vec<u8>) -> Uuid {
        let occurred_at = OffsetDateTime::now_utc() - time::Duration::days(days_ago);
        let id = Uuid::now_v7();
        let message = PublishMessage::build()
            .payload(payload.into())
            .header(
                "Occurred-At",
                occurred_at.format(&Rfc3339).expect("it has a form"),
            )
            .message_id(id.to_string());
        self.publish_message(subject, message).await;
        id
    }

    async fn publish_message(&self, subject: &'static str, message: PublishMessage) {
        let sent = self.jetstream.send_publish(subject, message).await;
        sent.expect("NATS takes it").await.expect("NATS keeps it");
    }

    /// The mails about an event with their names, in alphabetical order.
    pub(crate) fn mails_about(&self, event_id: Uuid) -> Vec<(String, TakenMail)> {
        let domain = "@vanmool.example";
        let start = format!("{event_id}.");
        let mails = self.mailbox.mails().into_iter().filter_map(|mail| {
            let name = mail
                .message_id()
                .strip_prefix(&start)?
                .strip_suffix(domain)?
                .to_owned();
            Some((name, mail))
        });
        let mut mails: Vec<_> = mails.collect();
        mails.sort_by(|(one, _), (other, _)| one.cmp(other));
        mails
    }

    /// Waits until the event has exactly these mails.
    pub(crate) async fn until_mailed(&self, event_id: Uuid, names: &[&str]) {
        eventually("the mails arrive", async || {
            (self.names_about(event_id) == names).then_some(())
        })
        .await;
    }

    pub(crate) fn names_about(&self, event_id: Uuid) -> Vec<String> {
        self.mails_about(event_id)
            .into_iter()
            .map(|(name, _)| name)
            .collect()
    }

    /// The names of the mails about each event, in alphabetical order. Reads the mailbox once, because it may
    /// hold thousands.
    pub(crate) fn names_by_event(&self) -> BTreeMap<Uuid, Vec<String>> {
        let mut names = BTreeMap::<Uuid, Vec<String>>::new();
        for mail in self.mailbox.mails() {
            let id = mail.message_id();
            let (event_id, name) = id.split_once('.').expect("it tells the event and the mail");
            let event_id = event_id.parse().expect("events have UUIDs");
            let name = name.trim_end_matches("@vanmool.example").to_owned();
            names.entry(event_id).or_default().push(name);
        }
        for names in names.values_mut() {
            names.sort();
        }
        names
    }

    /// Waits up to a minute until every consumer has settled every message of its stream.
    pub(crate) async fn until_settled(&self) {
        let settled = async {
            for (stream, consumer) in CONSUMERS {
                while !self.has_settled(stream, consumer).await {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            }
        };
        tokio::time::timeout(Duration::from_mins(5), settled)
            .await
            .expect("every message is settled");
    }

    async fn has_settled(&self, stream: &str, mail: &str) -> bool {
        let info = self.consumer(stream, mail).await;
        info.is_some_and(|info| info.num_pending == 0 && info.num_ack_pending == 0)
    }

    /// The state of a mail's consumer, once it exists.
    pub(crate) async fn consumer(&self, stream: &str, mail: &str) -> Option<jetstream::consumer::Info> {
        let stream = self.jetstream.get_stream(stream).await.ok()?;
        stream.consumer_info(mail).await.ok()
    }

    pub(crate) async fn count(&self, query: &'static str) -> i64 {
        use sqlx::Row as _;
        let row = sqlx::query(query).fetch_one(self.database.pool()).await;
        row.expect("counting works").get(0)
    }
}

/// A running service.
pub(crate) struct Open {
    shutdown: runtime::Shutdown,
    service: JoinHandle<anyhow::Result<()>>,
}

impl Open {
    /// Stops the service and waits until it has ended.
    pub(crate) async fn stop(self) {
        self.shutdown.request();
        let ended = self.service.await.expect("it does not panic");
        ended.expect("it stops well");
    }
}
