//! Calls by the office for a staff member: the actor of a change is the staff member in the token.

use proto::inventory::v1::{
    AdjustBatchRequest, Batch, RecallBatchRequest, ReceiveBatchRequest, ResolveReturnedPacksRequest,
    inventory_service_client::InventoryServiceClient,
};
use runtime::Identity;
use testkit::{OfficeKeys, Served};
use tonic::{Request, service::interceptor::InterceptedService, transport::Channel};
use uuid::Uuid;

use crate::{Stockroom, pack, receipt};

/// A staff member, and another one.
const BINA: &str = "0190b6a0-0000-7000-8000-00000000b17a";
const OTHER: &str = "0190b6a0-0000-7000-8000-00000000a5a5";

/// The office, with a replica of the service and the keys that sign its tokens.
struct Office {
    inventory: InventoryServiceClient<InterceptedService<Channel, Identity>>,
    keys: OfficeKeys,
    _served: Served,
}

impl Office {
    /// Opens an office on the stockroom's database.
    async fn open(room: &Stockroom) -> Self {
        let keys = OfficeKeys::new();
        let settings = inventory::Settings {
            database: room.database.settings(),
            events: outbox::Settings::new(crate::nats_url()),
            catalog_url: testkit::away(),
            identity_url: testkit::away(),
            sample_stock: false,
        };
        let served = testkit::serve_to(keys.callers(), |frame| inventory::service(settings, frame)).await;
        let channel = Channel::builder(served.url()).connect_lazy();
        let office = Self {
            inventory: InventoryServiceClient::with_interceptor(channel, keys.identity()),
            keys,
            _served: served,
        };
        testkit::eventually("the inventory answers the office", async || {
            let request = office.asked(AdjustBatchRequest::default());
            let nothing = office.inventory.clone().adjust_batch(request).await;
            let code = nothing.expect_err("it is no adjustment").code();
            (code == tonic::Code::InvalidArgument).then_some(())
        })
        .await;
        office
    }

    /// A request with Bina's token.
    fn asked<C: runtime::Call>(&self, message: C) -> Request<C> {
        self.keys.request(BINA, message)
    }

    async fn receive(&self, message: ReceiveBatchRequest) -> Batch {
        let request = self.asked(message);
        let received = self.inventory.clone().receive_batch(request).await;
        let batch = received.expect("it is received").into_inner().batch;
        batch.expect("it is answered")
    }
}

#[tokio::test]
async fn the_staff_token_names_who_changes_stock() {
    let room = Stockroom::open(1).await;
    let office = Office::open(&room).await;
    let pack = pack();
    let batch = office
        .receive(ReceiveBatchRequest {
            pack: Some(pack.clone()),
            quantity: 10,
            actor_id: OTHER.to_owned(),
            ..receipt("A")
        })
        .await;
    let adjustment = AdjustBatchRequest {
        adjustment_id: Uuid::now_v7().to_string(),
        batch_id: batch.batch_id.clone(),
        quantity: -1,
        actor_id: "another".to_owned(),
        reason: "Counted again".to_owned(),
        ..AdjustBatchRequest::default()
    };
    let request = office.asked(adjustment);
    let adjusted = office.inventory.clone().adjust_batch(request).await;
    adjusted.expect("it is adjusted");

    // As if two packs had been shipped, and one of them had come back.
    let order = Uuid::now_v7();
    room.reserve(order, &[(pack.clone(), 2)])
        .await
        .expect("they are there");
    room.execute(
        "INSERT INTO movements (id, batch_id, kind, quantity, order_id)
         SELECT gen_random_uuid(), batch_id, 'sold', -quantity, order_id FROM reserved_packs",
    )
    .await;
    room.execute("UPDATE reservations SET state = 'returned'").await;
    room.execute(
        "INSERT INTO returned_packs (order_id, product_id, weight_in_grams, quantity)
         SELECT order_id, product_id, weight_in_grams, 1 FROM reserved_packs JOIN batches ON batches.id = batch_id",
    )
    .await;
    let resolution = ResolveReturnedPacksRequest {
        resolution_id: Uuid::now_v7().to_string(),
        order_id: order.to_string(),
        batch_id: batch.batch_id.clone(),
        quantity: 1,
        actor_id: OTHER.to_owned(),
        ..ResolveReturnedPacksRequest::default()
    };
    let request = office.asked(resolution);
    let resolved = office.inventory.clone().resolve_returned_packs(request).await;
    let batch = resolved.expect("it is unopened").into_inner().batch;
    let batch = batch.expect("it is answered");
    assert_eq!((batch.on_hand, batch.reserved), (8, 0));

    let recall = RecallBatchRequest {
        batch_id: batch.batch_id,
        actor_id: OTHER.to_owned(),
        reason: "The laboratory found sand".to_owned(),
        page_token: String::new(),
    };
    let request = office.asked(recall);
    let recalled = office.inventory.clone().recall_batch(request).await;
    recalled.expect("it is recalled");

    let of_bina: Vec<(String, bool)> = sqlx::query_as(
        "SELECT kind, actor_id = $1 FROM movements WHERE actor_id IS NOT NULL
         UNION ALL SELECT 'recalled', actor_id = $1 FROM recalls ORDER BY 1",
    )
    .bind(Uuid::parse_str(BINA).expect("it is an id"))
    .fetch_all(room.database.pool())
    .await
    .expect("the ledger can be read");
    let kinds = ["adjusted", "recalled", "received", "returned"];
    assert_eq!(of_bina, kinds.map(|kind| (kind.to_owned(), true)));
}
