//! The maximum age of a pack at its sale.

use proto::inventory::v1::{Availability, ReceiveBatchRequest};
use uuid::Uuid;

use crate::{Stockroom, left, pack, receipt};

#[tokio::test]
async fn a_batch_is_sold_while_it_has_45_days_and_a_third_of_its_life() {
    let room = Stockroom::open(1).await;
    // Packing date, best-before date and last day of sale.
    let lives = [
        ("2026-01-01", "2026-04-11", "2026-02-25"), // 100 days: 45 are left
        ("2026-01-01", "2026-12-27", "2026-09-10"), // 360 days: 108 are left
        ("2026-01-01", "2026-01-31", "2025-12-17"), // 30 days: never
    ];
    for (packed_on, best_before, last_sale_on) in lives {
        let request = ReceiveBatchRequest {
            pack: Some(pack()),
            packed_on: packed_on.to_owned(),
            best_before: best_before.to_owned(),
            ..receipt("A")
        };
        let received = room.inventory(0).receive_batch(request).await;
        let batch = received.expect("it is received").into_inner().batch;
        assert_eq!(batch.expect("it is answered").last_sale_on, last_sale_on);
    }
}

#[tokio::test]
async fn a_new_day_takes_old_batches_off_the_shelf() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    room.receive(&pack, 50).await;
    assert!(room.standings().await.is_empty(), "there are plenty");
    // As if months had passed: the batch was sold until yesterday.
    room.execute(
        "UPDATE batches SET packed_on = (now() AT TIME ZONE 'Asia/Kolkata')::date - 56,
           best_before = (now() AT TIME ZONE 'Asia/Kolkata')::date + 44",
    )
    .await;
    let refused = room.reserve(Uuid::now_v7(), &[(pack.clone(), 1)]).await;
    assert_eq!(left(&refused.expect_err("it is too old")), [0]);
    testkit::run_task_now(room.database.pool(), "new-day").await;
    let standings = testkit::eventually("shoppers are told", async || {
        Some(room.standings().await).filter(|standings| !standings.is_empty())
    })
    .await;
    assert_eq!(standings.len(), 1);
    assert_eq!(standings[0].availability(), Availability::SoldOut);
    assert_eq!(standings[0].pack.as_ref(), Some(&pack));
}

#[tokio::test]
async fn shoppers_are_told_when_few_are_left_and_when_none_is() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let batch = room.receive(&pack, 12).await;
    let standing = async || {
        let standings = room.standings().await;
        standings
            .first()
            .map(|standing| (standing.availability(), standing.left))
    };
    assert_eq!(standing().await, None);
    let order = async |quantity| {
        let lines = [(pack.clone(), quantity)];
        room.reserve(Uuid::now_v7(), &lines)
            .await
            .expect("they are there");
    };
    order(2).await;
    assert_eq!(standing().await, Some((Availability::Low, 10)));
    order(10).await;
    assert_eq!(standing().await, Some((Availability::SoldOut, 0)));
    room.adjust(&batch, 1).await.expect("one was found");
    assert_eq!(standing().await, Some((Availability::Low, 1)));
    room.adjust(&batch, 50).await.expect("many were found");
    assert_eq!(standing().await, None);
}
