//! Stock levels for staff.

use proto::inventory::v1::{
    Availability, ListStockLevelsRequest, ListStockLevelsResponse, Pack, RecallBatchRequest,
    ReceiveBatchRequest, StockLevel,
};
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    Stockroom,
    events::{self, nats, place, transition_with_lines},
    pack, receipt,
};

impl Stockroom {
    async fn levels_behind(&self, page_token: &str) -> Result<ListStockLevelsResponse, Status> {
        let request = ListStockLevelsRequest {
            page_token: page_token.to_owned(),
            ..ListStockLevelsRequest::default()
        };
        let listed = self.inventory(0).list_stock_levels(request).await?;
        Ok(listed.into_inner())
    }

    /// Returns the level of one pack.
    async fn level(&self, pack: &Pack) -> StockLevel {
        let listed = self.levels_behind("").await.expect("the inventory answers");
        let mut levels = listed.levels.into_iter();
        let level = levels.find(|level| level.pack.as_ref() == Some(pack));
        level.expect("it was counted once")
    }

    async fn receive_until(
        &self,
        pack: &Pack,
        batch_number: &str,
        best_before: &str,
        quantity: i32,
    ) -> String {
        let request = ReceiveBatchRequest {
            pack: Some(pack.clone()),
            best_before: best_before.to_owned(),
            quantity,
            ..receipt(batch_number)
        };
        let received = self.inventory(0).receive_batch(request).await;
        let batch = received.expect("it is received").into_inner().batch;
        batch.expect("it is answered").batch_id
    }
}

fn level(pack: &Pack, (on_hand, reserved, available): (i64, i64, i64)) -> StockLevel {
    let availability = match available {
        0 => Availability::SoldOut,
        1..=10 => Availability::Low,
        _ => Availability::InStock,
    };
    StockLevel {
        pack: Some(pack.clone()),
        on_hand,
        reserved,
        available,
        availability: availability.into(),
        lowest_mrp_paise: if available > 0 { 29_800 } else { 0 },
        ..StockLevel::default()
    }
}

#[tokio::test]
async fn a_pack_stands_by_all_its_batches_and_is_bought_from_those_that_are_good() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    // Packed in October 2026, they are sold until 45 days or 30 % of their shelf life are left.
    room.receive_until(&pack, "LATER", "2199-10-01", 30).await;
    let sooner = room.receive_until(&pack, "SOONER", "2190-10-01", 12).await;
    let reserved = room.reserve(Uuid::now_v7(), &[(pack.clone(), 5)]).await;
    reserved.expect("they are there");
    let last_sale_on = |number: &'static str| {
        let room = &room;
        let pack = pack.clone();
        async move {
            let batches = room.batches(&pack).await.into_iter();
            let mut of_number = batches.filter(|batch| batch.batch_number == number);
            of_number.next().expect("it is known").last_sale_on
        }
    };
    let (sooner_ends, later_ends) = (last_sale_on("SOONER").await, last_sale_on("LATER").await);
    let expected = StockLevel {
        next_last_sale_on: sooner_ends,
        ..level(&pack, (42, 5, 37))
    };
    assert_eq!(room.level(&pack).await, expected);

    // Recalled packs are in stock but cannot be bought. The order gets other packs when it is placed.
    let recall = RecallBatchRequest {
        batch_id: sooner,
        reason: "The laboratory found sand".to_owned(),
        ..RecallBatchRequest::default()
    };
    let recalled = room.inventory(0).recall_batch(recall).await;
    recalled.expect("it is recalled");
    let expected = StockLevel {
        next_last_sale_on: later_ends,
        ..level(&pack, (42, 0, 30))
    };
    assert_eq!(room.level(&pack).await, expected);

    // As if years had passed.
    room.execute(
        "UPDATE batches SET packed_on = (now() AT TIME ZONE 'Asia/Kolkata')::date - 56,
           best_before = (now() AT TIME ZONE 'Asia/Kolkata')::date + 44",
    )
    .await;
    testkit::run_task_now(room.database.pool(), "new-day").await;
    let too_old = testkit::eventually("shoppers are told", async || {
        let level = room.level(&pack).await;
        (level.availability() == Availability::SoldOut).then_some(level)
    })
    .await;
    assert_eq!(
        (
            too_old.on_hand,
            too_old.available,
            too_old.next_last_sale_on.as_str()
        ),
        (42, 0, "")
    );
}

#[tokio::test]
async fn returned_and_missing_packs_stand_beside_the_stock() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let (karela, other) = (pack(), pack());
    let ends = room.receive(&karela, 10).await.last_sale_on;
    room.receive(&other, 1).await;
    let order = Uuid::now_v7();
    let lines = [(karela.clone(), 3)];
    room.reserve(order, &lines).await.expect("they are there");
    place(&jetstream, order, &lines).await;
    events::transition(&jetstream, order, "shipped").await;
    transition_with_lines(&jetstream, order, "returned", &[(karela.clone(), 2)]).await;
    // Sold without a reservation.
    place(&jetstream, Uuid::now_v7(), &[(other.clone(), 4)]).await;

    let karela_stands = StockLevel {
        returned: 2,
        next_last_sale_on: ends.clone(),
        ..level(&karela, (7, 0, 7))
    };
    eventually("two are back", async || {
        (room.level(&karela).await == karela_stands).then_some(())
    })
    .await;
    let other_stands = StockLevel {
        missing: 3,
        lowest_mrp_paise: 29_800,
        next_last_sale_on: ends,
        ..level(&other, (1, 1, 0))
    };
    eventually("three are missing", async || {
        (room.level(&other).await == other_stands).then_some(())
    })
    .await;
}

#[tokio::test]
async fn packs_stand_page_by_page_each_once() {
    let room = Stockroom::open(1).await;
    room.execute(
        "INSERT INTO packs (product_id, weight_in_grams)
         SELECT gen_random_uuid(), 100 * weight FROM generate_series(1, 700), generate_series(1, 3) AS weight",
    )
    .await;
    let mut packs = Vec::new();
    let mut page_token = String::new();
    loop {
        let page = room
            .levels_behind(&page_token)
            .await
            .expect("the inventory answers");
        packs.extend(page.levels.into_iter().map(|level| {
            let pack = level.pack.expect("it says which");
            (pack.product_id, pack.weight_in_grams)
        }));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    assert!(packs.is_sorted(), "by product and weight");
    packs.dedup();
    assert_eq!(packs.len(), 2_100);
    let refused = room.levels_behind("2").await.expect_err("it is no token");
    assert_eq!(refused.code(), Code::InvalidArgument);
}
