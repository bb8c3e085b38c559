//! Tests of messages to the shop, through the service's gRPC API against real PostgreSQL and NATS.

mod incoming;
mod start;
mod tickets;

use async_nats::jetstream::{self, consumer::pull::OrderedConfig};
use futures_util::StreamExt as _;
use prost::Message as _;
use proto::{
    contact::v1::{
        GetMessageRequest, Message, SendMessageRequest, contact_service_client::ContactServiceClient,
        ticket_service_client::TicketServiceClient,
    },
    event::v1::{ContactAnswered, ContactReceived},
};
use runtime::status;
use testkit::{FaultProxy, Served, TestDatabase, eventually};
use tonic::{Code, transport::Channel};
use uuid::Uuid;

/// The contact service with its own database and the tests' NATS.
struct Desk {
    database: TestDatabase,
    contact: ContactServiceClient<Channel>,
    tickets: TicketServiceClient<Channel>,
    _served: Served,
}

impl Desk {
    async fn open(nats_url: &str) -> Self {
        let database = testkit::database(&[]).await;
        let address = database.settings();
        Self::open_on(database, address, nats_url).await
    }

    async fn open_on(database: TestDatabase, address: database::Settings, nats_url: &str) -> Self {
        runtime::install_process_defaults();
        let settings = contact::Settings {
            database: address,
            events: outbox::Settings::new(nats_url),
            identity_url: testkit::away(),
            reply_address: Some("reply@shop.example".parse().expect("it is an address")),
            mail_authserv_id: None,
        };
        let served = testkit::serve(|frame| contact::service(settings, frame)).await;
        let desk = Self {
            database,
            contact: ContactServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            tickets: TicketServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            _served: served,
        };
        // The server answers once the migrations are done.
        eventually("the contact service answers", async || {
            let refused = desk
                .contact
                .clone()
                .send_message(SendMessageRequest::default())
                .await;
            let code = refused.expect_err("an empty message is refused").code();
            (code == Code::InvalidArgument).then_some(())
        })
        .await;
        desk
    }

    async fn get(&self, message_id: &str) -> Result<Message, Code> {
        let message_id = message_id.to_owned();
        let answer = self
            .contact
            .clone()
            .get_message(GetMessageRequest { message_id })
            .await;
        let message = answer.map_err(|status| status.code())?.into_inner().message;
        Ok(message.expect("an answer has a message"))
    }

    /// The number of events written with this subject.
    async fn told(&self, subject: &str) -> i64 {
        let count = sqlx::query_scalar("SELECT count(*) FROM outbox WHERE subject = $1").bind(subject);
        let counted = count.fetch_one(self.database.pool()).await;
        counted.expect("events can be counted")
    }

    async fn kept(&self) -> i64 {
        let count = sqlx::query_scalar("SELECT count(*) FROM messages");
        count
            .fetch_one(self.database.pool())
            .await
            .expect("messages can be counted")
    }
}

fn message(text: &str) -> SendMessageRequest {
    SendMessageRequest {
        name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        phone: "9876543210".to_owned(),
        subject: "Order Status".to_owned(),
        message: text.to_owned(),
    }
}

/// An event about a message.
trait AboutMessage: prost::Message + Default {
    fn message_id(&self) -> &str;
}

impl AboutMessage for ContactReceived {
    fn message_id(&self) -> &str {
        &self.message_id
    }
}

impl AboutMessage for ContactAnswered {
    fn message_id(&self) -> &str {
        &self.message_id
    }
}

/// The subject of the event for a new message.
const RECEIVED: &str = contact::events::RECEIVED;

/// The events with this subject about this message, as every consumer gets them.
async fn events_of<Event: AboutMessage>(subject: &str, message_id: &str) -> Vec<Event> {
    let client = outbox::connect(&outbox::Settings::new(testkit::nats_url()))
        .await
        .expect("it is an address");
    let Ok(stream) = jetstream::new(client).get_stream("CONTACT").await else {
        return Vec::new();
    };
    let config = OrderedConfig {
        filter_subject: subject.to_owned(),
        ..OrderedConfig::default()
    };
    let consumer = stream
        .create_consumer(config)
        .await
        .expect("a stream can be read");
    let count = usize::try_from(consumer.cached_info().num_pending).expect("a test's stream is small");
    let messages = consumer
        .messages()
        .await
        .expect("a stream can be read")
        .take(count);
    let events = messages.map(|message| {
        let payload = message.expect("a message can be read").payload.clone();
        Event::decode(payload).expect("the subject has no others")
    });
    events
        .filter(|event| std::future::ready(event.message_id() == message_id))
        .collect()
        .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_kept_and_told_to_the_world() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let text = format!("Where is my parcel? {}", Uuid::new_v4());
    let answer = desk.contact.clone().send_message(message(&text)).await;
    let id = answer.expect("the message is taken").into_inner().message_id;
    assert_eq!(desk.kept().await, 1);
    let event = eventually("the event is published", async || {
        events_of::<ContactReceived>(RECEIVED, &id).await.pop()
    })
    .await;
    assert_eq!(event.subject, "order status");
    let told = String::from_utf8_lossy(&event.encode_to_vec()).into_owned();
    for personal in ["Asha", "asha@example.com", "9876543210", "parcel"] {
        assert!(!told.contains(personal), "the event tells {personal}");
    }
    let kept = desk.get(&id).await.expect("it is kept");
    assert_eq!(
        (
            kept.name.as_str(),
            kept.email.as_str(),
            kept.phone.as_str(),
            kept.message
        ),
        ("Asha Patel", "asha@example.com", "9876543210", text)
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_or_invalid_message_id_is_refused() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let unknown = Uuid::now_v7().to_string();
    for (id, code) in [(&*unknown, Code::NotFound), ("karela", Code::InvalidArgument)] {
        assert_eq!(desk.get(id).await.expect_err(id), code);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn every_broken_rule_is_told_and_nothing_is_kept() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let request = SendMessageRequest {
        email: "asha".to_owned(),
        subject: "complaint".to_owned(),
        ..message("Hello")
    };
    let refused = desk.contact.clone().send_message(request).await;
    let violations = status::details(&refused.expect_err("two rules are broken")).violations;
    let fields: Vec<_> = violations
        .iter()
        .map(|violation| violation.field.as_str())
        .collect();
    assert_eq!(fields, ["email", "subject"]);
    assert_eq!(desk.kept().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_taken_while_nats_is_away_and_told_when_it_is_back() {
    let (nats, nats_url) = FaultProxy::in_front_of(&testkit::nats_url()).await;
    nats.hang();
    let desk = Desk::open(&nats_url).await;
    let answer = desk.contact.clone().send_message(message("Hello")).await;
    let id = answer.expect("the message is taken").into_inner().message_id;
    assert!(events_of::<ContactReceived>(RECEIVED, &id).await.is_empty());
    nats.restore();
    eventually("the event arrives", async || {
        events_of::<ContactReceived>(RECEIVED, &id).await.pop()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_is_refused_in_words_while_the_database_is_away() {
    let database = testkit::database(&[]).await;
    let (postgres, url) = FaultProxy::in_front_of(database.url()).await;
    let desk = Desk::open_on(database, database::Settings::new(url), &testkit::nats_url()).await;
    postgres.cut();
    let refused = desk.contact.clone().send_message(message("Hello")).await;
    let refused = refused.expect_err("nothing can be kept");
    assert_eq!(refused.code(), Code::Unavailable);
    assert_eq!(
        refused.message(),
        "We cannot take your message right now. Please try again in a moment."
    );
    assert!(status::details(&refused).retry_after.is_some());
    assert_eq!(desk.kept().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_operator_publishes_messages_again_with_a_command() {
    let desk = Desk::open(&testkit::nats_url()).await;
    let answer = desk.contact.clone().send_message(message("Hello")).await;
    answer.expect("the message is taken");
    let published = async || {
        let count = "SELECT count(*) FROM outbox WHERE published_at IS NOT NULL";
        let count: i64 = sqlx::query_scalar(count)
            .fetch_one(desk.database.pool())
            .await
            .expect("events can be counted");
        (count == 1).then_some(())
    };
    eventually("it is published", published).await;
    let replay = |since: &str| {
        std::process::Command::new(env!("CARGO_BIN_EXE_contact"))
            .args(["replay", "--since", since])
            .env("DATABASE_URL", desk.database.url())
            .env("NATS_URL", testkit::nats_url())
            .output()
            .expect("the program starts")
    };
    let done = replay("2026-11-20T00:00:00+05:30");
    assert_eq!(
        String::from_utf8_lossy(&done.stdout),
        "1 events are published again\n",
        "{done:?}"
    );
    eventually("it is published again", published).await;
    assert_eq!(replay("yesterday").status.code(), Some(2));
}
