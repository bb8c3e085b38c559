//! Stock alerts: a shopper waits for a sold-out pack and is told once.

use std::time::Duration;

use async_nats::Subscriber;
use engines::Engines;
use futures_util::StreamExt as _;
use prost::Message as _;
use proto::{
    event::v1::StockBack,
    inventory::v1::{
        AddStockAlertRequest, Batch, ClaimStockAlertRequest, ClaimStockAlertResponse, EndStockAlertRequest,
        Pack,
    },
};
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{Stockroom, events::nats, pack};

impl Stockroom {
    async fn ask(&self, pack: &Pack, email: &str) -> Result<(), Status> {
        let request = AddStockAlertRequest {
            product_id: pack.product_id.clone(),
            weight_in_grams: pack.weight_in_grams,
            email: email.to_owned(),
        };
        self.inventory(0).add_stock_alert(request).await.map(|_| ())
    }

    async fn claim(&self, alert_id: &str, version: i64) -> Result<ClaimStockAlertResponse, Status> {
        let request = ClaimStockAlertRequest {
            alert_id: alert_id.to_owned(),
            version,
        };
        let claimed = self.inventory(0).claim_stock_alert(request).await?;
        Ok(claimed.into_inner())
    }

    async fn end(&self, alert_id: &str, version: i64) {
        let request = EndStockAlertRequest {
            alert_id: alert_id.to_owned(),
            version,
        };
        let ended = self.inventory(0).end_stock_alert(request).await;
        ended.expect("the inventory answers");
    }

    /// A pack that was in stock once and is sold out.
    async fn sold_out(&self) -> (Pack, Batch) {
        let pack = pack();
        let batch = self.receive(&pack, 3).await;
        self.adjust(&batch, -3).await.expect("they can go");
        (pack, batch)
    }
}

/// The events of packs that are back.
struct Told {
    messages: Subscriber,
    engines: Engines,
}

impl Told {
    async fn next(&mut self) -> StockBack {
        let message = tokio::time::timeout(Duration::from_secs(15), self.messages.next());
        let message = message.await.expect("it is told in time").expect("NATS is there");
        StockBack::decode(message.payload).expect("it is of this schema")
    }
}

async fn open() -> (Stockroom, Told) {
    let (engines, jetstream) = nats().await;
    let messages = jetstream.client().subscribe("shop.stock.back.v1").await;
    jetstream.client().flush().await.expect("NATS answers");
    let told = Told {
        messages: messages.expect("every client may"),
        engines,
    };
    let room = Stockroom::open_with(1, told.engines.nats_url(), false).await;
    (room, told)
}

#[tokio::test]
async fn a_waiting_address_is_told_once_when_the_pack_is_back() {
    let (room, mut told) = open().await;
    let (pack, batch) = room.sold_out().await;
    for email in ["asha@example.com", "asha@example.com", " Asha@Example.com"] {
        room.ask(&pack, email).await.expect("it is sold out");
    }
    assert_eq!(room.count("SELECT count(*) FROM stock_alerts").await, 1);
    room.adjust(&batch, 1).await.expect("one is found");
    let event = told.next().await;
    let told_of = (event.product_id.as_str(), event.weight_in_grams, event.version);
    assert_eq!(told_of, (pack.product_id.as_str(), 100, 1));
    assert_ne!(event.alert_id, pack.product_id);

    let due = room
        .claim(&event.alert_id, 1)
        .await
        .expect("it waits for its mail");
    assert!(due.is_due);
    assert_eq!(
        (due.email.as_str(), due.pack.as_ref()),
        ("asha@example.com", Some(&pack))
    );
    // The mail went out.
    room.end(&event.alert_id, 1).await;
    room.end(&event.alert_id, 1).await;
    let gone = room.claim(&event.alert_id, 1).await.expect_err("it is forgotten");
    assert_eq!(gone.code(), Code::NotFound);
    assert_eq!(room.count("SELECT count(*) FROM stock_alerts").await, 0);

    // Sold out and back again: only the shopper who asked again is told.
    room.adjust(&batch, -1).await.expect("it can go");
    room.ask(&pack, "meera@example.com")
        .await
        .expect("it is sold out");
    room.adjust(&batch, 5).await.expect("five are found");
    let event = told.next().await;
    let due = room
        .claim(&event.alert_id, event.version)
        .await
        .expect("it waits for its mail");
    assert_eq!(due.email, "meera@example.com");
    assert_eq!(
        room.count("SELECT count(*) FROM outbox WHERE subject = 'shop.stock.back.v1'")
            .await,
        2
    );
}

#[tokio::test]
async fn a_pack_that_is_sold_out_again_before_the_mail_went_is_waited_for_on() {
    let (room, mut told) = open().await;
    let (pack, batch) = room.sold_out().await;
    room.ask(&pack, "asha@example.com").await.expect("it is sold out");
    room.adjust(&batch, 1).await.expect("one is found");
    let first = told.next().await;
    room.adjust(&batch, -1).await.expect("it can go");
    for _ in 0..2 {
        let due = room.claim(&first.alert_id, 1).await.expect("it waits");
        assert_eq!(due, ClaimStockAlertResponse::default(), "no mail is due");
    }
    // Ending the alert for an earlier event does not end an alert that waits again.
    room.end(&first.alert_id, 1).await;

    room.adjust(&batch, 2).await.expect("two are found");
    let second = told.next().await;
    assert_eq!((&second.alert_id, second.version), (&first.alert_id, 2));
    assert!(
        !room.claim(&first.alert_id, 1).await.expect("it is there").is_due,
        "the older event"
    );
    assert!(room.claim(&first.alert_id, 2).await.expect("it is there").is_due);
}

#[tokio::test]
async fn only_for_packs_that_are_sold_out_and_addresses_that_are_some() {
    let room = Stockroom::open(1).await;
    let there = pack();
    room.receive(&there, 3).await;
    for pack in [there, pack()] {
        let refused = room
            .ask(&pack, "asha@example.com")
            .await
            .expect_err("it can be bought");
        assert_eq!(refused.code(), Code::FailedPrecondition);
        assert_eq!(
            runtime::status::details(&refused).reason.as_deref(),
            Some("IN_STOCK")
        );
    }
    let (pack, _) = room.sold_out().await;
    let refused = room.ask(&pack, "asha").await.expect_err("it is no address");
    let violations = runtime::status::details(&refused).violations;
    assert_eq!((violations.len(), violations[0].field.as_str()), (1, "email"));
    let refused = room.claim("1", 1).await.expect_err("it is no id");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let unknown = room.claim(&Uuid::now_v7().to_string(), 1).await;
    assert_eq!(
        unknown.expect_err("no address waits under it").code(),
        Code::NotFound
    );
}

#[tokio::test]
async fn an_address_waits_for_twenty_packs_and_no_request_is_refused() {
    let room = Stockroom::open(1).await;
    let mut packs = Vec::new();
    for _ in 0..22 {
        packs.push(room.sold_out().await.0);
    }
    room.ask(&packs[0], "meera@example.com")
        .await
        .expect("it is sold out");
    for pack in &packs {
        room.ask(pack, "asha@example.com").await.expect("it is sold out");
    }
    let kept: Vec<Uuid> = sqlx::query_scalar(
        "SELECT product_id FROM stock_alerts WHERE email = 'asha@example.com' ORDER BY asked_at",
    )
    .fetch_all(room.database.pool())
    .await
    .expect("an operator may look");
    let kept: Vec<_> = kept.iter().map(Uuid::to_string).collect();
    let wanted: Vec<_> = packs[2..].iter().map(|pack| pack.product_id.clone()).collect();
    assert_eq!(kept, wanted, "the two oldest wishes were dropped");
    let others = "SELECT count(*) FROM stock_alerts WHERE email = 'meera@example.com'";
    assert_eq!(room.count(others).await, 1);
}

#[tokio::test]
async fn thousands_who_wait_are_told_each_once_by_two_replicas_and_receiving_waits_for_none_of_it() {
    let room = Stockroom::open(2).await;
    let (_, batch) = room.sold_out().await;
    let waiting = room
        .execute(
            "INSERT INTO stock_alerts (id, product_id, weight_in_grams, email)
             SELECT gen_random_uuid(), product_id, weight_in_grams, 'shopper' || number || '@example.com'
             FROM packs, generate_series(1, 2500) AS number",
        )
        .await;
    assert_eq!(waiting, 2_500);
    room.adjust(&batch, 10).await.expect("ten are found");
    let told = "SELECT count(DISTINCT aggregate_id) FROM outbox WHERE subject = 'shop.stock.back.v1'";
    eventually("all are told", async || {
        (room.count(told).await == 2_500).then_some(())
    })
    .await;
    let events = "SELECT count(*) FROM outbox WHERE subject = 'shop.stock.back.v1'";
    assert_eq!(room.count(events).await, 2_500);
}

#[tokio::test]
async fn an_address_is_forgotten_a_week_after_its_event_and_after_half_a_year_of_waiting() {
    let room = Stockroom::open(1).await;
    let (pack, _) = room.sold_out().await;
    for email in [
        "asha@example.com",
        "meera@example.com",
        "ravi@example.com",
        "uma@example.com",
    ] {
        room.ask(&pack, email).await.expect("it is sold out");
    }
    for change in [
        "UPDATE stock_alerts SET told_at = now() - interval '8 days', version = 1 WHERE email = 'asha@example.com'",
        "UPDATE stock_alerts SET told_at = now() - interval '6 days', version = 1 WHERE email = 'meera@example.com'",
        "UPDATE stock_alerts SET asked_at = now() - interval '181 days' WHERE email = 'ravi@example.com'",
        "UPDATE stock_alerts SET asked_at = now() - interval '179 days' WHERE email = 'uma@example.com'",
    ] {
        assert_eq!(room.execute(change).await, 1, "{change}");
    }
    testkit::run_task_now(room.database.pool(), "old-stock-alerts").await;
    let left = "SELECT count(*) FROM stock_alerts";
    eventually("two are forgotten", async || {
        (room.count(left).await == 2).then_some(())
    })
    .await;
    let due = "SELECT count(*) FROM stock_alerts WHERE email IN ('meera@example.com', 'uma@example.com')";
    assert_eq!(room.count(due).await, 2);
}
