//! The services around billing, NATS, and replicas of billing.

use std::sync::{Arc, Mutex};

use async_nats::jetstream::{self, message::PublishMessage};
use engines::Engines;
use fakes::FakeOrders;
use prost::Message;
use proto::{
    billing::v1::{
        Document, GetDocumentFileRequest, ListOrderDocumentsRequest,
        billing_service_client::BillingServiceClient, ledger_service_client::LedgerServiceClient,
        tax_rate_service_client::TaxRateServiceClient,
    },
    event::v1::{OrderStatusChanged, RefundChanged},
    order::v1::{Order, OrderChange, OrderCharge, OrderLine, OrderStatus},
};
use testkit::{Program, Served, TestDatabase, eventually};
use tonic::{Status, transport::Channel};
use uuid::Uuid;

use crate::fake_catalog::FakeCatalog;

/// Everything around billing.
pub(crate) struct Shop {
    pub(crate) orders: FakeOrders,
    pub(crate) catalog: FakeCatalog,
    pub(crate) database: TestDatabase,
    jetstream: jetstream::Context,
    engines: Engines,
    order_service: Served,
    catalog_service: Served,
}

/// A replica of billing.
pub(crate) struct Billing {
    pub(crate) client: BillingServiceClient<Channel>,
    pub(crate) books: LedgerServiceClient<Channel>,
    pub(crate) rates: TaxRateServiceClient<Channel>,
    _served: Served,
}

impl Shop {
    pub(crate) async fn open() -> Self {
        runtime::install_process_defaults();
        let engines = Engines::with_own_nats(testkit::database_url()).expect("NATS starts");
        let streams = [("ORDERS", "shop.order.>"), ("PAYMENTS", "shop.payment.>")];
        let jetstream = testkit::jetstream(engines.nats_url(), &streams).await;
        let (orders, catalog) = (FakeOrders::default(), FakeCatalog::default());
        Self {
            order_service: testkit::grpc(orders.server()).await,
            catalog_service: catalog.serve().await,
            orders,
            catalog,
            database: testkit::database(&[]).await,
            jetstream,
            engines,
        }
    }

    /// Starts another replica.
    pub(crate) async fn billing(&self, invoice_at: billing::InvoiceAt) -> Billing {
        let settings = billing::Settings {
            database: self.database.settings(),
            events: outbox::Settings::new(self.engines.nats_url()),
            order_url: self.order_service.target(),
            catalog_url: self.catalog_service.target(),
            invoice_at,
        };
        let served = testkit::serve(|frame| billing::service(settings, frame)).await;
        let billing = Billing {
            client: BillingServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            books: LedgerServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            rates: TaxRateServiceClient::new(Channel::builder(served.url()).connect_lazy()),
            _served: served,
        };
        eventually("billing answers", async || {
            billing.documents(&Uuid::nil().to_string()).await.ok()
        })
        .await;
        billing
    }

    /// Starts another replica, which can be killed.
    pub(crate) fn program(&self) -> Program {
        let settings = [
            ("DATABASE_URL", self.database.url().to_owned()),
            ("NATS_URL", self.engines.nats_url().to_owned()),
            ("ORDER_URL", self.order_service.target().to_string()),
            ("CATALOG_URL", self.catalog_service.target().to_string()),
        ];
        Program::start(env!("CARGO_BIN_EXE_billing"), settings)
    }

    pub(crate) async fn tell(&self, subject: &'static str, event: &impl Message) {
        let message = PublishMessage::build()
            .payload(event.encode_to_vec().into())
            .message_id(Uuid::now_v7().to_string());
        let sent = self.jetstream.send_publish(subject, message).await;
        sent.expect("NATS takes it").await.expect("NATS keeps it");
    }

    /// Waits until an event was dead-lettered.
    pub(crate) async fn dead_letter(&self, subject: &str) {
        eventually("it is put aside", async || {
            let stream = self.jetstream.get_stream("DEAD_LETTERS").await.ok()?;
            stream.get_last_raw_message_by_subject(subject).await.ok()
        })
        .await;
    }

    /// Changes an order's status and publishes the event.
    pub(crate) async fn to(&self, mut order: Order, to: OrderStatus, subject: &'static str) -> Order {
        order.version += 1;
        order.set_status(to);
        order.changes.push(OrderChange {
            version: order.version,
            to: to.into(),
            changed_at: "2026-11-26T07:21:43Z".to_owned(),
            ..OrderChange::default()
        });
        self.orders.keep(&order);
        self.tell(subject, &status_changed(&order)).await;
        order
    }

    pub(crate) async fn ship(&self, order: Order) -> Order {
        self.to(order, OrderStatus::Shipped, "shop.order.shipped.v1")
            .await
    }
}

impl Billing {
    pub(crate) async fn documents(&self, order_id: &str) -> Result<Vec<Document>, Status> {
        let request = ListOrderDocumentsRequest {
            order_id: order_id.to_owned(),
        };
        let answer = self.client.clone().list_order_documents(request).await?;
        Ok(answer.into_inner().documents)
    }

    /// Waits until an order has this many documents.
    pub(crate) async fn wait_for(&self, order: &Order, many: usize) -> Vec<Document> {
        eventually("the documents are issued", async || {
            let documents = self.documents(&order.order_id).await.ok()?;
            (documents.len() >= many).then_some(documents)
        })
        .await
    }

    pub(crate) async fn pdf(&self, order_id: &str, document_id: &str) -> Result<Vec<u8>, Status> {
        let request = GetDocumentFileRequest {
            order_id: order_id.to_owned(),
            document_id: document_id.to_owned(),
        };
        let answer = self.client.clone().get_document_file(request).await?;
        Ok(answer.into_inner().pdf)
    }
}

/// Two packs and delivery, in Gujarat: ₹538.
pub(crate) fn order() -> Order {
    Order {
        order_id: Uuid::now_v7().to_string(),
        order_number: "VM-261121-7K3QX".to_owned(),
        placed_at: "2026-11-21T07:21:43Z".to_owned(),
        full_name: "आशा पटेल".to_owned(),
        delivery_address: "Flat 3, सुमन सोसायटी, Athwalines, સુરત".to_owned(),
        pincode: "395007".to_owned(),
        total_paise: 53_800,
        lines: vec![OrderLine {
            product_id: Uuid::from_u128(7).to_string(),
            product_name: "Karela Powder".to_owned(),
            weight_in_grams: 100,
            quantity: 2,
            unit_price_paise: 24_900,
            sku: "P0001-100".to_owned(),
        }],
        charges: vec![OrderCharge {
            label: "Delivery".to_owned(),
            amount_paise: 4_000,
            ..OrderCharge::default()
        }],
        version: 3,
        ..Order::default()
    }
}

pub(crate) fn status_changed(order: &Order) -> OrderStatusChanged {
    OrderStatusChanged {
        order_id: order.order_id.clone(),
        order_number: order.order_number.clone(),
        version: order.version,
        ..OrderStatusChanged::default()
    }
}

pub(crate) fn refund(order: &Order, refund_id: Uuid, amount_paise: i64) -> RefundChanged {
    RefundChanged {
        refund_id: refund_id.to_string(),
        payment_id: Uuid::from_u128(5).to_string(),
        order_id: order.order_id.clone(),
        amount_paise,
        state: "processed".to_owned(),
        reason: "goodwill".to_owned(),
        version: 3,
        is_of_accepted: true,
        changed_on: "2026-11-26".to_owned(),
        ..RefundChanged::default()
    }
}

/// Shared between a fake and its test.
pub(crate) type Shared<T> = Arc<Mutex<T>>;
