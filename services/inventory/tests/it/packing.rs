//! Packing: the batch and shelf of each pack, and a packer who takes a pack of another batch.

use async_nats::jetstream::message::PublishMessage;
use prost::Message as _;
use proto::{
    event::v1::OrderStatusChanged,
    inventory::v1::{
        Batch, FinalizeReservationsRequest, ListReservedPacksRequest, Pack, RecallBatchRequest,
        ReceiveBatchRequest, ReleaseShipmentRequest, ReservedPacks, SetShelfRequest, TakeFromBatchRequest,
        packing_service_client::PackingServiceClient,
    },
};
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

use crate::{Stockroom, events, pack, receipt};

/// The batches of some packs, with quantities.
type Taken = Vec<(String, i32)>;

impl Stockroom {
    fn packing(&self) -> PackingServiceClient<Channel> {
        PackingServiceClient::new(Channel::builder(self.replicas[0].0.url()).connect_lazy())
    }

    /// Receives packs of a batch that is best before that year.
    async fn receive_of(&self, pack: &Pack, (number, year): (&str, i32), quantity: i32) -> Batch {
        let request = ReceiveBatchRequest {
            pack: Some(pack.clone()),
            quantity,
            best_before: format!("{year}-10-01"),
            ..receipt(number)
        };
        let received = self.inventory(0).receive_batch(request).await;
        let received = received.expect("it is received").into_inner();
        received.batch.expect("it is answered")
    }

    /// A placed order for packs.
    async fn ordered(&self, pack: &Pack, quantity: i32) -> Uuid {
        let order_id = Uuid::now_v7();
        self.reserve(order_id, &[(pack.clone(), quantity)])
            .await
            .expect("they are there");
        let request = FinalizeReservationsRequest {
            placed_order_ids: vec![order_id.to_string()],
            ..FinalizeReservationsRequest::default()
        };
        let finalized = self.inventory(0).finalize_reservations(request).await;
        finalized.expect("it is kept for good");
        order_id
    }

    async fn reserved(&self, order_id: Uuid) -> Taken {
        let request = ListReservedPacksRequest {
            order_ids: vec![order_id.to_string()],
        };
        let listed = self.packing().list_reserved_packs(request).await;
        let orders = listed.expect("it is answered").into_inner().orders;
        orders.into_iter().flat_map(|order| taken(order.packs)).collect()
    }

    /// Moves an order to packs of a batch, in exchange for those of another.
    async fn take(
        &self,
        order_id: Uuid,
        (number, quantity): (&str, i32),
        instead_of: &Batch,
    ) -> Result<Taken, Status> {
        let request = TakeFromBatchRequest {
            order_id: order_id.to_string(),
            batch_number: number.to_owned(),
            quantity,
            instead_of_batch_ids: vec![instead_of.batch_id.clone()],
        };
        let moved = self.packing().take_from_batch(request).await?;
        Ok(taken(moved.into_inner().packs))
    }
}

fn taken(packs: Vec<ReservedPacks>) -> Taken {
    let packs = packs.into_iter();
    packs.map(|packs| (packs.batch_number, packs.quantity)).collect()
}

fn of(parts: &[(&str, i32)]) -> Taken {
    parts
        .iter()
        .map(|(number, quantity)| ((*number).to_owned(), *quantity))
        .collect()
}

fn reason(refused: &Status) -> String {
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    runtime::status::details(refused).reason.unwrap_or_default()
}

#[tokio::test]
async fn a_packer_is_told_the_batch_and_the_shelf_of_each_pack() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let request = ReceiveBatchRequest {
        pack: Some(pack.clone()),
        quantity: 1,
        shelf: "A 3".to_owned(),
        best_before: "2190-10-01".to_owned(),
        ..receipt("OLD")
    };
    let old = room.inventory(0).receive_batch(request).await;
    let old = old
        .expect("it is received")
        .into_inner()
        .batch
        .expect("it is answered");
    assert_eq!(old.shelf, "A 3");
    let young = room.receive_of(&pack, ("YOUNG", 2199), 5).await;
    let shelf = |batch: &Batch, shelf: &str| SetShelfRequest {
        batch_id: batch.batch_id.clone(),
        shelf: shelf.to_owned(),
    };
    let moved = room.packing().set_shelf(shelf(&young, "B 1")).await;
    let moved = moved
        .expect("it is noted")
        .into_inner()
        .batch
        .expect("it is answered");
    assert_eq!((moved.shelf.as_str(), moved.on_hand), ("B 1", 5));
    let long = room.packing().set_shelf(shelf(&young, &"B".repeat(41))).await;
    assert_eq!(long.expect_err("it is too long").code(), Code::InvalidArgument);
    let unknown = Batch {
        batch_id: Uuid::now_v7().to_string(),
        ..young
    };
    let unknown = room.packing().set_shelf(shelf(&unknown, "B 1")).await;
    assert_eq!(unknown.expect_err("there is none").code(), Code::NotFound);

    let order_id = room.ordered(&pack, 3).await;
    let request = ListReservedPacksRequest {
        order_ids: vec![order_id.to_string(), Uuid::now_v7().to_string()],
    };
    let listed = room.packing().list_reserved_packs(request).await;
    let orders = listed.expect("it is answered").into_inner().orders;
    assert_eq!(orders.len(), 1, "nothing is reserved for the other one");
    let packs: Vec<_> = orders[0]
        .packs
        .iter()
        .map(|packs| (packs.batch_number.as_str(), packs.shelf.as_str(), packs.quantity))
        .collect();
    assert_eq!(packs, [("OLD", "A 3", 1), ("YOUNG", "B 1", 2)]);
}

#[tokio::test]
async fn the_reservation_moves_to_the_batch_that_is_in_hand() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let old = room.receive_of(&pack, ("OLD", 2190), 5).await;
    room.receive_of(&pack, ("YOUNG", 2199), 5).await;
    let order_id = room.ordered(&pack, 3).await;
    assert_eq!(room.reserved(order_id).await, of(&[("OLD", 3)]));

    let moved = room.take(order_id, ("young", 1), &old).await;
    assert_eq!(moved.expect("it moves"), of(&[("OLD", 2), ("YOUNG", 1)]));
    // The response was lost, and the call is repeated.
    let again = room.take(order_id, ("YOUNG", 1), &old).await;
    assert_eq!(again.expect("nothing moves"), of(&[("OLD", 2), ("YOUNG", 1)]));
    let more = room.take(order_id, ("YOUNG", 3), &old).await;
    assert_eq!(more.expect("the others move"), of(&[("YOUNG", 3)]));
    assert_eq!(room.counts(&pack).await, (10, 3));
    room.assert_sums().await;

    let unknown = room.take(order_id, ("WRONG", 1), &old).await;
    assert_eq!(unknown.expect_err("no pack has it").code(), Code::NotFound);
    let too_many = room.take(order_id, ("YOUNG", 4), &old).await;
    assert_eq!(too_many.expect_err("it has three packs").code(), Code::NotFound);
    assert_eq!(room.reserved(order_id).await, of(&[("YOUNG", 3)]));
}

#[tokio::test]
async fn a_batch_that_is_all_reserved_is_exchanged_with_the_last_order_that_is_not_packed() {
    let (engines, jetstream) = events::nats().await;
    let room = Stockroom::open_with(1, engines.nats_url(), false).await;
    let pack = pack();
    let old = room.receive_of(&pack, ("OLD", 2190), 3).await;
    let young = room.receive_of(&pack, ("YOUNG", 2199), 3).await;
    let (first, second, third) = (
        room.ordered(&pack, 1).await,
        room.ordered(&pack, 2).await,
        room.ordered(&pack, 1).await,
    );
    assert_eq!(room.reserved(third).await, of(&[("YOUNG", 1)]));

    let moved = room.take(third, ("OLD", 1), &young).await;
    assert_eq!(moved.expect("it moves"), of(&[("OLD", 1)]));
    assert_eq!(room.reserved(first).await, of(&[("OLD", 1)]));
    assert_eq!(room.reserved(second).await, of(&[("OLD", 1), ("YOUNG", 1)]));
    room.assert_sums().await;

    for order_id in [first, second] {
        let event = OrderStatusChanged {
            order_id: order_id.to_string(),
            ..OrderStatusChanged::default()
        };
        let message = PublishMessage::build()
            .payload(event.encode_to_vec().into())
            .message_id(Uuid::now_v7().to_string());
        let published = jetstream.send_publish("shop.order.packed.v1", message).await;
        published
            .expect("NATS is there")
            .await
            .expect("the stream takes it");
    }
    let fourth = room.ordered(&pack, 1).await;
    testkit::eventually("both parcels are known to be closed", async || {
        let packed = room
            .count("SELECT count(*) FROM reservations WHERE is_packed")
            .await;
        (packed == 2).then_some(())
    })
    .await;
    let moved = room.take(fourth, ("OLD", 1), &young).await;
    assert_eq!(moved.expect("it moves"), of(&[("OLD", 1)]), "the third is open");
    assert_eq!(room.reserved(third).await, of(&[("YOUNG", 1)]));
    let released = ReleaseShipmentRequest {
        order_id: fourth.to_string(),
    };
    let released = room.inventory(0).release_shipment(released).await;
    released.expect("it may go");
    let gone = room.take(fourth, ("YOUNG", 1), &old).await;
    assert_eq!(reason(&gone.expect_err("it leaves the house")), "NOT_OPEN");
    let not_free = room.take(third, ("OLD", 1), &young).await;
    assert_eq!(
        reason(&not_free.expect_err("all its parcels are closed")),
        "NOT_FREE"
    );
    room.assert_sums().await;
}

#[tokio::test]
async fn a_recalled_batch_and_one_that_is_too_old_are_put_aside() {
    let room = Stockroom::open(1).await;
    let pack = pack();
    let good = room.receive_of(&pack, ("GOOD", 2199), 2).await;
    let order_id = room.ordered(&pack, 1).await;
    let recalled = room.receive_of(&pack, ("SAND", 2190), 2).await;
    let recall = RecallBatchRequest {
        batch_id: recalled.batch_id,
        reason: "The laboratory found sand".to_owned(),
        ..RecallBatchRequest::default()
    };
    room.inventory(0)
        .recall_batch(recall)
        .await
        .expect("it is recalled");
    let refused = room.take(order_id, ("SAND", 1), &good).await;
    assert_eq!(reason(&refused.expect_err("it was recalled")), "RECALLED");
    let request = ReceiveBatchRequest {
        pack: Some(pack.clone()),
        packed_on: "2020-01-01".to_owned(),
        best_before: "2021-01-01".to_owned(),
        ..receipt("STALE")
    };
    room.inventory(0)
        .receive_batch(request)
        .await
        .expect("it is received");
    let refused = room.take(order_id, ("STALE", 1), &good).await;
    assert_eq!(reason(&refused.expect_err("it is too old")), "TOO_OLD");
    let request = ReceiveBatchRequest {
        pack: Some(pack.clone()),
        mrp_paise: 24_000,
        ..receipt("CHEAP")
    };
    room.inventory(0)
        .receive_batch(request)
        .await
        .expect("it is received");
    let refused = room.take(order_id, ("CHEAP", 1), &good).await;
    assert_eq!(reason(&refused.expect_err("the order pays ₹249")), "ABOVE_MRP");
    assert_eq!(room.reserved(order_id).await, of(&[("GOOD", 1)]));
}
