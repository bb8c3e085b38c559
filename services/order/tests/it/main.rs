//! Tests of the order service through its gRPC API, with real PostgreSQL and NATS.

mod cash;
mod cash_sums;
mod correcting;
mod correcting_lines;
mod crash;
mod erasing;
mod exports;
mod fake_catalog;
mod fake_inventory;
mod freeze;
mod get_order;
mod idempotency;
mod interleavings;
mod life;
mod masking;
mod notes;
mod online_payments;
mod outage;
mod ownership;
mod parcel_weight;
mod payment;
mod payment_requests;
mod payment_window;
mod pincode_imports;
mod place_order;
mod program;
mod recall_notices;
mod received_payments;
mod refunds;
mod restored;
mod returned_money;
mod returns;
mod sales;
mod search;
mod shop_rules;
mod staff;
mod staff_placing;
mod stock;
mod tampering;
mod tracking;
mod transitions;
mod unconfirmed;
mod unconfirmed_orders;

use std::sync::Arc;

use proto::order::v1::{
    PlaceOrderLine, PlaceOrderRequest, PlaceOrderResponse, order_service_client::OrderServiceClient,
};
use sqlx::PgPool;
use testkit::{Served, TestDatabase};
use tonic::{Status, transport::Channel};

use crate::{fake_catalog::FakeCatalog, fake_inventory::FakeInventory};

/// The deadlines of catalog and inventory in most tests, in milliseconds: far more than they need on a busy
/// machine.
const PATIENT_MS: u64 = 10_000;

/// The deadlines in tests in which they never answer, in milliseconds.
const IMPATIENT_MS: u64 = 300;

/// The order service with its own database, a fake catalog, a fake inventory and the tests' NATS.
struct Shop {
    catalog: FakeCatalog,
    inventory: FakeInventory,
    database: Arc<TestDatabase>,
    orders: OrderServiceClient<Channel>,
    served: Served,
}

impl Shop {
    async fn open() -> Self {
        Self::open_with(&testkit::nats_url()).await
    }

    async fn open_with(nats_url: &str) -> Self {
        Self::open_on(testkit::database(&[]).await.into(), nats_url).await
    }

    /// Starts a service with short deadlines that takes orders while the inventory is unavailable.
    async fn open_selling_without_stock() -> Self {
        let decide = |settings: &mut order::Settings| {
            settings.sell_without_stock = true;
            settings.inventory_deadline_ms = IMPATIENT_MS;
        };
        Self::open_deciding(testkit::database(&[]).await.into(), &testkit::nats_url(), decide).await
    }

    /// Starts a service with short deadlines.
    async fn open_impatient() -> Self {
        let decide = |settings: &mut order::Settings| {
            settings.catalog_deadline_ms = IMPATIENT_MS;
            settings.inventory_deadline_ms = IMPATIENT_MS;
        };
        Self::open_deciding(testkit::database(&[]).await.into(), &testkit::nats_url(), decide).await
    }

    /// Starts another replica on the database of `other`, with its own catalog and inventory.
    async fn open_beside(other: &Self) -> Self {
        Self::open_on(Arc::clone(&other.database), &testkit::nats_url()).await
    }

    /// Restarts the service on the same database.
    async fn open_again(self) -> Self {
        Self::open_on(self.database, &testkit::nats_url()).await
    }

    async fn open_on(database: Arc<TestDatabase>, nats_url: &str) -> Self {
        Self::open_deciding(database, nats_url, |_| ()).await
    }

    async fn open_deciding(
        database: Arc<TestDatabase>,
        nats_url: &str,
        decide: impl FnOnce(&mut order::Settings),
    ) -> Self {
        runtime::install_process_defaults();
        let catalog = FakeCatalog::serve().await;
        let inventory = FakeInventory::serve().await;
        let mut settings = settings(&database, nats_url, (&catalog, &inventory));
        decide(&mut settings);
        let served = testkit::serve(|frame| order::service(settings, frame)).await;
        let channel = Channel::builder(served.url()).connect_lazy();
        let shop = Self {
            catalog,
            inventory,
            database,
            orders: OrderServiceClient::new(channel),
            served,
        };
        // The server answers after the migrations.
        testkit::eventually("the order service answers", async || {
            let refused = shop
                .place(PlaceOrderRequest::default())
                .await
                .expect_err("an empty order is refused");
            (refused.code() == tonic::Code::InvalidArgument).then_some(())
        })
        .await;
        shop
    }

    async fn place(&self, request: PlaceOrderRequest) -> Result<PlaceOrderResponse, Status> {
        self.orders
            .clone()
            .place_order(request)
            .await
            .map(tonic::Response::into_inner)
    }

    async fn kept_orders(&self) -> i64 {
        count(self.database.pool(), "SELECT count(*) FROM orders").await
    }
}

fn settings(
    database: &TestDatabase,
    nats_url: &str,
    (catalog, inventory): (&FakeCatalog, &FakeInventory),
) -> order::Settings {
    order::Settings {
        database: database.settings(),
        events: outbox::Settings::new(nats_url),
        catalog_url: catalog.target(),
        catalog_deadline_ms: PATIENT_MS,
        inventory_url: inventory.target(),
        inventory_deadline_ms: PATIENT_MS,
        identity_url: testkit::away(),
        sell_without_stock: false,
        max_unconfirmed_packs: 0,
        max_unconfirmed_network_packs: 0,
        guest_order_packs: 0,
        guest_order_rupees: 0,
        online_payment_minutes: 0,
        cod_up_to_rupees: 10_000,
        unconfirmed_order_hours: 48,
        order_link_key: "a key for the links of tests, long enough".to_owned().into(),
    }
}

async fn count(pool: &PgPool, query: &'static str) -> i64 {
    sqlx::query_scalar(query)
        .fetch_one(pool)
        .await
        .expect("counting works")
}

/// Returns the number of `order.placed` events of this order in JetStream.
async fn events_of(order_id: &str) -> usize {
    use futures_util::StreamExt as _;
    let client = outbox::connect(&outbox::Settings::new(testkit::nats_url()))
        .await
        .expect("NATS for tests answers");
    let jetstream = async_nats::jetstream::new(client);
    let Ok(stream) = jetstream.get_stream("ORDERS").await else {
        return 0;
    };
    let settings = async_nats::jetstream::consumer::pull::OrderedConfig::default();
    let consumer = stream
        .create_consumer(settings)
        .await
        .expect("a stream can be read");
    let pending = consumer.cached_info().num_pending;
    let messages = consumer.messages().await.expect("a stream can be read");
    let count = usize::try_from(pending).expect("a test's stream is small");
    let mentions = messages.take(count).filter(|message| {
        let message = message.as_ref().expect("a message can be read");
        let mentions = message
            .payload
            .windows(order_id.len())
            .any(|bytes| bytes == order_id.as_bytes());
        std::future::ready(mentions && message.subject.as_str() == "shop.order.placed.v1")
    });
    mentions.count().await
}

/// Two weights of karela and one box of ashwagandha, at the fake catalog's prices.
fn good_order() -> PlaceOrderRequest {
    PlaceOrderRequest {
        idempotency_key: String::new(),
        full_name: "Asha Patel".to_owned(),
        email: "asha@example.com".to_owned(),
        mobile_number: "9876543210".to_owned(),
        delivery_address: "12 Ring Road, Surat".to_owned(),
        pincode: "395007".to_owned(),
        total_paise: 2 * 24_900 + 32_400 + 34_900,
        lines: vec![
            line(fake_catalog::KARELA, 100, 2, 24_900),
            line(fake_catalog::KARELA, 200, 1, 32_400),
            line(fake_catalog::ASHWAGANDHA, 75, 1, 34_900),
        ],
        ..PlaceOrderRequest::default()
    }
}

fn line(product_id: &str, weight_in_grams: i32, quantity: i64, unit_price_paise: i64) -> PlaceOrderLine {
    PlaceOrderLine {
        product_id: product_id.to_owned(),
        product_name: "a name of the client".to_owned(),
        weight_in_grams,
        quantity,
        unit_price_paise,
        line_total_paise: unit_price_paise * quantity,
    }
}
