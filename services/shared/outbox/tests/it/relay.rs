use std::time::{Duration, Instant};

use async_nats::jetstream::stream::{self, StorageType};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use crate::{Exchange, Running, published_by};

#[tokio::test]
async fn an_event_is_published_once_with_its_id_and_its_payload() {
    let exchange = Exchange::open().await;
    let id = exchange.write("hello").await;
    let relay = exchange.relay();
    assert_eq!(published_by(&relay).await, 1);
    assert_eq!(published_by(&relay).await, 0);
    assert_eq!(exchange.messages().await, 1);
    let message = exchange.message(1).await;
    assert_eq!(message.subject.as_str(), exchange.subject);
    assert_eq!(&message.payload[..], b"hello");
    assert_eq!(
        message
            .headers
            .get("Nats-Msg-Id")
            .map(async_nats::HeaderValue::as_str),
        Some(&*id.to_string())
    );
    assert_eq!(exchange.unpublished().await, 0);
}

#[tokio::test]
async fn an_event_of_a_transaction_that_was_rolled_back_is_never_published() {
    let exchange = Exchange::open().await;
    let mut transaction = database::begin(exchange.db()).await.expect("PostgreSQL answers");
    outbox::write(&mut transaction, exchange.event("never"))
        .await
        .expect("an event is written");
    transaction.rollback().await.expect("PostgreSQL answers");
    exchange.write("told").await;
    let relay = exchange.relay();
    assert_eq!(published_by(&relay).await, 1);
    assert_eq!(published_by(&relay).await, 0);
    assert_eq!(&exchange.message(1).await.payload[..], b"told");
}

#[tokio::test]
async fn sixty_four_events_go_out_in_one_batch() {
    let exchange = Exchange::open().await;
    exchange
        .write_all((0..64_u8).map(|n| exchange.event([n])).collect())
        .await;
    assert_eq!(published_by(&exchange.relay()).await, 64);
    assert_eq!(exchange.messages().await, 64);
}

#[tokio::test(flavor = "multi_thread")]
async fn two_relays_side_by_side_publish_a_thousand_events_once_each() {
    let exchange = Exchange::open().await;
    exchange
        .write_all((0..1_000_u16).map(|n| exchange.event(n.to_be_bytes())).collect())
        .await;
    let relays =
        [exchange.relay(), exchange.relay()].map(|relay| Running::start(|stopping| relay.run(stopping)));
    exchange.until_unpublished(0).await;
    for relay in relays {
        relay.stop().await;
    }
    assert_eq!(exchange.messages().await, 1_000);
    assert_eq!(exchange.count("SELECT sum(attempts) FROM outbox").await, 0);
}

#[tokio::test]
async fn a_commit_wakes_the_relay_and_a_stop_ends_it() {
    let exchange = Exchange::open().await;
    let relay = exchange.relay();
    let waker = relay.waker();
    let relay = Running::start(|stopping| relay.run(stopping));
    exchange.write("the relay is up").await;
    exchange.until_unpublished(0).await;
    let started = Instant::now();
    for n in 0..60_u8 {
        exchange.write([n]).await;
        waker.wake();
        exchange.until_unpublished(0).await;
    }
    // Without the waker, each poll adds a second, so this would take a minute.
    assert!(
        started.elapsed() < Duration::from_secs(45),
        "{:?}",
        started.elapsed()
    );
    relay.stop().await;
    assert_eq!(exchange.messages().await, 61);
}

#[tokio::test]
async fn the_stream_is_on_disk_and_remembers_ids_for_two_minutes() {
    let exchange = Exchange::open().await;
    exchange.make_stream().await;
    let stream = exchange
        .jetstream
        .get_stream(exchange.stream.name)
        .await
        .expect("the stream is there");
    let config = &stream.cached_info().config;
    assert_eq!(config.storage, StorageType::File);
    assert_eq!(config.duplicate_window, Duration::from_mins(2));
    assert_eq!(
        (config.max_age, config.max_messages, config.max_bytes),
        (Duration::from_hours(30 * 24), -1, -1)
    );
}

#[tokio::test]
async fn a_stream_of_an_older_release_forgets_ids_after_two_minutes_too() {
    let exchange = Exchange::open().await;
    exchange.make_stream().await;
    let window = async || {
        let stream = exchange.jetstream.get_stream(exchange.stream.name).await;
        stream.expect("the stream is there").cached_info().config.clone()
    };
    let older = stream::Config {
        duplicate_window: Duration::from_mins(20),
        ..window().await
    };
    exchange
        .jetstream
        .update_stream(&older)
        .await
        .expect("NATS takes it");
    published_by(&exchange.relay()).await;
    assert_eq!(window().await.duplicate_window, Duration::from_mins(2));
}

#[tokio::test]
async fn an_address_that_cannot_be_one_is_told_at_the_start_without_its_password() {
    let exchange = Exchange::open().await;
    let relay = exchange.relay_through("nats://shop:hunter2@127.0.0.1:no-port");
    let error = relay
        .run(CancellationToken::new())
        .await
        .expect_err("it has no port");
    assert!(format!("{error:#}").contains("NATS_URL"), "{error:#}");
    assert!(!format!("{error:#}").contains("hunter2"), "{error:#}");
}

#[tokio::test]
async fn events_are_kept_for_a_week_after_they_were_published() {
    let exchange = Exchange::open().await;
    exchange
        .write_all((0..3_u8).map(|n| exchange.event([n])).collect())
        .await;
    published_by(&exchange.relay()).await;
    let waiting = exchange.write("waits").await;
    exchange
        .run_sql(
            "UPDATE outbox SET published_at = now() - interval '8 days' WHERE payload = '\\x00';
             UPDATE outbox SET published_at = now() - interval '6 days' WHERE payload = '\\x01';
             UPDATE outbox SET created_at = now() - interval '30 days', parked_at = now()
             WHERE published_at IS NULL",
        )
        .await;
    let (db, tasks) = (exchange.db().clone(), vec![outbox::outbox_task()]);
    let running = Running::start(|stopping| jobs::run_periodic_tasks(db, tasks, stopping));
    testkit::eventually("the old one is removed", async || {
        (exchange.count("SELECT count(*) FROM outbox").await == 3).then_some(())
    })
    .await;
    running.stop().await;
    let kept: Vec<Uuid> = sqlx::query_scalar("SELECT id FROM outbox WHERE published_at IS NULL")
        .fetch_all(exchange.db())
        .await
        .expect("reading works");
    assert_eq!(kept, [waiting]);
}

#[tokio::test]
async fn an_event_that_was_put_off_before_the_clock_was_set_back_does_not_wait_an_hour() {
    let exchange = Exchange::open().await;
    exchange.write("late").await;
    exchange
        .run_sql("UPDATE outbox SET retry_at = now() + interval '1 hour'")
        .await;
    assert_eq!(published_by(&exchange.relay()).await, 1);
}

#[tokio::test]
async fn pending_events_are_counted_without_reading_a_week_of_published_ones() {
    let exchange = Exchange::open().await;
    exchange
        .run_sql(
            "INSERT INTO outbox (id, subject, payload, published_at)
             SELECT gen_random_uuid(), 'x', 'x', now() FROM generate_series(1, 20000);
             ANALYZE outbox",
        )
        .await;
    let relay = exchange.relay();
    let _relay = Running::start(|stopping| relay.run(stopping));
    testkit::eventually("its index is used", async || {
        let scans = "SELECT idx_scan FROM pg_stat_user_indexes WHERE indexrelname = 'outbox_unpublished'";
        (exchange.count(scans).await > 0).then_some(())
    })
    .await;
}
