//! Events whose outcome is unclear.

use std::{
    sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    },
    time::{Duration, Instant},
};

use futures_util::StreamExt as _;
use outbox::{Failure, Settings};
use sqlx::postgres::PgPoolOptions;
use testkit::{FaultProxy, eventually};
use uuid::Uuid;

use crate::{
    Exchange, Running,
    handler::{Gate, WriteDown, busy, writer},
    poison::header,
};

fn unknown() -> Failure {
    Failure::Unknown(anyhow::anyhow!("the mail server did not answer"))
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unknown_outcome_is_repeated_twice_and_then_put_aside() {
    let exchange = Exchange::open_for_consumers().await;
    let acts = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&acts);
    let handler = WriteDown(move |_| {
        counted.fetch_add(1, Ordering::Relaxed);
        std::future::ready(Err(unknown()))
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "sent or not").await;
    let letter = exchange.dead_letter(1).await;
    let reason = header(&letter, "Reason").expect("it says why");
    assert_eq!(reason, "the mail server did not answer; its outcome is unknown");
    assert_eq!(acts.load(Ordering::Relaxed), 3);
    eventually("nothing is left of it", async || {
        (exchange.count("SELECT count(*) FROM inbox_claims").await == 0).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_panic_and_a_hang_of_a_repeatable_handler_put_nothing_aside() {
    let mut exchange = Exchange::open_for_consumers().await;
    exchange.subscription.longest_attempt = Duration::from_secs(1);
    let acts = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&acts);
    let handler = WriteDown(move |_| {
        let act = counted.fetch_add(1, Ordering::Relaxed);
        async move {
            match act {
                0 => panic!("a bug"),
                1 => std::future::pending().await,
                _ => Ok(()),
            }
        }
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "stubborn").await;
    exchange.until_effects(1).await;
    assert_eq!(acts.load(Ordering::Relaxed), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn unknown_outcomes_are_counted_over_failures_whose_outcome_is_known_and_over_replicas() {
    let exchange = Exchange::open_for_consumers().await;
    let acts = Arc::new(AtomicUsize::new(0));
    let handler = || {
        let counted = Arc::clone(&acts);
        WriteDown(move |_| {
            let act = counted.fetch_add(1, Ordering::Relaxed);
            std::future::ready(Err(match act {
                1 => busy("the mail server is busy"),
                _ => unknown(),
            }))
        })
    };
    let (one, other) = (handler(), handler());
    let _one = Running::start(|stopping| exchange.consume(stopping, one));
    let _other = Running::start(|stopping| exchange.consume(stopping, other));
    exchange.publish(&Uuid::now_v7().to_string(), "sent or not").await;
    exchange.dead_letter(1).await;
    assert_eq!(acts.load(Ordering::Relaxed), 4);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_is_put_off_comes_again_and_has_not_failed() {
    let exchange = Exchange::open_for_consumers().await;
    let acts = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&acts);
    // Far more often than an event may fail. A mail server that is down for an hour postpones mails that
    // often.
    let handler = WriteDown(move |_| {
        let act = counted.fetch_add(1, Ordering::Relaxed);
        std::future::ready(match act {
            0..200 => Err(Failure::Postponed(Duration::from_millis(1))),
            _ => Ok(()),
        })
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "later").await;
    exchange.until_effects(1).await;
    assert_eq!(acts.load(Ordering::Relaxed), 201);
}

/// The database fails between the effect and its note, for longer than several deliveries take. The event is
/// not handled again, and waits only for the database.
#[tokio::test(flavor = "multi_thread")]
async fn a_database_that_is_away_after_the_effect_is_waited_for() {
    let exchange = Exchange::open_for_consumers().await;
    let (postgres, url) = FaultProxy::in_front_of(exchange.database.url()).await;
    let settings = database::Settings::new(url);
    let db = database::connect(&settings, &[]).await.expect("it answers");
    let gate = Gate::new();
    let handler = gate.handler();
    let consumer = Running::start(|stopping| {
        let nats = Settings::new(testkit::nats_url());
        outbox::consume(db.clone(), exchange.subscription, nats, stopping, handler)
    });
    exchange.publish(&Uuid::now_v7().to_string(), "in hand").await;
    gate.until_held().await;
    postgres.cut();
    gate.release(1);
    exchange.publish(&Uuid::now_v7().to_string(), "the next").await;
    eventually("the next one is in hand too, and not handled", async || {
        (exchange.unacknowledged().await == 2).then_some(())
    })
    .await;
    assert_eq!(exchange.effects().await, 0);
    postgres.restore();
    gate.release(1);
    exchange.until_effects(2).await;
    consumer.stop().await;
    assert_eq!(exchange.unacknowledged().await, 0);
    assert_eq!(exchange.redelivered().await, 0, "nothing was given out twice");
}

/// A mail server may take minutes. NATS and other replicas must know that the event is being handled before
/// they redeliver it.
#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_takes_long_is_kept_in_hand() {
    let exchange = Exchange::open_for_consumers().await;
    let nats = outbox::connect(&Settings::new(testkit::nats_url())).await;
    let nats = nats.expect("it is an address");
    let told = nats
        .subscribe(format!("$JS.ACK.{}.>", exchange.stream.name))
        .await;
    let mut told = told.expect("it may be heard");
    nats.flush().await.expect("NATS answers");
    let gate = Gate::new();
    let handler = gate.handler();
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "in hand").await;
    gate.until_held().await;
    let until = "SELECT extract(epoch FROM until)::bigint FROM inbox_claims";
    let claimed_until = exchange.count(until).await;
    let word = tokio::time::timeout(Duration::from_secs(20), told.next()).await;
    let word = word.expect("NATS hears of it in time").expect("it is there");
    assert_eq!(word.payload, "+WPI", "work in progress");
    eventually("the claim is renewed", async || {
        (exchange.count(until).await > claimed_until).then_some(())
    })
    .await;
    gate.release(1);
    exchange.until_effects(1).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_claim_whose_holder_died_lapses_also_after_the_clock_was_set_back() {
    let exchange = Exchange::open_for_consumers().await;
    let ids = [Uuid::now_v7(), Uuid::now_v7()];
    for (id, until) in ids.iter().zip(["-1 s", "1 h"]) {
        sqlx::query(
            "INSERT INTO inbox_claims (consumer, event_id, holder, until)
             VALUES ($1, $2, gen_random_uuid(), now() + $3::interval)",
        )
        .bind(exchange.subscription.name)
        .bind(id)
        .bind(until)
        .execute(exchange.db())
        .await
        .expect("it is claimed");
        exchange.publish(&id.to_string(), until).await;
    }
    let _consumer = exchange.consume_all();
    exchange.until_effects(2).await;
}

/// Ten thousand events, measuring the longest pause between two. With batches of one, the client could be
/// left without a request, and paused for 10 to 30 seconds.
#[tokio::test(flavor = "multi_thread")]
async fn ten_thousand_events_are_handled_without_a_pause() {
    let exchange = Exchange::open_for_consumers().await;
    let events = (0..10_000_u16).map(|n| exchange.event(n.to_be_bytes())).collect();
    exchange.write_all(events).await;
    let relay = exchange.relay();
    let _relay = Running::start(|stopping| relay.run(stopping));
    exchange.until_messages(10_000).await;
    let watch = Arc::new(Mutex::new((Instant::now(), Duration::ZERO)));
    let handler = || {
        let watch = Arc::clone(&watch);
        WriteDown(move |_| {
            let mut watch = watch.lock().expect("nothing panics while it holds this lock");
            let pause = watch.0.elapsed();
            *watch = (Instant::now(), watch.1.max(pause));
            std::future::ready(Ok(()))
        })
    };
    let replicas =
        [handler(), handler()].map(|handler| Running::start(|stopping| exchange.consume(stopping, handler)));
    tokio::time::timeout(Duration::from_mins(5), async {
        while exchange.effects().await < 10_000 {
            tokio::time::sleep(Duration::from_millis(100)).await;
        }
    })
    .await
    .expect("they are handled");
    for replica in replicas {
        replica.stop().await;
    }
    assert_eq!(
        exchange
            .count("SELECT count(DISTINCT payload) FROM effects")
            .await,
        10_000
    );
    assert_eq!(exchange.effects().await, 10_000);
    let longest = watch.lock().expect("nothing panics while it holds this lock").1;
    // Far below the pauses that were seen, because a busy machine causes some, too.
    assert!(longest < Duration::from_secs(8), "{longest:?}");
}

/// If connections are scarce, an event that timed out claims again. It must not wait for its own earlier
/// claim, which is not renewed and expires only after 30 seconds.
#[tokio::test(flavor = "multi_thread")]
async fn events_in_line_for_one_connection_do_not_wait_for_their_own_claims() {
    let exchange = Exchange::open_for_consumers().await;
    exchange
        .run_sql(
            "CREATE FUNCTION dawdle() RETURNS trigger LANGUAGE plpgsql AS
             $$ BEGIN PERFORM pg_sleep(0.05); RETURN NEW; END $$",
        )
        .await;
    exchange
        .run_sql("CREATE TRIGGER slow BEFORE INSERT ON effects FOR EACH ROW EXECUTE FUNCTION dawdle()")
        .await;
    let one_connection = PgPoolOptions::new()
        .max_connections(1)
        .acquire_timeout(Duration::from_millis(100));
    let db = eventually("it answers in time", async || {
        one_connection.clone().connect(exchange.database.url()).await.ok()
    })
    .await;
    for n in 0..40_u8 {
        exchange.publish(&Uuid::now_v7().to_string(), [n]).await;
    }
    let _consumer = Running::start(|stopping| {
        let nats = Settings::new(testkit::nats_url());
        outbox::consume(db, exchange.subscription, nats, stopping, writer())
    });
    exchange.until_effects(40).await;
    assert_eq!(exchange.redelivered().await, 0, "nothing was given out twice");
}
