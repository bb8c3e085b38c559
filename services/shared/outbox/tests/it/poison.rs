use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use async_nats::jetstream::message::StreamMessage;
use outbox::{Delivery, Failure};
use testkit::eventually;
use uuid::Uuid;

use crate::{
    Exchange, Running,
    handler::{Gate, WriteDown, busy, claiming_writer},
};

impl Exchange {
    /// Waits for this many dead letters, and returns the last.
    pub(crate) async fn dead_letter(&self, count: u64) -> StreamMessage {
        let dead_letters = eventually("poison is put aside", async || {
            let stream = self
                .jetstream
                .get_stream(self.subscription.dead_letters.name)
                .await
                .ok()?;
            (stream.cached_info().state.messages == count).then_some(stream)
        })
        .await;
        dead_letters
            .get_raw_message(count)
            .await
            .expect("the letter is there")
    }
}

pub(crate) fn header<'a>(letter: &'a StreamMessage, name: &str) -> Option<&'a str> {
    letter.headers.get(name).map(async_nats::HeaderValue::as_str)
}

#[tokio::test(flavor = "multi_thread")]
async fn poison_is_put_aside_with_its_reason_and_the_good_ones_go_through() {
    let exchange = Exchange::open_for_consumers().await;
    let poison = Uuid::now_v7().to_string();
    for n in 0..25 {
        exchange
            .publish(&Uuid::now_v7().to_string(), format!("good {n}"))
            .await;
    }
    exchange.publish(&poison, "bad").await;
    for n in 25..50 {
        exchange
            .publish(&Uuid::now_v7().to_string(), format!("good {n}"))
            .await;
    }
    let _consumer = Running::start(|stopping| {
        let handler = WriteDown(async |delivery: Delivery| match &delivery.payload[..] {
            b"bad" => Err(Failure::Poison("unreadable,\r\nat byte 1".to_owned())),
            _ => Ok(()),
        });
        exchange.consume(stopping, handler)
    });
    exchange.until_effects(50).await;
    let letter = exchange.dead_letter(1).await;
    assert_eq!(letter.subject.as_str(), exchange.subscription.dead_letter_subject);
    assert_eq!(&letter.payload[..], b"bad");
    assert_eq!(header(&letter, "Reason"), Some("unreadable,  at byte 1"));
    assert_eq!(header(&letter, "Original-Subject"), Some(exchange.subject));
    assert_eq!(header(&letter, "Original-Msg-Id"), Some(&*poison));
    assert_eq!(
        exchange.count("SELECT count(*) FROM inbox").await,
        50,
        "the event that was put aside was not handled"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_without_an_event_id_is_poison() {
    let exchange = Exchange::open_for_consumers().await;
    let _consumer = exchange.consume_all();
    exchange.publish("no-uuid", "anonymous").await;
    let letter = exchange.dead_letter(1).await;
    assert_eq!(header(&letter, "Reason"), Some("the message has no event id"));
    exchange
        .jetstream
        .publish(exchange.subject, "no id at all".into())
        .await
        .expect("NATS takes it");
    let letter = exchange.dead_letter(2).await;
    assert_eq!(header(&letter, "Original-Msg-Id"), None);
    assert_eq!(exchange.effects().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_always_fails_is_put_aside_after_the_last_attempt() {
    let exchange = Exchange::open_for_consumers().await;
    let attempts = Arc::new(AtomicI64::new(0));
    let counted = Arc::clone(&attempts);
    let _consumer = Running::start(|stopping| {
        let handler = WriteDown(move |_| {
            counted.fetch_add(1, Ordering::Relaxed);
            std::future::ready(Err(busy("the mail server is away")))
        });
        exchange.consume(stopping, handler)
    });
    exchange.publish(&Uuid::now_v7().to_string(), "hopeless").await;
    let letter = exchange.dead_letter(1).await;
    assert_eq!(header(&letter, "Reason"), Some("the mail server is away"));
    assert_eq!(
        attempts.load(Ordering::Relaxed),
        exchange.subscription.max_attempts
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn an_event_that_always_crashes_the_program_is_put_aside_unhandled() {
    let exchange = Exchange::open_for_consumers().await;
    let event_id = Uuid::now_v7();
    // A crashed program leaves its claim, with the attempt that it had begun.
    sqlx::query(
        "INSERT INTO inbox_claims (consumer, event_id, holder, until, attempts)
         VALUES ($1, $2, gen_random_uuid(), '-infinity', $3)",
    )
    .bind(exchange.subscription.name)
    .bind(event_id)
    .bind(i32::try_from(exchange.subscription.max_attempts).expect("it is small"))
    .execute(exchange.database.pool())
    .await
    .expect("the claim is kept");
    exchange.publish(&event_id.to_string(), "deadly").await;
    let _consumer = Running::start(|stopping| exchange.consume(stopping, claiming_writer()));
    let letter = exchange.dead_letter(1).await;
    assert_eq!(header(&letter, "Reason"), Some("given up after 5 attempts"));
    assert_eq!(exchange.effects().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn poison_of_a_frozen_holder_is_not_put_aside_once_another_has_handled_the_event() {
    let exchange = Exchange::open_for_consumers().await;
    let gate = Gate::new();
    let held = gate.clone();
    let handler = WriteDown(move |_| {
        let held = held.clone();
        async move {
            held.hold().await;
            Err(Failure::Poison("unreadable".to_owned()))
        }
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    let event_id = Uuid::now_v7();
    exchange.publish(&event_id.to_string(), "frozen").await;
    gate.until_held().await;
    // The claim expired, and another replica handled the event.
    exchange.run_sql("DELETE FROM inbox_claims").await;
    sqlx::query("INSERT INTO inbox (consumer, event_id) VALUES ($1, $2)")
        .bind(exchange.subscription.name)
        .bind(event_id)
        .execute(exchange.db())
        .await
        .expect("it is noted");
    gate.release(1);
    eventually("the event is settled", async || {
        (exchange.unacknowledged().await == 0).then_some(())
    })
    .await;
    let dead_letters = exchange.subscription.dead_letters.name;
    let dead_letters = exchange.jetstream.get_stream(dead_letters).await;
    assert!(dead_letters.is_err(), "there is none");
    assert_eq!(exchange.effects().await, 0);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_attempt_counts_from_when_it_begins_until_it_is_put_off() {
    let exchange = Exchange::open_for_consumers().await;
    let begun = Arc::new(AtomicI64::new(0));
    let counted = Arc::clone(&begun);
    let (go, wait) = tokio::sync::watch::channel(false);
    let handler = WriteDown(move |_| {
        let (attempt, mut wait) = (counted.fetch_add(1, Ordering::Relaxed), wait.clone());
        async move {
            match attempt {
                0..3 => Err(Failure::Postponed(Duration::from_millis(1))),
                _ => wait
                    .wait_for(|go| *go)
                    .await
                    .map(drop)
                    .map_err(|_| busy("closed")),
            }
        }
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.publish(&Uuid::now_v7().to_string(), "in hand").await;
    eventually("it is in hand for the fourth time", async || {
        (begun.load(Ordering::Relaxed) == 4).then_some(())
    })
    .await;
    let attempts = exchange.count("SELECT attempts::bigint FROM inbox_claims").await;
    assert_eq!(attempts, 1, "three were put off");
    go.send_replace(true);
    exchange.until_effects(1).await;
}

/// As large as the server allows, including headers.
const LARGEST: usize = 1024 * 1024 - 100;

#[tokio::test(flavor = "multi_thread")]
async fn poison_that_leaves_no_room_for_its_reason_is_cut_and_says_so() {
    let exchange = Exchange::open_for_consumers().await;
    let _consumer = Running::start(|stopping| {
        let handler = WriteDown(async |_| Err(Failure::Poison("unreadable".to_owned())));
        exchange.consume(stopping, handler)
    });
    exchange
        .publish(&Uuid::now_v7().to_string(), vec![b'?'; LARGEST])
        .await;
    let letter = exchange.dead_letter(1).await;
    assert_eq!(header(&letter, "Reason"), Some("unreadable"));
    assert_eq!(header(&letter, "Original-Length"), Some(&*LARGEST.to_string()));
    assert_eq!(letter.payload.len(), LARGEST / 2);
}
