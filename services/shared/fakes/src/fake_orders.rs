//! A fake order service.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard},
};

use proto::order::v1::{
    GetOrderRequest, GetOrderResponse, ListOrdersRequest, ListOrdersResponse, Order, QuoteDeliveryRequest,
    QuoteDeliveryResponse,
};
use tonic::{Request, Response, Status, async_trait};

use crate::servers::shop::order::v1::order_service_server::{OrderService, OrderServiceServer};

/// The orders of a test by id, and two pincodes. Clones share the orders.
#[derive(Clone, Default)]
pub struct FakeOrders(Arc<Mutex<HashMap<String, Order>>>);

impl FakeOrders {
    /// Stores an order, in place of an earlier version of it.
    pub fn keep(&self, order: &Order) {
        self.lock().insert(order.order_id.clone(), order.clone());
    }

    /// The gRPC service.
    pub fn server(&self) -> OrderServiceServer<Self> {
        OrderServiceServer::new(self.clone())
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Order>> {
        self.0.lock().expect("the mutex is not poisoned")
    }
}

#[async_trait]
impl OrderService for FakeOrders {
    async fn get_order(
        &self,
        request: Request<GetOrderRequest>,
    ) -> Result<Response<GetOrderResponse>, Status> {
        let order = self.lock().get(&request.get_ref().order_id).cloned();
        let order = order.ok_or_else(|| Status::not_found("There is no such order."))?;
        Ok(Response::new(GetOrderResponse {
            order: Some(order),
            link_token: "6a3b-00c0ffee".to_owned(),
            ..GetOrderResponse::default()
        }))
    }

    /// Returns all orders of an account on one page.
    async fn list_orders(
        &self,
        request: Request<ListOrdersRequest>,
    ) -> Result<Response<ListOrdersResponse>, Status> {
        let account_id = request.into_inner().account_id;
        let orders = self.lock();
        let theirs = orders.values().filter(|order| order.account_id == account_id);
        Ok(Response::new(ListOrdersResponse {
            orders: theirs.cloned().collect(),
            next_page_token: String::new(),
        }))
    }

    async fn quote_delivery(
        &self,
        request: Request<QuoteDeliveryRequest>,
    ) -> Result<Response<QuoteDeliveryResponse>, Status> {
        let state = match request.into_inner().pincode.as_str() {
            "395007" => "Gujarat",
            "400001" => "Maharashtra",
            _ => return Err(Status::not_found("There is no such pincode.")),
        };
        Ok(Response::new(QuoteDeliveryResponse {
            state: state.to_owned(),
            ..QuoteDeliveryResponse::default()
        }))
    }
}
