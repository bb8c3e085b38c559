//! Events whose effect is in the database. They need no claim at their first delivery.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use outbox::{Delivery, Effect, Failure, Handler};
use sqlx::PgConnection;
use testkit::eventually;
use uuid::Uuid;

use crate::{
    Exchange, Running,
    handler::{Gate, Recording, busy, write_down},
};

#[tokio::test(flavor = "multi_thread")]
async fn two_replicas_that_record_one_event_at_once_write_it_once() {
    let exchange = Exchange::open_for_consumers().await;
    let gate = Gate::new();
    let slow = gate.recording();
    let one = Running::start(|stopping| exchange.consume(stopping, slow));
    exchange.publish(&Uuid::now_v7().to_string(), "once").await;
    gate.until_held().await;
    assert_eq!(
        exchange.count("SELECT count(*) FROM inbox_claims").await,
        0,
        "it has no claim"
    );
    // A new consumer delivers it again as a first delivery.
    exchange.forget_consumer().await;
    let other = exchange.consume_all();
    eventually("the other one waits at the note", async || {
        let waiting = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'INSERT INTO inbox%'";
        (exchange.count(waiting).await == 1).then_some(())
    })
    .await;
    gate.release(1);
    exchange.publish(&Uuid::now_v7().to_string(), "the next").await;
    gate.release(1);
    exchange.until_effects(2).await;
    other.stop().await;
    one.stop().await;
    assert_eq!(exchange.unacknowledged().await, 0);
    assert_eq!(
        exchange
            .count("SELECT count(*) FROM effects WHERE payload = 'once'")
            .await,
        1
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_could_not_be_recorded_at_once_is_claimed() {
    let exchange = Exchange::open_for_consumers().await;
    exchange
        .run_sql("CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           IF NOT EXISTS (SELECT FROM inbox_claims) THEN RAISE EXCEPTION 'not yet' USING ERRCODE = '55P03'; END IF;
           RETURN NEW; END $$")
        .await;
    exchange
        .run_sql("CREATE TRIGGER refuse BEFORE INSERT ON inbox FOR EACH ROW EXECUTE FUNCTION refuse()")
        .await;
    let _consumer = exchange.consume_all();
    exchange.publish(&Uuid::now_v7().to_string(), "claimed").await;
    exchange.until_effects(1).await;
    eventually("its claim is given back", async || {
        (exchange.count("SELECT count(*) FROM inbox_claims").await == 0).then_some(())
    })
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_of_the_check_are_counted_from_the_first_claim() {
    let exchange = Exchange::open_for_consumers().await;
    let checks = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&checks);
    let handler = Recording(
        move || match counted.fetch_add(1, Ordering::Relaxed) {
            0 => panic!("the first check panics"),
            _ => Err(busy("it cannot be checked")),
        },
        || std::future::ready(()),
    );
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "hopeless").await;
    exchange.dead_letter(1).await;
    let attempts = usize::try_from(exchange.subscription.max_attempts).expect("it is small");
    assert_eq!(checks.load(Ordering::Relaxed), attempts + 1);
    assert_eq!(exchange.effects().await, 0);
}

/// Records events, and hangs forever while checking the first one for the first time.
struct HangsOnce(AtomicUsize);

impl Handler for HangsOnce {
    fn effect(&self, _: &str) -> Effect {
        Effect::Recorded
    }

    async fn handle(&self, _: &Delivery) -> Result<(), Failure> {
        match self.0.fetch_add(1, Ordering::Relaxed) {
            0 => std::future::pending().await,
            _ => Ok(()),
        }
    }

    async fn record(&self, transaction: &mut PgConnection, delivery: &Delivery) -> sqlx::Result<()> {
        write_down(transaction, delivery).await
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_whose_check_never_ends_is_handled_by_claim() {
    let exchange = Exchange::open_for_consumers().await;
    let handler = HangsOnce(AtomicUsize::new(0));
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "stuck").await;
    exchange.until_effects(1).await;
    assert_eq!(exchange.redelivered().await, 0, "no other replica was given it");
}
