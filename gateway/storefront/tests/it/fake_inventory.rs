//! An inventory that says of packs what the test says, or nothing at all.

use std::sync::{Arc, Mutex};

use proto::inventory::v1::{
    AdjustBatchRequest, AdjustBatchResponse, Availability, GetReservationRequest, GetReservationResponse,
    ListAvailabilityRequest, ListAvailabilityResponse, ListBatchesRequest, ListBatchesResponse,
    ListOverdueRequest, ListOverdueResponse, Pack, PackAvailability, RecallBatchRequest, RecallBatchResponse,
    ReceiveBatchRequest, ReceiveBatchResponse, ReserveRequest, ReserveResponse, SettleRequest,
    SettleResponse, inventory_service_server::InventoryService,
};
use tonic::{Request, Response, Status, async_trait};

use crate::fakes::KARELA;

/// Weights of karela with what is left of them; the others are in stock. None while it is away.
type Left = Option<Vec<(i32, i32)>>;

#[derive(Clone)]
pub(crate) struct FakeInventory(Arc<Mutex<Left>>);

impl FakeInventory {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Some(Vec::new()))))
    }

    pub(crate) fn now_has(&self, left: Left) {
        *self.0.lock().unwrap() = left;
    }
}

fn not_asked<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("the gateway never asks for this"))
}

#[async_trait]
impl InventoryService for FakeInventory {
    /// A pack a page.
    async fn list_availability(
        &self,
        request: Request<ListAvailabilityRequest>,
    ) -> Result<Response<ListAvailabilityResponse>, Status> {
        let left = self.0.lock().unwrap().clone();
        let left = left.ok_or_else(|| Status::unavailable("it is away"))?;
        let number: usize = request.into_inner().page_token.parse().unwrap_or(0);
        let packs = left.get(number).map(|&(weight_in_grams, left)| PackAvailability {
            pack: Some(Pack {
                product_id: KARELA.to_owned(),
                weight_in_grams,
            }),
            availability: if left > 0 {
                Availability::Low
            } else {
                Availability::SoldOut
            }
            .into(),
            left,
            version: 1,
        });
        let is_last = number + 1 >= left.len();
        Ok(Response::new(ListAvailabilityResponse {
            packs: packs.into_iter().collect(),
            next_page_token: if is_last {
                String::new()
            } else {
                (number + 1).to_string()
            },
        }))
    }

    async fn reserve(&self, _: Request<ReserveRequest>) -> Result<Response<ReserveResponse>, Status> {
        not_asked()
    }

    async fn settle(&self, _: Request<SettleRequest>) -> Result<Response<SettleResponse>, Status> {
        not_asked()
    }

    async fn list_overdue(
        &self,
        _: Request<ListOverdueRequest>,
    ) -> Result<Response<ListOverdueResponse>, Status> {
        not_asked()
    }

    async fn receive_batch(
        &self,
        _: Request<ReceiveBatchRequest>,
    ) -> Result<Response<ReceiveBatchResponse>, Status> {
        not_asked()
    }

    async fn adjust_batch(
        &self,
        _: Request<AdjustBatchRequest>,
    ) -> Result<Response<AdjustBatchResponse>, Status> {
        not_asked()
    }

    async fn recall_batch(
        &self,
        _: Request<RecallBatchRequest>,
    ) -> Result<Response<RecallBatchResponse>, Status> {
        not_asked()
    }

    async fn list_batches(
        &self,
        _: Request<ListBatchesRequest>,
    ) -> Result<Response<ListBatchesResponse>, Status> {
        not_asked()
    }

    async fn get_reservation(
        &self,
        _: Request<GetReservationRequest>,
    ) -> Result<Response<GetReservationResponse>, Status> {
        not_asked()
    }
}
