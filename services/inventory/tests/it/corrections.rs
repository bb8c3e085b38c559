//! Reservations follow the corrected lines of an order, even if a step in between fails.

use async_nats::jetstream::{self, message::PublishMessage};
use futures_util::future::join_all;
use prost::Message as _;
use proto::{
    event::v1::{OrderLinesCorrected, OrderPlacedLine, OrderStatusChanged},
    inventory::v1::{
        ChangeReservationRequest, CurrentLines, FinalizeReservationsRequest, ListOverdueRequest, Pack,
        ReserveLine,
    },
};
use testkit::eventually;
use tonic::Status;
use uuid::Uuid;

use crate::{Stockroom, events::nats, left, pack, reserving};

fn change(
    order_id: Uuid,
    version: i32,
    before: &[(Pack, i32)],
    after: &[(Pack, i32)],
) -> ChangeReservationRequest {
    ChangeReservationRequest {
        order_id: order_id.to_string(),
        version,
        lines_before: reserving(order_id, before).lines,
        lines: reserving(order_id, after).lines,
    }
}

impl Stockroom {
    async fn change(&self, request: ChangeReservationRequest) -> Result<(), Status> {
        self.inventory(0).change_reservation(request).await.map(drop)
    }

    /// A placed order with these lines.
    async fn order(&self, lines: &[(Pack, i32)]) -> Uuid {
        let order_id = Uuid::now_v7();
        self.reserve(order_id, lines).await.expect("they are there");
        let request = FinalizeReservationsRequest {
            placed_order_ids: vec![order_id.to_string()],
            ..FinalizeReservationsRequest::default()
        };
        let finalized = self.inventory(0).finalize_reservations(request).await;
        finalized.expect("it is kept for good");
        order_id
    }

    /// Finalizes an order with these lines and this version, as the order service does.
    async fn tell(&self, order_id: Uuid, version: i32, lines: Vec<ReserveLine>) {
        let request = FinalizeReservationsRequest {
            changed_orders: vec![CurrentLines {
                order_id: order_id.to_string(),
                version,
                lines,
            }],
            ..FinalizeReservationsRequest::default()
        };
        let finalized = self.inventory(0).finalize_reservations(request).await;
        finalized.expect("it is told");
    }

    async fn until_counted(&self, pack: &Pack, expected: (i32, i32)) {
        eventually("the packs follow", async || {
            (self.counts(pack).await == expected).then_some(())
        })
        .await;
    }
}

/// Publishes an event of an order, with this version.
async fn publish(
    jetstream: &jetstream::Context,
    subject: &str,
    order_id: Uuid,
    version: i32,
    payload: Vec<u8>,
) {
    let message = PublishMessage::build()
        .payload(payload.into())
        .header("Aggregate-Id", order_id.to_string())
        .header("Aggregate-Version", version.to_string())
        .message_id(Uuid::now_v7().to_string());
    let published = jetstream.send_publish(subject.to_owned(), message).await;
    published
        .expect("NATS is there")
        .await
        .expect("the stream takes it");
}

async fn correct(jetstream: &jetstream::Context, order_id: Uuid, version: i32, lines: &[(Pack, i32)]) {
    let lines = lines.iter().map(|(pack, quantity)| OrderPlacedLine {
        product_id: pack.product_id.clone(),
        weight_in_grams: pack.weight_in_grams,
        quantity: *quantity,
        ..OrderPlacedLine::default()
    });
    let event = OrderLinesCorrected {
        order_id: order_id.to_string(),
        version,
        lines: lines.collect(),
        ..OrderLinesCorrected::default()
    };
    let subject = "shop.order.lines_corrected.v1";
    publish(jetstream, subject, order_id, version, event.encode_to_vec()).await;
}

async fn ship(jetstream: &jetstream::Context, order_id: Uuid, version: i32) {
    let event = OrderStatusChanged {
        order_id: order_id.to_string(),
        version,
        ..OrderStatusChanged::default()
    };
    let subject = "shop.order.shipped.v1";
    publish(jetstream, subject, order_id, version, event.encode_to_vec()).await;
}

#[tokio::test]
async fn added_packs_are_reserved_at_once_and_removed_ones_go_back_with_the_correction() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let (one, other) = (pack(), pack());
    room.receive(&one, 5).await;
    room.receive(&other, 5).await;
    let before = [(one.clone(), 2), (other.clone(), 3)];
    let order = room.order(&before).await;
    let after = [(one.clone(), 4), (other.clone(), 1)];
    for _ in 0..2 {
        let changed = room.change(change(order, 2, &before, &after)).await;
        changed.expect("there are five, also when it comes again");
        assert_eq!(room.counts(&one).await, (5, 4));
        assert_eq!(room.counts(&other).await, (5, 3), "it may yet stay as it is");
    }
    correct(&jetstream, order, 2, &after).await;
    room.until_counted(&other, (5, 1)).await;
    assert_eq!(room.counts(&one).await, (5, 4));

    // More than the stock: nothing is reserved, and the order keeps its packs.
    let more = [(one.clone(), 6), (other.clone(), 5)];
    let refused = room.change(change(order, 3, &after, &more)).await;
    assert_eq!(left(&refused.expect_err("there are five")), [5]);
    assert_eq!(room.counts(&other).await, (5, 1));

    // A line is removed, and the event of the earlier correction comes again.
    let without = [(other.clone(), 1)];
    let changed = room.change(change(order, 3, &after, &without)).await;
    changed.expect("there is enough");
    correct(&jetstream, order, 3, &without).await;
    room.until_counted(&one, (5, 0)).await;
    correct(&jetstream, order, 2, &after).await;
    ship(&jetstream, order, 5).await;
    room.until_counted(&other, (4, 0)).await;
    assert_eq!(
        room.counts(&one).await,
        (5, 0),
        "an old correction changes nothing"
    );
    room.assert_sums().await;
}

#[tokio::test]
async fn a_correction_that_was_never_made_reserves_no_packs() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    room.receive(&pack, 5).await;
    let before = [(pack.clone(), 2)];
    let order = room.order(&before).await;
    let changed = room.change(change(order, 2, &before, &[(pack.clone(), 5)])).await;
    changed.expect("there are five");
    // An answer from before the deadline may miss a correction that is being written.
    let lines = reserving(order, &before).lines;
    room.tell(order, 1, lines.clone()).await;
    assert_eq!(room.counts(&pack).await, (5, 5));
    room.execute("UPDATE reservations SET change_finalize_by = now() - interval '1 second'")
        .await;
    let overdue = room
        .inventory(0)
        .list_overdue(ListOverdueRequest {
            limit: 10,
            placed_after: None,
        })
        .await;
    let overdue = overdue.expect("it answers").into_inner();
    assert_eq!(overdue.changed_order_ids, [order.to_string()]);
    assert!(overdue.order_ids.is_empty(), "it was placed");
    room.tell(order, 1, lines).await;
    assert_eq!(room.counts(&pack).await, (5, 2));
    let overdue = room
        .inventory(0)
        .list_overdue(ListOverdueRequest {
            limit: 10,
            placed_after: None,
        })
        .await;
    let overdue = overdue.expect("it answers").into_inner();
    assert!(overdue.changed_order_ids.is_empty(), "it is finalized");

    // A correction that lost to another one is finalized at once.
    let changed = room.change(change(order, 2, &before, &[(pack.clone(), 4)])).await;
    changed.expect("there are five");
    room.tell(order, 2, reserving(order, &[(pack.clone(), 1)]).lines)
        .await;
    assert_eq!(room.counts(&pack).await, (5, 1));
    room.assert_sums().await;
}

#[tokio::test]
async fn packs_leave_once_the_lines_are_known_in_any_order_of_events() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    room.receive(&pack, 9).await;
    let before = [(pack.clone(), 2)];
    let order = room.order(&before).await;
    let after = [(pack.clone(), 3)];
    let changed = room.change(change(order, 2, &before, &after)).await;
    changed.expect("there are nine");
    ship(&jetstream, order, 5).await;
    eventually("it is remembered", async || {
        let remembered = "SELECT count(*) FROM reservations WHERE awaits = 'shipped'";
        (room.count(remembered).await == 1).then_some(())
    })
    .await;
    assert_eq!(room.counts(&pack).await, (9, 3));
    correct(&jetstream, order, 2, &after).await;
    room.until_counted(&pack, (6, 0)).await;

    // An order without a reservation and without an earlier event gets its corrected lines.
    let unheard = Uuid::now_v7();
    let changed = room.change(change(unheard, 2, &before, &after)).await;
    changed.expect("there are six");
    assert_eq!(room.counts(&pack).await, (6, 3));
    correct(&jetstream, unheard, 2, &[(pack.clone(), 1)]).await;
    room.until_counted(&pack, (6, 1)).await;
    room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn many_corrections_at_once_sell_no_pack_twice() {
    let room = Stockroom::open(2).await;
    let pack = pack();
    room.receive(&pack, 20).await;
    let before = [(pack.clone(), 1)];
    let mut orders = Vec::new();
    for _ in 0..10 {
        orders.push(room.order(&before).await);
    }
    // Each of ten orders is corrected to four and to three at once. Ten packs are free, and there is no
    // deadlock.
    let tries = orders.iter().flat_map(|order| [(*order, 4), (*order, 3)]);
    let tries = tries.enumerate().map(|(number, (order, quantity))| {
        let request = change(order, 2, &before, &[(pack.clone(), quantity)]);
        let mut inventory = room.inventory(number);
        async move {
            let changed = testkit::decided(async || inventory.change_reservation(request.clone()).await);
            (order, quantity, changed.await.is_ok())
        }
    });
    let outcomes = join_all(tries).await;
    let (on_hand, reserved) = room.counts(&pack).await;
    assert!(on_hand == 20 && reserved <= 20, "{reserved} of {on_hand}");
    // The order service keeps one of the corrections that got packs, or none.
    for order in &orders {
        let kept = outcomes.iter().find(|(of, _, is_had)| of == order && *is_had);
        let (version, quantity) = kept.map_or((1, 1), |(_, quantity, _)| (2, *quantity));
        if version == 2 {
            room.tell(
                *order,
                version,
                reserving(*order, &[(pack.clone(), quantity)]).lines,
            )
            .await;
        }
    }
    let wanted: i32 = orders
        .iter()
        .map(|order| {
            let kept = outcomes.iter().find(|(of, _, is_had)| of == order && *is_had);
            kept.map_or(1, |(_, quantity, _)| *quantity)
        })
        .sum();
    assert_eq!(room.counts(&pack).await, (20, wanted));
    let deadlocks = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()";
    assert_eq!(room.count(deadlocks).await, 0);
    assert_eq!(room.count("SELECT count(*) FROM oversold_packs").await, 0);
    room.assert_sums().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn events_of_a_locked_pack_leave_orders_and_staff_their_connections() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let (stuck, other) = (pack(), pack());
    room.receive(&stuck, 50).await;
    room.receive(&other, 200).await;
    let mut orders = Vec::new();
    for _ in 0..8 {
        orders.push(room.order(&[(stuck.clone(), 2)]).await);
    }
    let mut held = room.hold(&stuck).await;
    for order in orders {
        correct(&jetstream, order, 2, &[(stuck.clone(), 1)]).await;
    }
    eventually("events wait for the pack", async || {
        let waiting = "SELECT count(*) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock'";
        (room.count(waiting).await > 1).then_some(())
    })
    .await;
    for _ in 0..50 {
        let reserved = room.reserve(Uuid::now_v7(), &[(other.clone(), 1)]).await;
        reserved.expect("a group has a connection");
        assert_eq!(room.batches(&other).await.len(), 1, "staff have one, too");
    }
    sqlx::raw_sql("COMMIT").execute(&mut held).await.expect("it ends");
    room.until_counted(&stuck, (50, 8)).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_correction_of_an_order_that_was_not_heard_of_locks_its_packs_in_one_order() {
    let room = Stockroom::open(1).await;
    let mut packs = [pack(), pack()];
    packs.sort_unstable_by(|one, two| one.product_id.cmp(&two.product_id));
    let [first, second] = packs;
    room.receive(&first, 5).await;
    room.receive(&second, 5).await;
    let mut held = room.hold(&first).await;
    let before = [(second.clone(), 1)];
    let after = [(first.clone(), 1), (second.clone(), 1)];
    let changing = room.change(change(Uuid::now_v7(), 2, &before, &after));
    let looking = async {
        eventually("the correction waits for the first pack", async || {
            let waiting = "SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'";
            (room.count(waiting).await > 0).then_some(())
        })
        .await;
        let free = sqlx::query("SELECT FROM packs WHERE product_id::text = $1 FOR UPDATE NOWAIT")
            .bind(&second.product_id)
            .execute(room.database.pool())
            .await;
        free.expect("the second pack is not locked before the first");
        let ended = sqlx::raw_sql("COMMIT").execute(&mut held).await;
        ended.expect("the first pack is free");
    };
    let (changed, ()) = tokio::join!(changing, looking);
    changed.expect("both packs are there");
    assert_eq!(room.counts(&second).await, (5, 1));
    room.assert_sums().await;
}
