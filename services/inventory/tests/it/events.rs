//! The events that the inventory publishes and consumes.

use async_nats::jetstream::{self, message::PublishMessage};
use engines::Engines;
use futures_util::StreamExt as _;
use prost::Message as _;
use proto::{
    event::v1::{OrderPlaced, OrderPlacedLine, OrderReturnedLine, OrderStatusChanged, StockChanged},
    inventory::v1::Pack,
};
use testkit::eventually;
use time::OffsetDateTime;
use uuid::Uuid;

use crate::{Stockroom, pack};

/// Starts a separate NATS, because durable consumers have fixed names, with the stream of the order service.
pub(crate) async fn nats() -> (Engines, jetstream::Context) {
    runtime::install_process_defaults();
    let engines = Engines::with_own_nats(testkit::database_url()).expect("NATS starts");
    let jetstream = testkit::jetstream(engines.nats_url(), &[("ORDERS", "shop.order.>")]).await;
    (engines, jetstream)
}

pub(crate) async fn place(jetstream: &jetstream::Context, order_id: Uuid, lines: &[(Pack, i32)]) {
    let lines = lines.iter().map(|(pack, quantity)| OrderPlacedLine {
        product_id: pack.product_id.clone(),
        weight_in_grams: pack.weight_in_grams,
        quantity: *quantity,
        unit_price_paise: 24_900,
        sku: String::new(),
    });
    let event = OrderPlaced {
        order_id: order_id.to_string(),
        order_number: "VM-261123-7K3QX".to_owned(),
        total_paise: 24_900,
        lines: lines.collect(),
    };
    let message = PublishMessage::build()
        .payload(event.encode_to_vec().into())
        .message_id(Uuid::now_v7().to_string());
    let published = jetstream.send_publish("shop.order.placed.v1", message).await;
    published
        .expect("NATS is there")
        .await
        .expect("the stream takes it");
}

#[tokio::test]
async fn a_placed_order_keeps_its_packs_and_gets_those_it_never_reserved() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    room.receive(&pack, 10).await;

    // The normal case: reserved, then placed.
    let usual = Uuid::now_v7();
    room.reserve(usual, &[(pack.clone(), 4)])
        .await
        .expect("they are there");
    place(&jetstream, usual, &[(pack.clone(), 4)]).await;
    let placed = async |count: i64| {
        eventually("the inventory hears of it", async || {
            let kept = room
                .count("SELECT count(*) FROM reservations WHERE state = 'placed'")
                .await;
            (kept == count).then_some(())
        })
        .await;
    };
    placed(1).await;
    assert_eq!(room.counts(&pack).await, (10, 4));

    // Sold without a reservation: four packs, and six are left.
    place(&jetstream, Uuid::now_v7(), &[(pack.clone(), 4)]).await;
    placed(2).await;
    assert_eq!(room.counts(&pack).await, (10, 8));

    // Five more, and two are left: three are oversold.
    place(&jetstream, Uuid::now_v7(), &[(pack.clone(), 5)]).await;
    placed(3).await;
    assert_eq!(room.counts(&pack).await, (10, 10));
    assert_eq!(room.count("SELECT sum(quantity) FROM oversold_packs").await, 3);
    room.assert_sums().await;
}

#[tokio::test]
async fn the_placed_one_of_two_checkouts_with_one_key_keeps_its_own_packs() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let (one, other) = (pack(), pack());
    room.receive(&one, 5).await;
    room.receive(&other, 5).await;
    let order = Uuid::now_v7();
    room.reserve(order, &[(one.clone(), 2)])
        .await
        .expect("it is there");
    room.reserve(order, &[(other.clone(), 3)])
        .await
        .expect("it is there");
    // The first of the two was confirmed.
    place(&jetstream, order, &[(one.clone(), 2)]).await;
    eventually("the inventory hears of it", async || {
        (room.counts(&one).await == (5, 2)).then_some(())
    })
    .await;
    assert_eq!(room.counts(&other).await, (5, 0));
    room.assert_sums().await;
}

#[tokio::test]
async fn the_world_is_told_when_what_shoppers_see_changes() {
    let (engines, jetstream) = nats().await;
    let mut messages = jetstream
        .client()
        .subscribe("shop.stock.changed.v1")
        .await
        .expect("every client may");
    jetstream.client().flush().await.expect("NATS answers");
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    let batch = room.receive(&pack, 400).await;
    // Shoppers see no difference.
    room.adjust(&batch, -100).await.expect("it is adjusted");
    for quantity in [-292, -8, 1] {
        room.adjust(&batch, quantity).await.expect("it is adjusted");
    }
    let mut told = Vec::new();
    while told.len() < 4 {
        let message = tokio::time::timeout(std::time::Duration::from_secs(15), messages.next());
        let message = message.await.expect("it is told in time").expect("NATS is there");
        let event = StockChanged::decode(message.payload).expect("it is of this schema");
        assert_eq!(
            (event.product_id.as_str(), event.weight_in_grams),
            (pack.product_id.as_str(), 100)
        );
        told.push((event.version, event.is_sold_out, event.left));
    }
    assert_eq!(told, [(1, false, 0), (2, false, 8), (3, true, 0), (4, false, 1)]);
}

#[tokio::test]
async fn packs_leave_with_the_parcel_and_wait_when_they_are_back_and_cancelled_orders_give_theirs_back() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    room.receive(&pack, 10).await;
    let [sent, cancelled, unknown] = [(); 3].map(|()| Uuid::now_v7());
    for order in [sent, cancelled] {
        room.reserve(order, &[(pack.clone(), 3)])
            .await
            .expect("they are there");
    }
    let counts = async |expected: (i32, i32)| {
        eventually("the ledger follows", async || {
            (room.counts(&pack).await == expected).then_some(())
        })
        .await;
    };
    // Out of order: shipped arrives before placed, and one order is cancelled first.
    transition(&jetstream, sent, "returned").await;
    transition(&jetstream, sent, "shipped").await;
    transition(&jetstream, cancelled, "cancelled").await;
    transition(&jetstream, unknown, "cancelled").await;
    place(&jetstream, unknown, &[(pack.clone(), 1)]).await;
    place(&jetstream, cancelled, &[(pack.clone(), 3)]).await;
    place(&jetstream, sent, &[(pack.clone(), 3)]).await;
    let back = "SELECT count(*) FROM returned_packs WHERE quantity = 3";
    eventually("the shipped packs came back", async || {
        (room.count(back).await == 1).then_some(())
    })
    .await;
    // The return was not inspected yet.
    counts((7, 0)).await;

    let second = Uuid::now_v7();
    room.reserve(second, &[(pack.clone(), 4)])
        .await
        .expect("they are there");
    place(&jetstream, second, &[(pack.clone(), 4)]).await;
    transition(&jetstream, second, "shipped").await;
    counts((3, 0)).await;
    room.assert_sums().await;
}

/// After a restore with a replay, or a long backlog: nothing is reserved, and every event is days old and out
/// of order.
#[tokio::test]
async fn an_early_shipment_is_booked_when_its_order_arrives() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    room.receive(&pack, 10).await;
    let [sent, back] = [(); 2].map(|()| Uuid::now_v7());
    transition(&jetstream, sent, "shipped").await;
    transition_with_lines(&jetstream, back, "returned", &[(pack.clone(), 1)]).await;
    transition(&jetstream, back, "shipped").await;
    eventually("they are remembered", async || {
        let remembered = "SELECT count(*) FROM reservations WHERE awaits IS NOT NULL";
        (room.count(remembered).await == 2).then_some(())
    })
    .await;
    assert_eq!(room.counts(&pack).await, (10, 0));
    for (order, quantity) in [(sent, 3), (back, 2)] {
        place(&jetstream, order, &[(pack.clone(), quantity)]).await;
    }
    eventually("the ledger follows", async || {
        let booked = "SELECT count(*) FROM movements WHERE order_id IS NOT NULL";
        (room.count(booked).await == 2).then_some(())
    })
    .await;
    assert_eq!(room.counts(&pack).await, (5, 0), "three left, and two");
    let back = "SELECT count(*) FROM returned_packs WHERE quantity = 1";
    assert_eq!(room.count(back).await, 1, "one of the two is back");
    room.assert_sums().await;
}

/// The id of an event from two days ago.
fn days_ago() -> Uuid {
    let seconds = OffsetDateTime::now_utc().unix_timestamp() - 2 * 24 * 60 * 60;
    let seconds = u64::try_from(seconds).expect("it is after 1970");
    Uuid::new_v7(uuid::Timestamp::from_unix(uuid::NoContext, seconds, 0))
}

/// Publishes that an order changed to a status.
pub(crate) async fn transition(jetstream: &jetstream::Context, order_id: Uuid, to: &str) {
    transition_with_lines(jetstream, order_id, to, &[]).await;
}

/// Like [`transition`], with the lines that come back.
pub(crate) async fn transition_with_lines(
    jetstream: &jetstream::Context,
    order_id: Uuid,
    to: &str,
    lines: &[(Pack, i32)],
) {
    let lines = lines.iter().map(|(pack, quantity)| OrderReturnedLine {
        product_id: pack.product_id.clone(),
        weight_in_grams: pack.weight_in_grams,
        quantity: *quantity,
    });
    let event = OrderStatusChanged {
        order_id: order_id.to_string(),
        order_number: "VM-261123-7K3QX".to_owned(),
        version: 2,
        lines: lines.collect(),
    };
    let message = PublishMessage::build()
        .payload(event.encode_to_vec().into())
        .message_id(days_ago().to_string());
    let published = jetstream
        .send_publish(format!("shop.order.{to}.v1"), message)
        .await;
    published
        .expect("NATS is there")
        .await
        .expect("the stream takes it");
}
