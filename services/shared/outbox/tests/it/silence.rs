use std::time::Duration;

use futures_util::FutureExt as _;
use outbox::{Relay, RelayError, Settings, consume};
use sqlx::PgPool;
use testkit::{FaultProxy, Running, eventually};
use uuid::Uuid;

use crate::{Exchange, handler::writer, published_by};

/// Far longer than the database takes. Cancels a call like a request's deadline.
const DEADLINE: Duration = Duration::from_secs(1);

/// The size of a test's pool.
const PLACES: usize = 4;

/// A pool on the database of an exchange, through a proxy.
async fn behind_a_proxy(exchange: &Exchange) -> (FaultProxy, PgPool) {
    let (line, url) = FaultProxy::in_front_of(exchange.database.url()).await;
    let settings = database::Settings {
        database_url: url.into(),
        ..exchange.database.settings()
    };
    let pool = database::connect(&settings, &[])
        .await
        .expect("the database answers");
    (line, pool)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pool_whose_connections_all_fell_silent_is_itself_again() {
    let exchange = Exchange::open().await;
    let (line, pool) = behind_a_proxy(&exchange).await;
    line.lose_after(&[b"SELECT 'lost'"], PLACES);
    let lost =
        (0..PLACES).map(|_| tokio::time::timeout(DEADLINE, sqlx::query("SELECT 'lost'").execute(&pool)));
    for outcome in futures_util::future::join_all(lost).await {
        outcome.expect_err("no answer comes");
    }
    assert_eq!(line.losses_left(), 0);
    eventually("the pool has connections that answer", async || {
        sqlx::query("SELECT 1").execute(&pool).await.ok()
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_effect_is_written_once_though_the_answer_to_its_commit_was_lost() {
    let exchange = Exchange::open_for_consumers().await;
    let (line, pool) = behind_a_proxy(&exchange).await;
    line.lose_after(&[b"INSERT INTO effects", b"COMMIT"], 1);
    let events = Settings::new(testkit::nats_url());
    let _consumer =
        Running::start(|stopping| consume(pool, exchange.subscription, events, stopping, writer()));
    exchange.publish(&Uuid::now_v7().to_string(), "once").await;
    eventually("the commit is sent and its answer lost", async || {
        (line.losses_left() == 0).then_some(())
    })
    .await;
    // Closes the lost connections.
    line.restore();
    eventually("the consumer settled the event", async || {
        (exchange.unacknowledged().await == 0).then_some(())
    })
    .await;
    assert_eq!(exchange.effects().await, 1);
}

#[tokio::test]
async fn a_caller_that_gives_up_during_begin_leaves_no_transaction_open() {
    let exchange = Exchange::open().await;
    let settings = database::Settings {
        database_pool_size: 1,
        ..exchange.database.settings()
    };
    let pool = database::connect(&settings, &[])
        .await
        .expect("the database answers");
    sqlx::raw_sql("CREATE TABLE kept (name text)")
        .execute(&pool)
        .await
        .expect("it is a new table");
    for _ in 0..20 {
        eventually("the pool has its connection back", async || {
            (pool.num_idle() == 1).then_some(())
        })
        .await;
        let begun = database::begin(&pool).now_or_never();
        assert!(begun.is_none(), "its caller had gone");
        sqlx::query("INSERT INTO kept VALUES ('acknowledged')")
            .execute(&pool)
            .await
            .expect("it is acknowledged");
    }
    let kept: i64 = sqlx::query_scalar("SELECT count(*) FROM kept")
        .fetch_one(exchange.db())
        .await
        .expect("PostgreSQL answers");
    assert_eq!(kept, 20, "others see it at once");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_look_at_the_stream_ends_though_the_database_fell_silent() {
    let exchange = Exchange::open().await;
    let (line, pool) = behind_a_proxy(&exchange).await;
    let relay = Relay::new(pool, exchange.stream, &Settings::new(testkit::nats_url()));
    published_by(&relay).await;
    line.lose_after(&[b"SELECT made_at"], 1);
    // The relay gives up after twenty seconds. Waiting forever fails the test.
    let looked = tokio::time::timeout(Duration::from_mins(1), relay.check_stream()).await;
    let error = looked.expect("it is given up").expect_err("no answer comes");
    assert!(matches!(error, RelayError::Database(_)), "{error}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_relay_publishes_while_requests_hold_the_whole_pool() {
    let exchange = Exchange::open().await;
    let relay = exchange.relay();
    published_by(&relay).await;
    exchange.write("on its way").await;
    let held = (0..PLACES).map(|_| exchange.db().acquire());
    let held = futures_util::future::try_join_all(held).await;
    let _held = held.expect("the pool has as many");
    assert_eq!(relay.run_once().await.expect("it has a connection"), 1);
}
