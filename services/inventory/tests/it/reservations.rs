//! Reservations: made once, kept until the order is placed, and confirmed then.

use proto::inventory::v1::{FinalizeReservationsRequest, GetReservationRequest, ListOverdueRequest};
use tonic::Code;
use uuid::Uuid;

use crate::{Stockroom, left, pack, receipt};

#[tokio::test]
async fn an_order_gets_all_its_lines_or_none() {
    let room = Stockroom::open(1).await;
    let (many, few) = (pack(), pack());
    room.receive(&many, 10).await;
    room.receive(&few, 2).await;
    let lines = [(many.clone(), 4), (few.clone(), 3)];
    let refused = room.reserve(Uuid::now_v7(), &lines).await;
    assert_eq!(left(&refused.expect_err("one line cannot be had")), [2]);
    assert_eq!(room.counts(&many).await, (10, 0));
    let lines = [(many.clone(), 4), (few.clone(), 2)];
    room.reserve(Uuid::now_v7(), &lines)
        .await
        .expect("both are there");
    assert_eq!(
        (room.counts(&many).await, room.counts(&few).await),
        ((10, 4), (2, 2))
    );
}

#[tokio::test]
async fn the_same_order_is_served_once_and_with_what_it_wants_last() {
    let room = Stockroom::open(1).await;
    let (one, other) = (pack(), pack());
    room.receive(&one, 5).await;
    room.receive(&other, 5).await;
    let order = Uuid::now_v7();
    for _ in 0..3 {
        room.reserve(order, &[(one.clone(), 2)])
            .await
            .expect("it is there");
    }
    assert_eq!(room.counts(&one).await, (5, 2));
    room.reserve(order, &[(other.clone(), 5)])
        .await
        .expect("it is there");
    assert_eq!(
        (room.counts(&one).await, room.counts(&other).await),
        ((5, 0), (5, 5))
    );
    // A refused reservation changes nothing.
    let refused = room.reserve(order, &[(one.clone(), 6)]).await;
    assert_eq!(left(&refused.expect_err("there are five")), [5]);
    assert_eq!(room.counts(&other).await, (5, 0));
    room.assert_sums().await;
}

#[tokio::test]
async fn the_batch_that_expires_first_goes_first_and_a_line_may_come_from_two() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    for (number, best_before, quantity) in [("LATE", "2190-01-01", 10), ("SOON", "2180-01-01", 3)] {
        let request = proto::inventory::v1::ReceiveBatchRequest {
            pack: Some(pack.clone()),
            best_before: best_before.to_owned(),
            quantity,
            ..receipt(number)
        };
        room.inventory(0)
            .receive_batch(request)
            .await
            .expect("it is received");
    }
    let order = Uuid::now_v7();
    room.reserve(order, &[(pack, 5)]).await.expect("there are 13");
    let request = GetReservationRequest {
        order_id: order.to_string(),
    };
    let reserved = room.inventory(0).get_reservation(request).await;
    let packs = reserved.expect("it was reserved").into_inner().packs;
    let packs: Vec<_> = packs
        .iter()
        .map(|packs| (packs.batch_number.as_str(), packs.quantity))
        .collect();
    assert_eq!(packs, [("SOON", 3), ("LATE", 2)]);
    let request = GetReservationRequest {
        order_id: Uuid::now_v7().to_string(),
    };
    let unknown = room.inventory(0).get_reservation(request).await;
    assert_eq!(unknown.expect_err("it has no reservation").code(), Code::NotFound);
}

#[tokio::test]
async fn packs_of_orders_that_never_came_go_back_and_those_of_placed_ones_stay() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    room.receive(&pack, 9).await;
    let [placed, abandoned, early] = [(); 3].map(|()| Uuid::now_v7());
    for order in [placed, abandoned] {
        room.reserve(order, &[(pack.clone(), 3)])
            .await
            .expect("it is there");
    }
    let overdue = async || {
        let listed = room
            .inventory(0)
            .list_overdue(ListOverdueRequest {
                limit: 100,
                placed_after: None,
            })
            .await;
        listed.expect("the inventory answers").into_inner().order_ids
    };
    assert!(overdue().await.is_empty(), "a quarter of an hour is not over");
    room.execute("UPDATE reservations SET finalize_by = now() - interval '1 second'")
        .await;
    room.reserve(early, &[(pack.clone(), 3)])
        .await
        .expect("it is there");
    assert_eq!(overdue().await.len(), 2);

    let finalizing = FinalizeReservationsRequest {
        placed_order_ids: vec![placed.to_string()],
        // One is not overdue, because its shopper has just retried.
        abandoned_order_ids: vec![abandoned.to_string(), early.to_string()],
        ..FinalizeReservationsRequest::default()
    };
    for _ in 0..2 {
        room.inventory(0)
            .finalize_reservations(finalizing.clone())
            .await
            .expect("it is finalized");
    }
    assert_eq!(room.counts(&pack).await, (9, 6));
    assert!(overdue().await.is_empty());

    // A shopper who comes back later gets packs again.
    room.reserve(abandoned, &[(pack.clone(), 3)])
        .await
        .expect("they are there");
    // A placed order keeps its packs, even if another request names its id.
    room.reserve(placed, &[(pack.clone(), 1)])
        .await
        .expect("it has its packs");
    assert_eq!(room.counts(&pack).await, (9, 9));
    room.assert_sums().await;
}

#[tokio::test]
async fn a_pack_that_never_came_in_is_sold_out() {
    let room = Stockroom::open(1).await;
    let (unknown, known) = (pack(), pack());
    room.receive(&known, 99).await;
    let lines = [(unknown.clone(), 1), (known.clone(), 99)];
    for _ in 0..2 {
        let refused = room.reserve(Uuid::now_v7(), &lines).await;
        assert_eq!(left(&refused.expect_err("none ever came in")), [0]);
    }
    assert_eq!(room.counts(&known).await, (99, 0));
    room.receive(&unknown, 1).await;
    room.reserve(Uuid::now_v7(), &lines)
        .await
        .expect("the first pack came in");
}

#[tokio::test]
async fn an_ended_reservation_is_deleted_after_a_month() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    room.receive(&pack, 9).await;
    let states = ["abandoned", "cancelled", "placed", "held"];
    for (state, days) in states.into_iter().flat_map(|state| [(state, 29), (state, 31)]) {
        let order = Uuid::now_v7();
        room.reserve(order, &[(pack.clone(), 1)])
            .await
            .expect("it is there");
        let ended = ["abandoned", "cancelled"].contains(&state);
        let end = format!(
            "WITH given_back AS (DELETE FROM reserved_packs WHERE order_id = '{order}' AND {ended} RETURNING batch_id, quantity)
             UPDATE batches SET reserved = reserved - quantity FROM given_back WHERE id = batch_id;
             UPDATE reservations SET state = '{state}', finalize_by = now() - interval '{days} days'
             WHERE order_id = '{order}'"
        );
        let ended = sqlx::raw_sql(sqlx::AssertSqlSafe(end))
            .execute(room.database.pool())
            .await;
        ended.expect("an operator may do this");
    }
    testkit::run_task_now(room.database.pool(), "ended-reservations").await;
    let left = testkit::eventually("reservations that ended a month ago are gone", async || {
        let left = "SELECT state || ' ' || (now()::date - finalize_by::date) FROM reservations ORDER BY 1";
        let left: Vec<String> = sqlx::query_scalar(left)
            .fetch_all(room.database.pool())
            .await
            .ok()?;
        (left.len() <= 6).then_some(left)
    })
    .await;
    assert_eq!(
        left,
        [
            "abandoned 29",
            "cancelled 29",
            "held 29",
            "held 31",
            "placed 29",
            "placed 31"
        ]
    );
    room.assert_sums().await;
}

#[tokio::test]
async fn gives_back_packs_of_placed_orders_that_the_order_service_lost() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    room.receive(&pack, 9).await;
    let [lost, known, young, held] = [(); 4].map(|()| Uuid::now_v7());
    for order in [lost, known, young, held] {
        room.reserve(order, &[(pack.clone(), 2)])
            .await
            .expect("it is there");
    }
    let finalize = async |placed: &[Uuid], lost: &[Uuid]| {
        let request = FinalizeReservationsRequest {
            placed_order_ids: placed.iter().map(Uuid::to_string).collect(),
            lost_order_ids: lost.iter().map(Uuid::to_string).collect(),
            ..FinalizeReservationsRequest::default()
        };
        room.inventory(0)
            .finalize_reservations(request)
            .await
            .expect("it is finalized");
    };
    let placed_after = async |after: &str| {
        let request = ListOverdueRequest {
            limit: 1,
            placed_after: Some(after.to_owned()),
        };
        let listed = room.inventory(0).list_overdue(request).await;
        listed
            .expect("the inventory answers")
            .into_inner()
            .placed_order_ids
    };
    finalize(&[lost, known], &[]).await;
    room.execute("UPDATE reservations SET finalize_by = now() - interval '25 hours'")
        .await;
    finalize(&[young], &[]).await;
    room.execute(
        "UPDATE reservations SET finalize_by = now() WHERE order_id IN (
           SELECT order_id FROM reservations WHERE state = 'placed' ORDER BY order_id DESC LIMIT 1)",
    )
    .await;
    let first = placed_after("").await;
    assert_eq!(first, [lost.to_string()]);
    let second = placed_after(&first[0]).await;
    assert_eq!(second, [known.to_string()]);
    assert!(
        placed_after(&second[0]).await.is_empty(),
        "the others are young, or not placed"
    );

    // Orders that are younger than a day or only held are not released.
    for _ in 0..2 {
        finalize(&[], &[lost, young, held]).await;
    }
    assert_eq!(room.counts(&pack).await, (9, 6));
    room.assert_sums().await;
    // A released order does not get its packs again.
    finalize(&[lost], &[]).await;
    assert_eq!(room.counts(&pack).await, (9, 6));
}
