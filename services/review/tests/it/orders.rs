//! A fake order service and a NATS server.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex},
};

use async_nats::jetstream::{self, message::PublishMessage};
use engines::Engines;
use prost::Message as _;
use proto::{
    event::v2::OrderMoved,
    order::v1::{
        ClaimOrdersRequest, ClaimOrdersResponse, FindOrderRequest, FindOrderResponse, GetOrderRequest,
        GetOrderResponse, ListOrdersRequest, ListOrdersResponse, Order, OrderChange, OrderLine, OrderStatus,
        PlaceOrderRequest, PlaceOrderResponse, QuoteDeliveryRequest, QuoteDeliveryResponse,
        TransitionOrderRequest, TransitionOrderResponse,
        order_service_server::{OrderService, OrderServiceServer},
    },
};
use testkit::{FaultProxy, Served};
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::Reviews;

/// The orders of the fake order service.
#[derive(Clone, Default)]
struct StoredOrders(Arc<Mutex<HashMap<String, Order>>>);

/// The order service behind a connection that can break, and its own NATS, because durable consumer names are
/// fixed.
pub(crate) struct Orders {
    kept: StoredOrders,
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
        let kept = StoredOrders::default();
        let served = testkit::grpc(OrderServiceServer::new(kept.clone())).await;
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
        let mut orders = self.kept.0.lock().expect("the mutex is not poisoned");
        orders.insert(order.order_id.clone(), order.clone());
        order
    }

    /// Publishes the event for the order's current status.
    pub(crate) async fn publish(&self, order: &Order) {
        let subject = match order.status() {
            OrderStatus::Delivered => "shop.order.delivered.v2",
            OrderStatus::Returned => "shop.order.returned.v2",
            other => panic!("reviews hear nothing of {other:?}"),
        };
        let event = OrderMoved {
            order_id: order.order_id.clone(),
            order_number: "VM-261121-7K3QX".to_owned(),
            version: order.version,
            ..OrderMoved::default()
        };
        let message = PublishMessage::build()
            .payload(event.encode_to_vec().into())
            .message_id(Uuid::now_v7().to_string());
        let sent = self.jetstream.send_publish(subject, message).await;
        sent.expect("NATS takes it").await.expect("NATS keeps it");
    }
}

#[async_trait]
impl OrderService for StoredOrders {
    async fn place_order(
        &self,
        _: Request<PlaceOrderRequest>,
    ) -> Result<Response<PlaceOrderResponse>, Status> {
        Err(Status::unimplemented("no review places orders"))
    }

    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        let orders = self.0.lock().expect("the mutex is not poisoned");
        let order = orders.get(&request.get_ref().order_id);
        let order = order.ok_or_else(|| Status::not_found("There is no such order."))?;
        Ok(Response::new(GetOrderResponse {
            order: Some(order.clone()),
            ..GetOrderResponse::default()
        }))
    }

    async fn transition_order(
        &self,
        _: Request<TransitionOrderRequest>,
    ) -> Result<Response<TransitionOrderResponse>, Status> {
        Err(Status::unimplemented("no review moves orders"))
    }

    async fn list_orders(
        &self,
        request: Request<ListOrdersRequest>,
    ) -> Result<Response<ListOrdersResponse>, Status> {
        let orders = self.0.lock().expect("the mutex is not poisoned");
        let theirs = orders
            .values()
            .filter(|order| order.account_id == request.get_ref().account_id);
        Ok(Response::new(ListOrdersResponse {
            orders: theirs.cloned().collect(),
            next_page_token: String::new(),
        }))
    }

    async fn find_order(&self, _: Request<FindOrderRequest>) -> Result<Response<FindOrderResponse>, Status> {
        Err(Status::unimplemented("reviews know no numbers of orders"))
    }

    async fn search_orders(
        &self,
        _: Request<proto::order::v1::SearchOrdersRequest>,
    ) -> Result<Response<proto::order::v1::SearchOrdersResponse>, Status> {
        Err(Status::unimplemented("reviews do not work in the office"))
    }

    async fn count_open_orders(
        &self,
        _: Request<proto::order::v1::CountOpenOrdersRequest>,
    ) -> Result<Response<proto::order::v1::CountOpenOrdersResponse>, Status> {
        Err(Status::unimplemented("reviews do not work in the office"))
    }

    async fn list_sales(
        &self,
        _: Request<proto::order::v1::ListSalesRequest>,
    ) -> Result<Response<proto::order::v1::ListSalesResponse>, Status> {
        Err(Status::unimplemented("reviews do not work in the office"))
    }

    async fn record_payment(
        &self,
        _: Request<proto::order::v1::RecordPaymentRequest>,
    ) -> Result<Response<proto::order::v1::RecordPaymentResponse>, Status> {
        Err(Status::unimplemented("reviews do not work in the office"))
    }

    async fn claim_orders(
        &self,
        _: Request<ClaimOrdersRequest>,
    ) -> Result<Response<ClaimOrdersResponse>, Status> {
        Err(Status::unimplemented("no review claims orders"))
    }

    async fn quote_delivery(
        &self,
        _: Request<QuoteDeliveryRequest>,
    ) -> Result<Response<QuoteDeliveryResponse>, Status> {
        Err(Status::unimplemented("reviews are not delivered"))
    }
}
