//! A fake inventory with stock levels set by the test, or down.

use std::sync::{
    Arc, Mutex,
    atomic::{AtomicBool, Ordering},
};

use fakes::inventory::v1::inventory_service_server::InventoryService;
use proto::inventory::v1::{
    AddStockAlertRequest, AddStockAlertResponse, Availability, GetLabelsRequest, GetLabelsResponse, Label,
    ListAvailabilityRequest, ListAvailabilityResponse, Pack, PackAvailability,
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
}
