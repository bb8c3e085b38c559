use std::time::{Duration, Instant};

use outbox::{Event, RelayError, StreamConfig};
use testkit::{FaultProxy, eventually};
use uuid::Uuid;

use crate::{Exchange, Running, published_by};

#[tokio::test(flavor = "multi_thread")]
async fn events_of_an_outage_wait_untouched_and_arrive_after_it() {
    let exchange = Exchange::open().await;
    let (nats, nats_url) = FaultProxy::in_front_of(&testkit::nats_url()).await;
    nats.cut();
    let relay = exchange.relay_through(&nats_url);
    assert!(matches!(relay.run_once().await, Err(RelayError::NotConnected)));
    let _relay = Running::start(|stopping| relay.run(stopping));
    exchange
        .write_all((0..20_u8).map(|n| exchange.event([n])).collect())
        .await;
    assert_eq!((exchange.messages().await, exchange.unpublished().await), (0, 20));
    nats.restore();
    exchange.until_unpublished(0).await;
    assert_eq!(exchange.messages().await, 20);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_falls_silent_is_given_up_in_time_and_nothing_is_sent_twice() {
    let exchange = Exchange::open().await;
    let (nats, nats_url) = FaultProxy::in_front_of(&testkit::nats_url()).await;
    let relay = exchange.relay_through(&nats_url);
    published_by(&relay).await;
    exchange
        .write_all((0..20_u8).map(|n| exchange.event([n])).collect())
        .await;
    nats.hang();
    // The relay gives up after three seconds. Waiting forever fails the test.
    let given_up = tokio::time::timeout(Duration::from_mins(1), relay.run_once()).await;
    let error = given_up
        .expect("it is given up")
        .expect_err("there is no acknowledgement");
    assert!(matches!(error, RelayError::Refused { of: 20, .. }), "{error}");
    assert_eq!(
        exchange
            .count("SELECT count(*) FROM outbox WHERE attempts = 1 AND last_error <> ''")
            .await,
        20
    );
    nats.restore();
    let _relay = Running::start(|stopping| relay.run(stopping));
    exchange.until_unpublished(0).await;
    assert_eq!(exchange.messages().await, 20);
}

#[tokio::test]
async fn a_relay_that_dies_between_publishing_and_marking_leaves_one_message() {
    let exchange = Exchange::open().await;
    exchange.write("once").await;
    // The marking transaction is lost, as if the process were killed there.
    exchange
        .run_sql(
            "CREATE FUNCTION die() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'killed'; END $$;
             CREATE TRIGGER die BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION die()",
        )
        .await;
    let relay = exchange.relay();
    let error = eventually("it publishes and dies", async || match relay.run_once().await {
        Err(RelayError::Database(error)) => Some(error),
        _ => None,
    })
    .await;
    assert!(error.to_string().contains("killed"), "{error}");
    assert_eq!((exchange.messages().await, exchange.unpublished().await), (1, 1));
    exchange.run_sql("DROP TRIGGER die ON outbox").await;
    assert_eq!(published_by(&exchange.relay()).await, 1);
    assert_eq!((exchange.messages().await, exchange.unpublished().await), (1, 0));
}

#[tokio::test]
async fn an_event_that_is_too_large_is_parked_and_the_others_go_out() {
    let exchange = Exchange::open().await;
    let too_large = exchange.write(vec![0; 2 * 1024 * 1024]).await;
    exchange
        .write_all((0..20_u8).map(|n| exchange.event([n])).collect())
        .await;
    let relay = exchange.relay();
    assert_eq!(published_by(&relay).await, 20);
    assert_eq!(published_by(&relay).await, 0);
    let (parked, reason): (Uuid, String) =
        sqlx::query_as("SELECT id, last_error FROM outbox WHERE parked_at IS NOT NULL")
            .fetch_one(exchange.db())
            .await
            .expect("one is parked");
    assert_eq!(parked, too_large);
    assert!(reason.contains("payload"), "{reason}");
}

/// The subject of another service. NATS does not answer such a message.
#[tokio::test]
async fn a_subject_that_nats_refuses_holds_up_no_batch() {
    let mut exchange = Exchange::open().await;
    exchange.stream = StreamConfig {
        name: "CONTACT",
        subjects: &["shop.contact.>"],
    };
    let relay = exchange.relay_through(&testkit::nats_url().replace("operator:", "contact:"));
    assert_eq!(published_by(&relay).await, 0);
    let subjects = ["shop.payment.captured.v1", "shop.contact.received.v1"];
    let events = subjects.map(|subject| Event {
        subject,
        ..exchange.event("")
    });
    let refused = events[0].id;
    exchange.write_all(events.to_vec()).await;
    let began = Instant::now();
    assert_eq!(relay.run_once().await.expect("no outage"), 1);
    let took = began.elapsed();
    assert!(
        took < Duration::from_secs(2),
        "less than it waits for a word: {took:?}"
    );
    assert_eq!(relay.run_once().await.expect("no outage"), 0, "it is not due yet");
    let why: String = sqlx::query_scalar(
        "SELECT last_error FROM outbox WHERE id = $1 AND parked_at IS NULL AND retry_at > now() + interval '20 s'",
    )
    .bind(refused)
    .fetch_one(exchange.db())
    .await
    .expect("it waits");
    assert!(why.contains("does not let this user publish"), "{why}");
}

#[tokio::test]
async fn more_events_than_a_batch_that_fail_every_time_hold_up_no_other() {
    let exchange = Exchange::open().await;
    let nowhere: &'static str = format!("{}.elsewhere", exchange.stream.name).leak();
    let lost = (0..300).map(|_| Event {
        subject: nowhere,
        ..exchange.event("")
    });
    exchange.write_all(lost.collect()).await;
    exchange.write("good").await;
    let relay = exchange.relay();
    let _relay = Running::start(|stopping| relay.run(stopping));
    exchange.until_messages(1).await;
    exchange.until_unpublished(300).await;
}
