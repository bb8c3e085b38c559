//! A fake inventory with stock levels set by the test, or down.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use proto::inventory::v1::{
    AddStockAlertRequest, AddStockAlertResponse, AdjustBatchRequest, AdjustBatchResponse, Availability,
    ChangeReservationRequest, ChangeReservationResponse, ClaimStockAlertRequest, ClaimStockAlertResponse,
    EndStockAlertRequest, EndStockAlertResponse, FinalizeReservationsRequest, FinalizeReservationsResponse,
    GetLabelsRequest, GetLabelsResponse, GetReservationRequest, GetReservationResponse, Label,
    ListAvailabilityRequest, ListAvailabilityResponse, ListBatchesRequest, ListBatchesResponse,
    ListOverdueRequest, ListOverdueResponse, ListReturnedPacksRequest, ListReturnedPacksResponse, Pack,
    PackAvailability, RecallBatchRequest, RecallBatchResponse, ReceiveBatchRequest, ReceiveBatchResponse,
    ReleaseShipmentRequest, ReleaseShipmentResponse, ReleaseShipmentsRequest, ReleaseShipmentsResponse,
    ReserveRequest, ReserveResponse, ResolveReturnedPacksRequest, ResolveReturnedPacksResponse,
    inventory_service_server::InventoryService,
};
use runtime::status::{self, Rule, Violation};
use tonic::{Code, Request, Response, Status, async_trait};

use crate::fake_catalog::KARELA;

/// Weights of karela with the number left; other weights are in stock, unless the fake lists all packs.
/// `None` while it is down.
type Left = Option<Vec<(i32, i32)>>;

#[derive(Clone)]
pub(crate) struct FakeInventory(Arc<Mutex<Left>>, Arc<AtomicBool>);

impl FakeInventory {
    pub(crate) fn new() -> Self {
        Self(Arc::new(Mutex::new(Some(Vec::new()))), Arc::default())
    }

    /// From now on the fake lists all the packs that it has.
    pub(crate) fn now_lists_all(&self) {
        self.1.store(true, Ordering::Relaxed);
    }

    pub(crate) fn now_has(&self, left: Left) {
        *self.0.lock().unwrap() = left;
    }
}

/// The checks of the real service.
fn violations(request: &AddStockAlertRequest) -> Vec<Violation> {
    let is_address = request.email.contains('@');
    let broken = (!is_address).then(|| Rule::Malformed.says("Enter a valid email address"));
    broken
        .map(|broken| Violation::new("email", broken))
        .into_iter()
        .collect()
}

fn not_asked<T>() -> Result<Response<T>, Status> {
    Err(Status::unimplemented("the gateway never asks for this"))
}

#[async_trait]
impl InventoryService for FakeInventory {
    /// One pack per page.
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
            is_whole: self.1.load(Ordering::Relaxed),
        }))
    }

    async fn reserve(&self, _: Request<ReserveRequest>) -> Result<Response<ReserveResponse>, Status> {
        not_asked()
    }

    async fn change_reservation(
        &self,
        _: Request<ChangeReservationRequest>,
    ) -> Result<Response<ChangeReservationResponse>, Status> {
        not_asked()
    }

    async fn release_shipments(
        &self,
        _: Request<ReleaseShipmentsRequest>,
    ) -> Result<Response<ReleaseShipmentsResponse>, Status> {
        not_asked()
    }

    async fn finalize_reservations(
        &self,
        _: Request<FinalizeReservationsRequest>,
    ) -> Result<Response<FinalizeReservationsResponse>, Status> {
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

    async fn list_stock_levels(
        &self,
        _: Request<proto::inventory::v1::ListStockLevelsRequest>,
    ) -> Result<Response<proto::inventory::v1::ListStockLevelsResponse>, Status> {
        not_asked()
    }

    async fn list_batches(
        &self,
        _: Request<ListBatchesRequest>,
    ) -> Result<Response<ListBatchesResponse>, Status> {
        not_asked()
    }

    async fn release_shipment(
        &self,
        _: Request<ReleaseShipmentRequest>,
    ) -> Result<Response<ReleaseShipmentResponse>, Status> {
        not_asked()
    }

    async fn list_returned_packs(
        &self,
        _: Request<ListReturnedPacksRequest>,
    ) -> Result<Response<ListReturnedPacksResponse>, Status> {
        not_asked()
    }

    async fn resolve_returned_packs(
        &self,
        _: Request<ResolveReturnedPacksRequest>,
    ) -> Result<Response<ResolveReturnedPacksResponse>, Status> {
        not_asked()
    }

    async fn get_reservation(
        &self,
        _: Request<GetReservationRequest>,
    ) -> Result<Response<GetReservationResponse>, Status> {
        not_asked()
    }

    async fn get_labels(
        &self,
        request: Request<GetLabelsRequest>,
    ) -> Result<Response<GetLabelsResponse>, Status> {
        let left = self.0.lock().unwrap().clone();
        left.ok_or_else(|| Status::unavailable("it is away"))?;
        assert_eq!(request.get_ref().product_id, KARELA);
        let label = Label {
            weight_in_grams: 100,
            batch_number: "VM01-100-A".to_owned(),
            packed_on: "2026-10-01".to_owned(),
            best_before: "2028-03-24".to_owned(),
            mrp_paise: 29_850,
        };
        Ok(Response::new(GetLabelsResponse { labels: vec![label] }))
    }

    /// Alerts are possible only for the sold-out weights of karela.
    async fn add_stock_alert(
        &self,
        request: Request<AddStockAlertRequest>,
    ) -> Result<Response<AddStockAlertResponse>, Status> {
        let request = request.into_inner();
        let left = self.0.lock().unwrap().clone();
        let left = left.ok_or_else(|| Status::unavailable("it is away"))?;
        let violations = violations(&request);
        if !violations.is_empty() {
            return Err(status::invalid(violations));
        }
        if left.contains(&(request.weight_in_grams, 0)) {
            return Ok(Response::new(AddStockAlertResponse {}));
        }
        let refused = "This pack can be bought now.";
        Err(status::with_reason(Code::FailedPrecondition, "IN_STOCK", refused))
    }

    async fn claim_stock_alert(
        &self,
        _: Request<ClaimStockAlertRequest>,
    ) -> Result<Response<ClaimStockAlertResponse>, Status> {
        not_asked()
    }

    async fn end_stock_alert(
        &self,
        _: Request<EndStockAlertRequest>,
    ) -> Result<Response<EndStockAlertResponse>, Status> {
        not_asked()
    }
}
