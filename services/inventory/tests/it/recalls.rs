//! The effect of a recall on the orders with packs of the batch.

use proto::inventory::v1::{
    FinalizeReservationsRequest, ListBatchesRequest, ListRecalledOrdersRequest, ListRecalledOrdersResponse,
    RecallBatchRequest, RecallBatchResponse, RecalledOrder, ReceiveBatchRequest, ReleaseShipmentRequest,
    ReleaseShipmentsRequest, recall_service_client::RecallServiceClient,
};
use sqlx::Connection as _;
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

use crate::{Stockroom, pack, receipt};

impl Stockroom {
    pub(crate) async fn recall(&self, batch_id: &str, page_token: &str) -> RecallBatchResponse {
        let request = RecallBatchRequest {
            batch_id: batch_id.to_owned(),
            reason: "The laboratory found sand".to_owned(),
            page_token: page_token.to_owned(),
            ..RecallBatchRequest::default()
        };
        let recalled = self.inventory(0).recall_batch(request).await;
        recalled.expect("it is recalled").into_inner()
    }

    /// Returns the recall of a batch and its orders.
    async fn recalled_orders(&self, batch_id: &str) -> Result<ListRecalledOrdersResponse, Status> {
        let request = ListRecalledOrdersRequest {
            batch_id: batch_id.to_owned(),
            page_token: String::new(),
        };
        let channel = Channel::builder(self.replicas[0].0.url()).connect_lazy();
        let mut recalls = RecallServiceClient::new(channel);
        let told = recalls.list_recalled_orders(request).await?;
        Ok(told.into_inner())
    }

    async fn place(&self, order_id: Uuid) {
        let request = FinalizeReservationsRequest {
            placed_order_ids: vec![order_id.to_string()],
            ..FinalizeReservationsRequest::default()
        };
        let finalized = self.inventory(0).finalize_reservations(request).await;
        finalized.expect("it is kept for good");
    }

    pub(crate) async fn release(&self, order_id: Uuid) -> Result<(), Status> {
        let order_id = order_id.to_string();
        let request = ReleaseShipmentRequest { order_id };
        self.inventory(0).release_shipment(request).await.map(drop)
    }

    /// Returns the batches of an order's packs, with quantities.
    async fn packs_of(&self, order_id: Uuid) -> Vec<(String, i32)> {
        let request = proto::inventory::v1::GetReservationRequest {
            order_id: order_id.to_string(),
        };
        let reserved = self.inventory(0).get_reservation(request).await;
        let packs = reserved.expect("it is known").into_inner().packs;
        packs
            .into_iter()
            .map(|packs| (packs.batch_number, packs.quantity))
            .collect()
    }
}

pub(crate) fn reason(refused: &Status) -> String {
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    runtime::status::details(refused).reason.unwrap_or_default()
}

fn order(recalled: &RecallBatchResponse, order_id: Uuid) -> &RecalledOrder {
    let orders = recalled.orders.iter();
    let mut of_order = orders.filter(|order| order.order_id == order_id.to_string());
    of_order.next().expect("it is named")
}

#[tokio::test]
async fn unshipped_orders_get_packs_of_other_batches_the_first_placed_first_and_the_others_wait() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let mut batches = Vec::new();
    for (number, best_before, quantity) in [("KRL-1", "2190-01-01", 10), ("KRL-2", "2191-01-01", 6)] {
        let request = ReceiveBatchRequest {
            pack: Some(pack.clone()),
            best_before: best_before.to_owned(),
            quantity,
            ..receipt(number)
        };
        let received = room.inventory(0).receive_batch(request).await;
        let batch = received.expect("it is received").into_inner().batch;
        batches.push(batch.expect("it is answered"));
    }
    let [left, first, second] = [2, 4, 4].map(|quantity| (Uuid::now_v7(), quantity));
    for (order_id, quantity) in [left, first, second] {
        let reserved = room.reserve(order_id, &[(pack.clone(), quantity)]).await;
        reserved.expect("they are there");
        room.place(order_id).await;
    }
    room.release(left.0).await.expect("nothing is wrong with it");

    let recalled = room.recall(&batches[0].batch_id, "").await;
    let batch = recalled.batch.clone().expect("it is answered");
    assert_eq!(
        (batch.on_hand, batch.reserved),
        (10, 2),
        "only what left stays with its order"
    );
    assert!(order(&recalled, left.0).is_shipped);
    let (replaced, waiting) = (order(&recalled, first.0), order(&recalled, second.0));
    assert!(
        replaced.is_replaced && !replaced.is_waiting && !replaced.is_shipped,
        "{replaced:?}"
    );
    assert!(waiting.is_waiting && !waiting.is_replaced, "{waiting:?}");
    assert_eq!(room.packs_of(first.0).await, [("KRL-2".to_owned(), 4)]);
    assert_eq!(room.packs_of(second.0).await, [("KRL-2".to_owned(), 2)]);
    room.assert_sums().await;

    room.release(first.0).await.expect("it has others");
    let refused = room.release(second.0).await.expect_err("two packs are missing");
    assert_eq!(reason(&refused), "PACKS_MISSING");
    assert!(refused.message().contains("not in stock: 2."), "{refused}");
    // New stock goes to waiting orders first.
    let request = ReceiveBatchRequest {
        pack: Some(pack.clone()),
        quantity: 3,
        ..receipt("KRL-3")
    };
    let received = room.inventory(0).receive_batch(request).await;
    let batch = received.expect("it is received").into_inner().batch;
    assert_eq!(batch.expect("it is answered").reserved, 2);
    room.release(second.0).await.expect("it has everything");
    assert_eq!(room.count("SELECT count(*) FROM oversold_packs").await, 0);
    let recalled = room.recall(&batches[0].batch_id, "").await;
    assert!(order(&recalled, second.0).is_replaced);
    room.assert_sums().await;
}

#[tokio::test]
async fn a_recall_that_was_made_is_looked_up_and_a_look_recalls_nothing() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let batch = room.receive(&pack, 4).await;
    let order_id = Uuid::now_v7();
    let reserved = room.reserve(order_id, &[(pack.clone(), 3)]).await;
    reserved.expect("they are there");
    room.place(order_id).await;
    room.release(order_id).await.expect("nothing is wrong with it");

    let refused = room.recalled_orders(&batch.batch_id).await;
    assert_eq!(reason(&refused.expect_err("it is sold")), "NOT_RECALLED");
    assert_eq!(room.count("SELECT count(*) FROM recalls").await, 0);

    let recalled = room.recall(&batch.batch_id, "").await;
    let looked_up = room.recalled_orders(&batch.batch_id).await;
    let looked_up = looked_up.expect("it is recalled");
    assert_eq!(
        (&looked_up.orders, &looked_up.batch),
        (&recalled.orders, &recalled.batch)
    );
    let [order] = looked_up.orders.as_slice() else {
        panic!("one order has packs of it: {:?}", looked_up.orders);
    };
    assert!(order.is_shipped && order.quantity == 3, "{order:?}");
    assert_eq!(looked_up.reason, "The laboratory found sand");
    let unknown = room.recalled_orders(&Uuid::now_v7().to_string()).await;
    assert_eq!(unknown.expect_err("there is none").code(), Code::NotFound);
}

#[tokio::test]
async fn an_order_that_a_recall_could_not_see_to_is_stopped_at_the_door() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let batch = room.receive(&pack, 4).await;
    let order_id = Uuid::now_v7();
    let reserved = room.reserve(order_id, &[(pack.clone(), 4)]).await;
    reserved.expect("they are there");
    room.place(order_id).await;

    // Another transaction locks the order while the batch is recalled.
    let mut connection = room.database.pool().acquire().await.expect("there is one");
    let mut work = connection.begin().await.expect("the database answers");
    sqlx::query("SELECT FROM reservations WHERE order_id = $1 FOR UPDATE")
        .bind(order_id)
        .execute(&mut *work)
        .await
        .expect("it is locked");
    let recalled = room.recall(&batch.batch_id, "").await;
    assert!(!order(&recalled, order_id).is_replaced);
    work.rollback().await.expect("it ends");

    let refused = room.release(order_id).await.expect_err("its packs are recalled");
    assert_eq!(reason(&refused), "RECALLED");
    let refused = room.release(order_id).await.expect_err("it has none now");
    assert_eq!(reason(&refused), "PACKS_MISSING");
    // A recalled batch can be written off down to zero.
    assert_eq!(
        room.adjust(&batch, -4)
            .await
            .expect("no order waits for them")
            .on_hand,
        0
    );
    room.assert_sums().await;
}

#[tokio::test]
async fn orders_of_a_recall_and_batches_of_a_pack_come_page_by_page() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let batch = room.receive(&pack, 1_500).await;
    for sql in [
        "INSERT INTO reservations (order_id, state, finalize_by)
         SELECT gen_random_uuid(), 'placed', now() FROM generate_series(1, 1500)",
        "INSERT INTO reserved_packs (order_id, batch_id, quantity) SELECT order_id, id, 1 FROM reservations, batches",
        "UPDATE batches SET reserved = 1500",
        "INSERT INTO batches (id, product_id, weight_in_grams, batch_number, packed_on, best_before, mrp_paise, cost_paise)
         SELECT gen_random_uuid(), product_id, weight_in_grams, 'B-' || number, packed_on, best_before, mrp_paise, 0
         FROM batches, generate_series(1, 1500) AS number",
    ] {
        room.execute(sql).await;
    }
    let first = room.recall(&batch.batch_id, "").await;
    assert_eq!(
        first.batch.expect("it is answered").reserved,
        0,
        "all of them are seen to"
    );
    let second = room.recall(&batch.batch_id, &first.next_page_token).await;
    assert!(second.next_page_token.is_empty());
    let mut orders: Vec<_> = first.orders.into_iter().chain(second.orders).collect();
    orders.dedup_by(|one, other| one.order_id == other.order_id);
    assert_eq!(orders.len(), 1_500);
    assert!(orders.iter().all(|order| order.is_waiting));

    let mut numbers = Vec::new();
    let mut page_token = String::new();
    loop {
        let request = ListBatchesRequest {
            pack: Some(pack.clone()),
            page_token,
        };
        let listed = room.inventory(0).list_batches(request).await;
        let page = listed.expect("the inventory answers").into_inner();
        numbers.extend(page.batches.into_iter().map(|batch| batch.batch_number));
        page_token = page.next_page_token;
        if page_token.is_empty() {
            break;
        }
    }
    numbers.sort();
    numbers.dedup();
    assert_eq!(numbers.len(), 1_501);
    let request = ListBatchesRequest {
        pack: Some(pack),
        page_token: "2".to_owned(),
    };
    let refused = room.inventory(0).list_batches(request).await;
    assert_eq!(refused.expect_err("it is no token").code(), Code::InvalidArgument);
    room.assert_sums().await;
}

#[tokio::test]
async fn many_orders_leave_together_or_none_of_them() {
    let room = Stockroom::open(1).await;
    let (good, bad) = (pack(), pack());
    room.receive(&good, 5).await;
    room.receive(&bad, 5).await;
    let [one, other] = [(); 2].map(|()| Uuid::now_v7());
    for (order, pack) in [(one, &good), (other, &bad)] {
        room.reserve(order, &[(pack.clone(), 2)])
            .await
            .expect("they are there");
    }
    room.place(one).await;
    let release = async |is_dry_run: bool| {
        let request = ReleaseShipmentsRequest {
            // An order without a reservation does not block.
            order_ids: [one, other, Uuid::now_v7()].map(|id| id.to_string()).to_vec(),
            is_dry_run,
        };
        let released = room.inventory(0).release_shipments(request).await;
        released.expect("it answers").into_inner().held_up
    };
    let released = "SELECT count(*) FROM reservations WHERE released_at IS NOT NULL";
    assert_eq!(release(true).await, []);
    assert_eq!(room.count(released).await, 0, "it was only asked");
    // As if the recall had not reached the order's packs yet.
    let recalling = "UPDATE batches SET is_recalled = true
        WHERE id = (SELECT batch_id FROM reserved_packs JOIN reservations USING (order_id) WHERE state = 'held')";
    assert_eq!(room.execute(recalling).await, 1);
    let held_up = release(false).await;
    let orders: Vec<_> = held_up.iter().map(|order| order.order_id.clone()).collect();
    assert_eq!(orders, [other.to_string()]);
    assert!(held_up[0].message.contains("were recalled"), "{held_up:?}");
    assert_eq!(room.count(released).await, 0, "none of them goes");
    room.execute("UPDATE batches SET is_recalled = false").await;
    assert_eq!(release(false).await, []);
    assert_eq!(room.count(released).await, 2);
}
