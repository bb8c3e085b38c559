//! A fake for one unconfirmed order.

use std::sync::{Arc, Mutex};

use fakes::{
    inventory::v1::{
        inventory_service_server::InventoryServiceServer, packing_service_server::PackingServiceServer,
        recall_service_server::RecallServiceServer,
    },
    order::v1::unconfirmed_order_service_server::{SERVICE_NAME as UNCONFIRMED, UnconfirmedOrderService},
};
use proto::order::v1::{ListUnconfirmedOrdersRequest, ListUnconfirmedOrdersResponse, UnconfirmedOrder};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{fake_inventory::FakeInventory, fake_order::order, fake_recalls::FakeRecalls, record::Record};

#[derive(Clone)]
pub(crate) struct FakeHeld {
    record: Record,
    /// The lists of orders that were requested.
    pub(crate) asked: Arc<Mutex<Vec<ListUnconfirmedOrdersRequest>>>,
}

impl FakeHeld {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            asked: Arc::default(),
        }
    }
}

/// Serves the whole inventory.
pub(crate) async fn serve_inventory((stock, recalls): (FakeInventory, FakeRecalls)) -> Served {
    let packing = PackingServiceServer::new(stock.clone());
    let stock = InventoryServiceServer::new(stock);
    let recalls = RecallServiceServer::new(recalls);
    testkit::serve(|frame| async move {
        let services = frame
            .services(proto::CONTRACT)?
            .add(stock)
            .await
            .add(recalls)
            .await;
        let services = services.add(packing).await;
        frame.serve_all(services).await
    })
    .await
}

#[async_trait]
impl UnconfirmedOrderService for FakeHeld {
    async fn list_unconfirmed_orders(
        &self,
        request: Request<ListUnconfirmedOrdersRequest>,
    ) -> Result<Response<ListUnconfirmedOrdersResponse>, Status> {
        let asked = self.record.admit(UNCONFIRMED, "ListUnconfirmedOrders", request)?;
        let is_first = asked.page_token.is_empty();
        self.asked.lock().unwrap().push(asked);
        let ends_at = if is_first { "2026-11-23T06:30:00Z" } else { "" };
        Ok(Response::new(ListUnconfirmedOrdersResponse {
            orders: vec![UnconfirmedOrder {
                order: Some(order()),
                ends_at: ends_at.to_owned(),
            }],
            next_page_token: if is_first { "2".to_owned() } else { String::new() },
        }))
    }
}
