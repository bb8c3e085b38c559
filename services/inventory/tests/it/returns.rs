//! Returned packs: restocked or written off.

use proto::inventory::v1::{
    Batch, ListReturnedPacksRequest, Pack, RecallBatchRequest, ReceiveBatchRequest,
    ResolveReturnedPacksRequest, ReturnedPacks,
};
use testkit::eventually;
use tonic::{Code, Status};
use uuid::Uuid;

use crate::{
    Stockroom,
    events::{self, nats, place, transition_with_lines},
    left, pack, receipt,
};

impl Stockroom {
    async fn returned(&self) -> Vec<ReturnedPacks> {
        let request = ListReturnedPacksRequest::default();
        let listed = self.inventory(0).list_returned_packs(request).await;
        listed.expect("the inventory answers").into_inner().packs
    }

    /// Names the product of a pack, as the catalog's list does.
    async fn name(&self, pack: &Pack, product_name: &str) {
        let naming = "UPDATE packs SET product_name = $1 WHERE product_id = $2 AND weight_in_grams = $3";
        let named = sqlx::query(naming)
            .bind(product_name)
            .bind(Uuid::parse_str(&pack.product_id).expect("it is a UUID"))
            .bind(pack.weight_in_grams)
            .execute(self.database.pool())
            .await;
        assert_eq!(named.expect("an operator may do this").rows_affected(), 1);
    }

    async fn resolve(&self, request: ResolveReturnedPacksRequest) -> Result<Batch, Status> {
        let resolved = self.inventory(0).resolve_returned_packs(request).await?;
        Ok(resolved.into_inner().batch.expect("it is answered"))
    }
}

fn restocking(order_id: Uuid, batch: &Batch, quantity: i32) -> ResolveReturnedPacksRequest {
    ResolveReturnedPacksRequest {
        resolution_id: Uuid::now_v7().to_string(),
        order_id: order_id.to_string(),
        batch_id: batch.batch_id.clone(),
        quantity,
        ..ResolveReturnedPacksRequest::default()
    }
}

#[tokio::test]
async fn one_of_three_packs_comes_back_and_is_sold_again_only_after_inspection() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let (karela, other) = (pack(), pack());
    let batch = room.receive(&karela, 10).await;
    let of_other = room.receive(&other, 5).await;
    let order = Uuid::now_v7();
    let lines = [(karela.clone(), 3), (other.clone(), 2)];
    room.reserve(order, &lines).await.expect("they are there");
    place(&jetstream, order, &lines).await;
    events::transition(&jetstream, order, "shipped").await;
    transition_with_lines(&jetstream, order, "returned", &[(karela.clone(), 1)]).await;
    room.name(&karela, "Karela Powder").await;
    let returned = eventually("one is back", async || room.returned().await.pop()).await;
    assert_eq!(returned.product_name, "Karela Powder");
    assert_eq!((returned.order_id, returned.quantity), (order.to_string(), 1));
    assert_eq!(returned.pack.as_ref(), Some(&karela));
    assert_eq!(returned.batches[0].batch_id, batch.batch_id);
    assert_eq!(
        room.returned().await.len(),
        1,
        "the other packs stay with the shopper"
    );

    assert_eq!(room.counts(&karela).await, (7, 0));
    let refused = room.reserve(Uuid::now_v7(), &[(karela.clone(), 8)]).await;
    assert_eq!(left(&refused.expect_err("it is not inspected yet")), [7]);

    // After the recall its shopper is listed: two packs are still with them.
    let recall = RecallBatchRequest {
        batch_id: of_other.batch_id.clone(),
        reason: "The laboratory found sand".to_owned(),
        ..RecallBatchRequest::default()
    };
    let recalled = room.inventory(0).recall_batch(recall).await;
    let named = recalled.expect("it is recalled").into_inner().orders.remove(0);
    assert!(named.is_shipped && !named.is_returned, "{named:?}");

    let strange = room.resolve(restocking(order, &of_other, 1)).await;
    assert_eq!(strange.expect_err("none of it is back").code(), Code::NotFound);
    let two = room.resolve(restocking(order, &batch, 2)).await;
    let refused = two.expect_err("one is back");
    assert_eq!(
        runtime::status::details(&refused).reason.as_deref(),
        Some("RESOLVED")
    );
    let restocking = restocking(order, &batch, 1);
    for _ in 0..2 {
        let batch = room.resolve(restocking.clone()).await.expect("it is unopened");
        assert_eq!(batch.on_hand, 8);
    }
    let otherwise = ResolveReturnedPacksRequest {
        is_write_off: true,
        reason: "Opened".to_owned(),
        ..restocking
    };
    let refused = room.resolve(otherwise).await.expect_err("the id was used");
    assert_eq!(refused.code(), Code::AlreadyExists);
    assert_eq!(room.returned().await, []);
    room.reserve(Uuid::now_v7(), &[(karela.clone(), 8)])
        .await
        .expect("it is for sale again");
    room.assert_sums().await;
}

#[tokio::test]
async fn packs_of_a_recalled_batch_are_marked_and_are_not_sold_again() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    let batch = room.receive(&pack, 3).await;
    let order = Uuid::now_v7();
    let lines = [(pack.clone(), 2)];
    room.reserve(order, &lines).await.expect("they are there");
    place(&jetstream, order, &lines).await;
    events::transition(&jetstream, order, "shipped").await;
    transition_with_lines(&jetstream, order, "returned", &lines).await;
    let returned = eventually("they are back", async || room.returned().await.pop()).await;
    assert!(!returned.batches[0].is_recalled, "{returned:?}");

    let recall = RecallBatchRequest {
        batch_id: batch.batch_id.clone(),
        reason: "The laboratory found sand".to_owned(),
        ..RecallBatchRequest::default()
    };
    let recalled = room.inventory(0).recall_batch(recall).await;
    recalled.expect("it is recalled");
    let returned = room.returned().await.remove(0);
    assert!(returned.batches[0].is_recalled, "{returned:?}");
    let refused = room.resolve(restocking(order, &batch, 2)).await;
    let refused = refused.expect_err("they are not for sale");
    assert_eq!(
        runtime::status::details(&refused).reason.as_deref(),
        Some("RECALLED")
    );
    assert_eq!(room.returned().await[0].quantity, 2, "nothing was done");
    let destroyed = ResolveReturnedPacksRequest {
        is_write_off: true,
        reason: "Recalled".to_owned(),
        ..restocking(order, &batch, 2)
    };
    let batch = room.resolve(destroyed).await.expect("they are destroyed");
    assert_eq!(batch.on_hand, 1);
    assert_eq!(room.returned().await, []);
    room.assert_sums().await;
}

#[tokio::test]
async fn a_parcel_that_the_carrier_brings_back_is_written_off_where_it_must_be() {
    let (engines, jetstream) = nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    let batch = room.receive(&pack, 4).await;
    let order = Uuid::now_v7();
    let lines = [(pack.clone(), 4)];
    room.reserve(order, &lines).await.expect("they are there");
    place(&jetstream, order, &lines).await;
    events::transition(&jetstream, order, "shipped").await;
    events::transition(&jetstream, order, "returned_to_origin").await;
    eventually("all are back", async || room.returned().await.pop()).await;

    // An order waits for one: restocked packs go to it first.
    let waiting = Uuid::now_v7();
    place(&jetstream, waiting, &[(pack.clone(), 1)]).await;
    eventually("it was sold without a look", async || {
        (room.count("SELECT count(*) FROM oversold_packs").await == 1).then_some(())
    })
    .await;
    let torn = ResolveReturnedPacksRequest {
        is_write_off: true,
        ..restocking(order, &batch, 1)
    };
    let refused = room
        .resolve(torn.clone())
        .await
        .expect_err("the books want to know why");
    assert_eq!(refused.code(), Code::InvalidArgument);
    let torn = ResolveReturnedPacksRequest {
        reason: "The seal is torn".to_owned(),
        ..torn
    };
    assert_eq!(room.resolve(torn).await.expect("it is destroyed").on_hand, 0);
    let good = room.resolve(restocking(order, &batch, 3)).await;
    let good = good.expect("they are unopened");
    assert_eq!((good.on_hand, good.reserved), (3, 1));
    assert_eq!(room.count("SELECT count(*) FROM oversold_packs").await, 0);
    let ledger = "SELECT sum(quantity) FROM movements WHERE kind IN ('returned', 'written_off')";
    assert_eq!(room.count(ledger).await, 3);
    let more = ReceiveBatchRequest {
        pack: Some(pack.clone()),
        quantity: 1,
        ..receipt("B")
    };
    room.inventory(0)
        .receive_batch(more)
        .await
        .expect("it is received");
    room.assert_sums().await;
}
