//! A fake order service and a NATS server.

use async_nats::jetstream::{self, message::PublishMessage};
use engines::Engines;
use fakes::FakeOrders;
use prost::Message as _;
use proto::{
    event::v1::OrderStatusChanged,
    order::v1::{Order, OrderChange, OrderLine, OrderStatus},
};
use testkit::{FaultProxy, Served};
use uuid::Uuid;

use crate::Reviews;

/// The order service behind a connection that can break, and its own NATS, because durable consumer names are
/// fixed.
pub(crate) struct Orders {
    kept: FakeOrders,
    pub(crate) line: FaultProxy,
    url: String,
    jetstream: jetstream::Context,
    engines: Engines,
    _served: Served,
}

impl Orders {
    pub(crate) async fn serve() -> Self {
        runtime::install_process_defaults();
        let engines = Engines::with_own_nats(testkit::database_url()).expect("NATS starts");
        let jetstream = testkit::jetstream(engines.nats_url(), &[("ORDERS", "shop.order.>")]).await;
        let kept = FakeOrders::default();
        let served = testkit::grpc(kept.server()).await;
        let (line, url) = FaultProxy::in_front_of(&served.target().to_string()).await;
        Self {
            kept,
            line,
            url,
            jetstream,
            engines,
            _served: served,
        }
    }

    /// Starts the review service with this order service.
    pub(crate) async fn open_reviews(&self) -> Reviews {
        let database = testkit::database(&[]).await;
        let settings = review::Settings {
            events: outbox::Settings::new(self.engines.nats_url()),
            order_url: self.url.parse().expect("it is a URL"),
            ..Reviews::settings(database.settings())
        };
        Reviews::open_with(database, settings).await
    }

    /// Stores a delivered order without publishing its event.
    pub(crate) fn keep(&self, account_id: &str, packs: &[(Uuid, &str, i32)]) -> Order {
        let lines = packs.iter().map(|(product_id, name, weight)| OrderLine {
            product_id: product_id.to_string(),
            product_name: (*name).to_owned(),
            weight_in_grams: *weight,
            quantity: 2,
            ..OrderLine::default()
        });
        let order = Order {
            order_id: Uuid::now_v7().to_string(),
            account_id: account_id.to_owned(),
            lines: lines.collect(),
            ..Order::default()
        };
        self.to(order, OrderStatus::Delivered)
    }

    /// Changes an order's status without publishing its event.
    pub(crate) fn to(&self, mut order: Order, to: OrderStatus) -> Order {
        order.version += 1;
        order.set_status(to);
        order.changes.push(OrderChange {
            version: order.version,
            to: to.into(),
            changed_at: "2026-11-21T07:21:43Z".to_owned(),
            ..OrderChange::default()
        });
        self.kept.keep(&order);
        order
    }

    /// Publishes the event for the order's current status.
    pub(crate) async fn publish(&self, order: &Order) {
        let subject = match order.status() {
            OrderStatus::Delivered => "shop.order.delivered.v1",
            OrderStatus::Returned => "shop.order.returned.v1",
            other => panic!("reviews hear nothing of {other:?}"),
        };
        let event = OrderStatusChanged {
            order_id: order.order_id.clone(),
            order_number: "VM-261121-7K3QX".to_owned(),
            version: order.version,
            ..OrderStatusChanged::default()
        };
        let message = PublishMessage::build()
            .payload(event.encode_to_vec().into())
            .message_id(Uuid::now_v7().to_string());
        let sent = self.jetstream.send_publish(subject, message).await;
        sent.expect("NATS takes it").await.expect("NATS keeps it");
    }
}
