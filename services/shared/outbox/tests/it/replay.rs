//! Streams that lost published events.

use std::time::Duration;

use async_nats::jetstream::stream;
use metrics_exporter_prometheus::PrometheusBuilder;
use outbox::{Relay, RelayError, Replay};
use testkit::eventually;
use time::OffsetDateTime;

use crate::{Exchange, Running, published_by};

impl Exchange {
    /// An exchange whose stream has twenty events, and the relay that published them.
    async fn with_twenty_published() -> (Self, Relay) {
        let exchange = Self::open().await;
        exchange
            .write_all((0..20_u8).map(|n| exchange.event([n])).collect())
            .await;
        let relay = exchange.relay();
        assert_eq!(published_by(&relay).await, 20);
        assert_eq!(relay.check_stream().await.expect("it is there"), 0);
        (exchange, relay)
    }

    async fn delete_stream(&self) {
        let deleted = self.jetstream.delete_stream(self.stream.name).await;
        deleted.expect("the stream can go");
    }
}

fn an_hour_ago() -> Replay {
    Replay {
        since: Some(OffsetDateTime::now_utc() - time::Duration::HOUR),
        ..Replay::default()
    }
}

#[tokio::test]
async fn a_lost_stream_is_made_anew_and_filled_again() {
    let (exchange, relay) = Exchange::with_twenty_published().await;
    let recorder = PrometheusBuilder::new().build_recorder();
    let page = recorder.handle();
    let _recording = metrics::set_default_local_recorder(&recorder);
    let lost_lately = "SELECT count(*) FROM outbox_streams WHERE lost_at > now() - interval '1 minute'";
    assert_eq!(exchange.count(lost_lately).await, 0);
    exchange.delete_stream().await;
    assert_eq!(relay.check_stream().await.expect("it is made"), 20);
    assert_eq!(
        exchange.count(lost_lately).await,
        1,
        "the server's owner hears of it"
    );
    assert_eq!(published_by(&relay).await, 20);
    assert_eq!(exchange.messages().await, 20);
    assert_eq!(relay.check_stream().await.expect("it is there"), 0);
    let page = page.render();
    let is_told = page.lines().any(|line| line == "outbox_streams_lost_total 1");
    assert!(is_told, "operators hear of it, once: {page}");
}

/// A backup may be older than the relay's first look, and a restore of it begins with an empty stream.
#[tokio::test]
async fn a_stream_that_is_younger_than_published_events_is_filled_although_no_other_was_known() {
    let (exchange, relay) = Exchange::with_twenty_published().await;
    exchange.run_sql("DELETE FROM outbox_streams").await;
    assert_eq!(
        relay.check_stream().await.expect("it is there"),
        0,
        "the events are in it"
    );
    exchange.run_sql("DELETE FROM outbox_streams").await;
    exchange.delete_stream().await;
    assert_eq!(relay.check_stream().await.expect("it is made"), 20);
    assert_eq!(published_by(&relay).await, 20);
    assert_eq!(exchange.messages().await, 20);
    assert_eq!(relay.check_stream().await.expect("it is there"), 0);
}

#[tokio::test]
async fn a_relay_that_publishes_notices_it_by_itself() {
    let (exchange, relay) = Exchange::with_twenty_published().await;
    exchange.delete_stream().await;
    exchange.write("the first that notices").await;
    let error = relay.run_once().await.expect_err("no stream keeps it");
    assert!(matches!(error, RelayError::Refused { of: 1, .. }), "{error}");
    let relay = Running::start(|stopping| relay.run(stopping));
    exchange.until_messages(21).await;
    exchange.until_unpublished(0).await;
    relay.stop().await;
    assert_eq!(
        exchange.messages().await,
        21,
        "a message that is there is not published twice"
    );
}

#[tokio::test]
async fn a_stream_that_was_created_anew_elsewhere_is_filled_again_by_one_relay() {
    let (exchange, relay) = Exchange::with_twenty_published().await;
    exchange.delete_stream().await;
    let config = stream::Config {
        name: exchange.stream.name.to_owned(),
        subjects: vec![exchange.stream.subjects[0].to_owned()],
        ..stream::Config::default()
    };
    let made = exchange.jetstream.create_stream(config).await;
    made.expect("it can be made");
    let other = exchange.relay();
    let seen = eventually("the other is connected", async || other.check_stream().await.ok()).await;
    assert_eq!(seen + relay.check_stream().await.expect("it is there"), 20);
    assert_eq!(published_by(&relay).await, 20);
    assert_eq!(exchange.messages().await, 20);
}

#[tokio::test]
async fn a_stream_that_went_back_is_believed_at_the_second_look() {
    let (exchange, relay) = Exchange::with_twenty_published().await;
    // As if it had a thousand messages before its server started with an older state.
    exchange
        .run_sql("UPDATE outbox_streams SET last_sequence = 1000")
        .await;
    assert_eq!(relay.check_stream().await.expect("it is there"), 0);
    assert_eq!(relay.check_stream().await.expect("it is there"), 20);
    assert_eq!(relay.check_stream().await.expect("it is there"), 0);
    assert_eq!(published_by(&relay).await, 20);
    assert_eq!(
        exchange.messages().await,
        20,
        "a message that is there is not published twice"
    );
}

#[tokio::test]
async fn a_replay_that_a_program_did_not_live_to_finish_is_finished() {
    let (exchange, relay) = Exchange::with_twenty_published().await;
    exchange
        .run_sql("UPDATE outbox_streams SET replay_until = now()")
        .await;
    assert_eq!(relay.check_stream().await.expect("it is there"), 20);
    assert_eq!(relay.check_stream().await.expect("it is there"), 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_replay_ends_beside_a_running_relay() {
    let exchange = Exchange::open().await;
    exchange
        .write_all((0..3_000_u16).map(|n| exchange.event(n.to_be_bytes())).collect())
        .await;
    let relay = exchange.relay();
    let _relay = Running::start(|stopping| relay.run(stopping));
    exchange.until_unpublished(0).await;
    let command = an_hour_ago();
    let running = tokio::time::timeout(Duration::from_secs(30), command.run(exchange.db()));
    let count = running.await.expect("it ends").expect("it is marked");
    assert_eq!(count, 3_000);
    exchange.until_unpublished(0).await;
    assert_eq!(exchange.messages().await, 3_000);
}

/// As if a relay published each event as soon as it is marked.
#[tokio::test]
async fn a_replay_ends_however_quick_a_relay_is() {
    let (exchange, _relay) = Exchange::with_twenty_published().await;
    exchange
        .run_sql(
            "CREATE FUNCTION publish() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN NEW.published_at = clock_timestamp(); RETURN NEW; END $$;
             CREATE TRIGGER quick BEFORE UPDATE ON outbox FOR EACH ROW EXECUTE FUNCTION publish()",
        )
        .await;
    let command = an_hour_ago();
    let running = tokio::time::timeout(Duration::from_secs(30), command.run(exchange.db()));
    let count = running.await.expect("it ends").expect("it is marked");
    assert_eq!(count, 20, "each once");
}

#[tokio::test]
async fn a_replay_leaves_alone_what_was_published_before_and_after() {
    let (exchange, _relay) = Exchange::with_twenty_published().await;
    exchange
        .run_sql(
            "UPDATE outbox SET published_at = now() - interval '1 day' WHERE payload = '\\x00';
             UPDATE outbox SET published_at = now() - interval '30 min' WHERE payload = '\\x01'",
        )
        .await;
    let replay = Replay {
        until: Some(OffsetDateTime::now_utc() - time::Duration::minutes(20)),
        ..an_hour_ago()
    };
    assert_eq!(replay.run(exchange.db()).await.expect("it is marked"), 1);
    assert_eq!(
        exchange
            .count("SELECT count(*) FROM outbox WHERE published_at IS NULL AND payload = '\\x01'")
            .await,
        1
    );
    assert_eq!(exchange.unpublished().await, 1);
}
