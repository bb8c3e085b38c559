//! A fake for one unconfirmed order: the packs it reserves, and the packs it waits for.

use std::sync::{Arc, Mutex};

use fakes::{
    inventory::v1::{
        inventory_service_server::InventoryServiceServer,
        oversold_pack_service_server::{
            OversoldPackService, OversoldPackServiceServer, SERVICE_NAME as OVERSOLD,
        },
        packing_service_server::PackingServiceServer,
        recall_service_server::RecallServiceServer,
    },
    order::v1::unconfirmed_order_service_server::{SERVICE_NAME as UNCONFIRMED, UnconfirmedOrderService},
};
use proto::{
    inventory::v1::{ListOversoldPacksRequest, ListOversoldPacksResponse, OversoldPacks, Pack},
    order::v1::{
        ListUnconfirmedOrdersRequest, ListUnconfirmedOrdersResponse, SumUnconfirmedPacksRequest,
        SumUnconfirmedPacksResponse, UnconfirmedOrder, UnconfirmedPacks,
    },
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_catalog::KARELA,
    fake_inventory::FakeInventory,
    fake_order::{ORDER, order},
    fake_recalls::FakeRecalls,
    record::Record,
};

/// An order without a known number.
pub(crate) const NAMELESS: &str = "01936f00-0000-7000-8000-0000000000ad";

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
pub(crate) async fn serve_inventory(
    (stock, recalls, held): (FakeInventory, FakeRecalls, FakeHeld),
) -> Served {
    let packing = PackingServiceServer::new(stock.clone());
    let stock = InventoryServiceServer::new(stock);
    let recalls = RecallServiceServer::new(recalls);
    let oversold = OversoldPackServiceServer::new(held);
    testkit::serve(|frame| async move {
        let services = frame
            .services(proto::CONTRACT)?
            .add(stock)
            .await
            .add(recalls)
            .await;
        let services = services.add(oversold).await.add(packing).await;
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

    async fn sum_unconfirmed_packs(
        &self,
        request: Request<SumUnconfirmedPacksRequest>,
    ) -> Result<Response<SumUnconfirmedPacksResponse>, Status> {
        self.record.admit(UNCONFIRMED, "SumUnconfirmedPacks", request)?;
        Ok(Response::new(SumUnconfirmedPacksResponse {
            packs: vec![UnconfirmedPacks {
                product_id: KARELA.to_owned(),
                product_name: "Karela Powder".to_owned(),
                weight_in_grams: 100,
                packs: 2,
                orders: 1,
                oldest_placed_at: "2026-11-21T06:30:00Z".to_owned(),
            }],
        }))
    }
}

#[async_trait]
impl OversoldPackService for FakeHeld {
    async fn list_oversold_packs(
        &self,
        request: Request<ListOversoldPacksRequest>,
    ) -> Result<Response<ListOversoldPacksResponse>, Status> {
        let asked = self.record.admit(OVERSOLD, "ListOversoldPacks", request)?;
        let is_first = asked.page_token.is_empty();
        Ok(Response::new(ListOversoldPacksResponse {
            packs: vec![OversoldPacks {
                order_id: if is_first { ORDER } else { NAMELESS }.to_owned(),
                pack: Some(Pack {
                    product_id: KARELA.to_owned(),
                    weight_in_grams: 100,
                }),
                quantity: 3,
                noticed_at: "2026-11-25T06:30:00Z".to_owned(),
            }],
            next_page_token: if is_first { "2".to_owned() } else { String::new() },
        }))
    }
}
