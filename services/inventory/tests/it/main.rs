//! Tests of the stock through the service's gRPC API, with real PostgreSQL and NATS.

mod alerts;
mod any_order;
mod buyers;
mod catalog_packs;
mod corrections;
mod events;
mod fake_catalog;
mod groups;
mod imports;
mod labels;
mod ledger;
mod levels;
mod locked_packs;
mod mrp;
mod oversold;
mod packing;
mod recalls;
mod reservations;
mod returns;
mod shelf_life;
mod silence;
mod staff;

use std::{sync::LazyLock, time::Duration};

use engines::Engines;
use proto::inventory::v1::{
    AdjustBatchRequest, Batch, ListAvailabilityRequest, ListBatchesRequest, Pack, PackAvailability,
    ReceiveBatchRequest, ReserveLine, ReserveRequest, Shortages,
    inventory_service_client::InventoryServiceClient,
};
use testkit::{Served, TestDatabase};
use tonic::{Code, Status, transport::Channel};
use uuid::Uuid;

/// The NATS of these tests. On the shared one they would get the orders of other services' tests.
fn nats_url() -> &'static str {
    static ENGINES: LazyLock<Engines> =
        LazyLock::new(|| Engines::with_own_nats(testkit::database_url()).expect("NATS starts"));
    ENGINES.nats_url()
}

/// A stockroom: its own database, and as many replicas of the service as a test needs.
struct Stockroom {
    database: TestDatabase,
    replicas: Vec<(Served, InventoryServiceClient<Channel>)>,
}

impl Stockroom {
    /// Opens a stockroom without samples.
    async fn open(replicas: usize) -> Self {
        Self::open_with(replicas, nats_url(), false).await
    }

    async fn open_with(replicas: usize, nats_url: &str, sample_stock: bool) -> Self {
        Self::open_beside(testkit::away(), replicas, nats_url, sample_stock).await
    }

    async fn open_beside(
        catalog_url: runtime::Target,
        replicas: usize,
        nats_url: &str,
        sample_stock: bool,
    ) -> Self {
        runtime::install_process_defaults();
        runtime::metrics::look_every(Duration::from_millis(500));
        let mut room = Self {
            database: testkit::database(&[]).await,
            replicas: Vec::new(),
        };
        for _ in 0..replicas {
            let settings = inventory::Settings {
                events: outbox::Settings::new(nats_url),
                catalog_url: catalog_url.clone(),
                sample_stock,
                ..room.settings()
            };
            room.start(settings).await;
        }
        room
    }

    /// The settings of a replica without samples and without a catalog.
    fn settings(&self) -> inventory::Settings {
        inventory::Settings {
            database: self.database.settings(),
            events: outbox::Settings::new(nats_url()),
            catalog_url: testkit::away(),
            identity_url: testkit::away(),
            sample_stock: false,
        }
    }

    /// Starts one more replica.
    async fn start(&mut self, settings: inventory::Settings) {
        let served = testkit::serve(|frame| inventory::service(settings, frame)).await;
        let inventory = InventoryServiceClient::new(Channel::builder(served.url()).connect_lazy());
        testkit::eventually("the inventory answers", async || {
            let mut inventory = inventory.clone();
            inventory
                .list_availability(ListAvailabilityRequest::default())
                .await
                .ok()
        })
        .await;
        self.replicas.push((served, inventory));
    }

    /// A client of a replica; the replicas take turns.
    fn inventory(&self, number: usize) -> InventoryServiceClient<Channel> {
        self.replicas[number % self.replicas.len()].1.clone()
    }

    async fn receive(&self, pack: &Pack, quantity: i32) -> Batch {
        let request = ReceiveBatchRequest {
            pack: Some(pack.clone()),
            quantity,
            ..receipt("A")
        };
        let received = self.inventory(0).receive_batch(request).await;
        let received = received.expect("it is received").into_inner();
        received.batch.expect("it is answered")
    }

    /// Runs the periodic task that reads the catalog.
    async fn read_the_catalog(&self) {
        testkit::run_task_now(self.database.pool(), "catalog-packs").await;
    }

    async fn reserve(&self, order_id: Uuid, lines: &[(Pack, i32)]) -> Result<(), Status> {
        let request = reserving(order_id, lines);
        self.inventory(0).reserve(request).await.map(|_| ())
    }

    /// Reserves as the order service does: once, and within 0.9 s.
    async fn reserve_in_time(
        &self,
        replica: usize,
        order_id: Uuid,
        lines: &[(Pack, i32)],
    ) -> Result<(), Status> {
        let mut request = tonic::Request::new(reserving(order_id, lines));
        request.set_timeout(Duration::from_millis(900));
        self.inventory(replica).reserve(request).await.map(|_| ())
    }

    async fn batches(&self, pack: &Pack) -> Vec<Batch> {
        let request = ListBatchesRequest {
            pack: Some(pack.clone()),
            ..ListBatchesRequest::default()
        };
        let listed = self.inventory(0).list_batches(request).await;
        listed.expect("the inventory answers").into_inner().batches
    }

    /// The packs on hand and reserved, over all batches of a pack.
    async fn counts(&self, pack: &Pack) -> (i32, i32) {
        let batches = self.batches(pack).await;
        let sum = |of: fn(&Batch) -> i32| batches.iter().map(of).sum();
        (sum(|batch| batch.on_hand), sum(|batch| batch.reserved))
    }

    async fn standings(&self) -> Vec<PackAvailability> {
        let listed = self
            .inventory(0)
            .list_availability(ListAvailabilityRequest::default())
            .await;
        listed.expect("the inventory answers").into_inner().packs
    }

    async fn adjust(&self, batch: &Batch, quantity: i32) -> Result<Batch, Status> {
        let request = AdjustBatchRequest {
            adjustment_id: Uuid::now_v7().to_string(),
            batch_id: batch.batch_id.clone(),
            quantity,
            reason: "Counted again".to_owned(),
            ..AdjustBatchRequest::default()
        };
        let adjusted = self.inventory(0).adjust_batch(request).await?;
        Ok(adjusted.into_inner().batch.expect("it is answered"))
    }

    async fn execute(&self, sql: &'static str) -> u64 {
        let done = sqlx::query(sql).execute(self.database.pool()).await;
        done.expect("an operator may do this").rows_affected()
    }

    async fn count(&self, sql: &'static str) -> i64 {
        let counted = sqlx::query_scalar(sql).fetch_one(self.database.pool()).await;
        counted.expect("counting works")
    }

    /// Checks the ledger: each batch holds the sum of its movements, and its reserved packs are those that
    /// orders hold.
    async fn assert_sums(&self) {
        let wrong = self
            .count(
                "SELECT count(*) FROM batches WHERE on_hand <>
                   (SELECT coalesce(sum(quantity), 0) FROM movements WHERE batch_id = batches.id)
                 OR reserved <>
                   (SELECT coalesce(sum(quantity), 0) FROM reserved_packs JOIN reservations USING (order_id)
                    WHERE batch_id = batches.id AND state IN ('held', 'placed'))",
            )
            .await;
        assert_eq!(wrong, 0, "batches that do not add up");
    }
}

/// A pack of a new product.
fn pack() -> Pack {
    Pack {
        product_id: Uuid::now_v7().to_string(),
        weight_in_grams: 100,
    }
}

/// A receipt of a batch that is sold for more than a year.
fn receipt(batch_number: &str) -> ReceiveBatchRequest {
    ReceiveBatchRequest {
        receipt_id: Uuid::now_v7().to_string(),
        pack: None,
        batch_number: batch_number.to_owned(),
        packed_on: "2026-10-01".to_owned(),
        best_before: "2199-10-01".to_owned(),
        mrp_paise: 29_800,
        cost_paise: 11_200,
        quantity: 1,
        actor_id: String::new(),
        reason: String::new(),
        shelf: String::new(),
    }
}

fn reserving(order_id: Uuid, lines: &[(Pack, i32)]) -> ReserveRequest {
    let lines = lines.iter().map(|(pack, quantity)| ReserveLine {
        pack: Some(pack.clone()),
        quantity: *quantity,
        unit_price_paise: 24_900,
    });
    ReserveRequest {
        order_id: order_id.to_string(),
        lines: lines.collect(),
    }
}

/// The packs left of each short line.
fn left(refused: &Status) -> Vec<i32> {
    assert_eq!(refused.code(), Code::FailedPrecondition, "{refused}");
    let details = runtime::status::details(refused);
    assert_eq!(details.reason.as_deref(), Some("OUT_OF_STOCK"));
    let told: Shortages = runtime::status::message(refused).expect("it says what is left");
    told.shortages.iter().map(|shortage| shortage.left).collect()
}
