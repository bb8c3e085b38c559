//! Stories about the events of one changing record.

use std::sync::{Arc, Mutex};

use outbox::{Aggregate, Event};
use testkit::eventually;
use time::{OffsetDateTime, macros::datetime};
use uuid::{NoContext, Timestamp, Uuid};

use crate::{Exchange, Running, handler::WriteDown, published_by};

impl Exchange {
    fn version(&self, id: Uuid, version: i64, payload: &str) -> Event {
        Event {
            aggregate: Aggregate { id, version },
            ..self.event(payload)
        }
    }

    async fn payloads(&self, count: u64) -> Vec<String> {
        let mut payloads = Vec::new();
        for sequence in 1..=count {
            let payload = self.message(sequence).await.payload;
            payloads.push(String::from_utf8(payload.into()).expect("it is text"));
        }
        payloads
    }
}

#[tokio::test]
async fn a_later_version_is_published_after_an_earlier_one_however_they_were_written() {
    let exchange = Exchange::open().await;
    let (one, other) = (Uuid::now_v7(), Uuid::now_v7());
    exchange
        .write_all(vec![
            exchange.version(one, 3, "shipped"),
            exchange.version(one, 2, "packed"),
            exchange.version(one, 1, "placed"),
        ])
        .await;
    let relay = exchange.relay();
    for _ in 0..3 {
        assert_eq!(published_by(&relay).await, 1);
    }
    exchange
        .write_all(vec![
            exchange.version(one, 4, "delivered"),
            exchange.version(other, 9, "of another"),
        ])
        .await;
    assert_eq!(
        published_by(&relay).await,
        2,
        "the earlier versions are published"
    );
    let payloads = exchange.payloads(3).await;
    assert_eq!(payloads, ["placed", "packed", "shipped"]);
}

#[tokio::test]
async fn a_version_that_cannot_be_sent_keeps_back_only_its_later_ones() {
    let exchange = Exchange::open().await;
    let nowhere: &'static str = format!("{}.elsewhere", exchange.stream.name).leak();
    let id = Uuid::now_v7();
    let stuck = Event {
        subject: nowhere,
        ..exchange.version(id, 1, "stuck")
    };
    let event = stuck.id;
    let waits = exchange.version(id, 2, "waits");
    exchange
        .write_all(vec![stuck, waits, exchange.event("another")])
        .await;
    let relay = exchange.relay();
    let relay = Running::start(|stopping| relay.run(stopping));
    exchange.until_messages(1).await;
    exchange.until_unpublished(2).await;
    assert_eq!(exchange.payloads(1).await, ["another"]);
    // An operator decided that the event will not be published.
    sqlx::query("UPDATE outbox SET parked_at = now() WHERE id = $1")
        .bind(event)
        .execute(exchange.db())
        .await
        .expect("PostgreSQL answers");
    exchange.until_messages(2).await;
    assert_eq!(exchange.payloads(2).await, ["another", "waits"]);
    relay.stop().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_says_what_its_event_is_about_and_when_it_happened() {
    let exchange = Exchange::open_for_consumers().await;
    let aggregate = Aggregate {
        id: Uuid::now_v7(),
        version: 7,
    };
    let event = Event {
        aggregate,
        occurred_at: datetime!(2026-11-22 20:30 +05:30),
        ..exchange.event("changed")
    };
    exchange.write_all(vec![event]).await;
    published_by(&exchange.relay()).await;
    let headers = exchange.message(1).await.headers;
    let occurred_at = headers.get("Occurred-At").expect("it says when");
    assert_eq!(occurred_at.as_str(), "2026-11-22T15:00:00Z");

    exchange
        .publish(&Uuid::now_v7().to_string(), "of an older version")
        .await;
    let heard = Arc::new(Mutex::new(Vec::new()));
    let subscriber = Arc::clone(&heard);
    let handler = WriteDown(move |delivery: outbox::Delivery| {
        subscriber
            .lock()
            .expect("the mutex is not poisoned")
            .push((delivery.payload, delivery.aggregate));
        std::future::ready(Ok(()))
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    exchange.until_effects(2).await;
    let mut heard = heard.lock().expect("the mutex is not poisoned").clone();
    heard.sort_by_key(|(payload, _)| payload.clone());
    assert_eq!(
        heard,
        [
            ("changed".into(), Some(aggregate)),
            ("of an older version".into(), None)
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_later_version_waits_for_the_earlier_one_in_hand_and_others_do_not() {
    let exchange = Exchange::open_for_consumers().await;
    let [one, other] = [(); 2].map(|()| Uuid::now_v7());
    let events = vec![
        exchange.version(one, 1, "placed"),
        exchange.version(one, 2, "cancelled"),
        exchange.version(other, 1, "another"),
    ];
    exchange.write_all(events).await;
    let happened = Arc::new(Mutex::new(Vec::new()));
    let (open, gate) = tokio::sync::watch::channel(false);
    let happening = Arc::clone(&happened);
    let handler = WriteDown(move |delivery: outbox::Delivery| {
        let (mut gate, happening) = (gate.clone(), Arc::clone(&happening));
        let event = String::from_utf8(delivery.payload.to_vec()).expect("it is a word");
        async move {
            let note = |what: String| happening.lock().expect("the mutex is not poisoned").push(what);
            note(format!("{event} begins"));
            if event == "placed" {
                gate.wait_for(|open| *open).await.expect("the test holds it");
            }
            note(format!("{event} ends"));
            Ok(())
        }
    });
    let _consumer = Running::start(|stopping| exchange.consume(stopping, handler));
    let relay = exchange.relay();
    while published_by(&relay).await > 0 {}
    exchange.until_effects(1).await;
    eventually(
        "the earlier version is in hand, and the later one here",
        async || {
            let is_in_hand = happened
                .lock()
                .expect("the mutex is not poisoned")
                .contains(&"placed begins".to_owned());
            (is_in_hand && exchange.unacknowledged().await == 2).then_some(())
        },
    )
    .await;
    open.send_replace(true);
    exchange.until_effects(3).await;
    let mut happened = happened.lock().expect("the mutex is not poisoned").clone();
    happened.retain(|what| !what.starts_with("another"));
    let in_turn = [
        "placed begins",
        "placed ends",
        "cancelled begins",
        "cancelled ends",
    ];
    assert_eq!(happened, in_turn);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inbox_forgets_after_forty_days_what_no_stream_holds_any_more() {
    let exchange = Exchange::open().await;
    exchange
        .run_sql(
            "INSERT INTO inbox (consumer, event_id, handled_at)
             SELECT 'listener', gen_random_uuid(), now() - interval '41 days' FROM generate_series(1, 2500);
             INSERT INTO inbox (consumer, event_id, handled_at) VALUES
             ('another', gen_random_uuid(), now() - interval '41 days'),
             ('listener', gen_random_uuid(), now() - interval '39 days')",
        )
        .await;
    let now = OffsetDateTime::now_utc();
    for days in [41, 39] {
        let seconds =
            u64::try_from((now - time::Duration::days(days)).unix_timestamp()).expect("it is after 1970");
        let claiming = sqlx::query(
            "INSERT INTO inbox_claims (consumer, event_id, holder, until)
             VALUES ('listener', $1, gen_random_uuid(), '-infinity')",
        );
        let id = Uuid::new_v7(Timestamp::from_unix(NoContext, seconds, 0));
        claiming
            .bind(id)
            .execute(exchange.db())
            .await
            .expect("it is claimed");
    }
    let (db, tasks) = (exchange.db().clone(), vec![outbox::inbox_task()]);
    let _running = Running::start(|stopping| jobs::run_periodic_tasks(db, tasks, stopping));
    testkit::eventually("only what is old is forgotten", async || {
        let notes = exchange.count("SELECT count(*) FROM inbox").await;
        let claims = exchange.count("SELECT count(*) FROM inbox_claims").await;
        (notes == 1 && claims == 1).then_some(())
    })
    .await;
}
