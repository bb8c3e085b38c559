//! A fake inventory with unlimited stock. Tests can make it run short, hang or stop.

use std::{
    collections::BTreeSet,
    ops::Bound,
    sync::{Arc, Mutex},
};

use fakes::inventory::v1::inventory_service_server::{InventoryService, InventoryServiceServer};
use proto::inventory::v1::{
    ChangeReservationRequest, ChangeReservationResponse, FinalizeReservationsRequest,
    FinalizeReservationsResponse, HeldUpShipment, ListOverdueRequest, ListOverdueResponse, Pack,
    ReleaseShipmentRequest, ReleaseShipmentResponse, ReleaseShipmentsRequest, ReleaseShipmentsResponse,
    ReserveRequest, ReserveResponse, Shortage, Shortages,
};
use runtime::status;
use testkit::Served;
use tokio::sync::watch;
use tonic::{Code, Request, Response, Status, async_trait};

#[derive(Default)]
struct Mood {
    /// The number of karela's small packs left. `None` for unlimited.
    karela_left: Option<i32>,
    /// The number of requests to reserve.
    asked: usize,
    /// True if it answers as unavailable.
    is_away: bool,
    /// The reservations that are not finalized.
    held: BTreeSet<String>,
    /// True if the reservations are overdue. The service asks for these at its own times.
    is_overdue: bool,
    /// Placed orders whose packs are reserved for more than a day.
    placed: BTreeSet<String>,
    finalized: FinalizeReservationsRequest,
    /// The corrections with reserved packs and no later report.
    changes: Vec<ChangeReservationRequest>,
    /// The orders that were released in bulk.
    released: BTreeSet<String>,
    /// The orders with recalled packs. Each is reported once, as if other packs were reserved then.
    recalled: BTreeSet<String>,
}

pub struct FakeInventory {
    mood: Arc<Mutex<Mood>>,
    /// True while it hangs.
    hangs: watch::Sender<bool>,
    served: Served,
}

impl FakeInventory {
    pub async fn serve() -> Self {
        let mood = Arc::default();
        let (hangs, is_hanging) = watch::channel(false);
        let api = Api(Arc::clone(&mood), is_hanging);
        let served = testkit::grpc(InventoryServiceServer::new(api)).await;
        Self { mood, hangs, served }
    }

    pub fn target(&self) -> runtime::Target {
        self.served.target()
    }

    pub fn has_left_of_karela(&self, left: Option<i32>) {
        self.mood.lock().expect("nothing panics with it").karela_left = left;
    }

    pub fn hang(&self) {
        self.hangs.send_replace(true);
    }

    /// Stops hanging. Waiting requests are answered too.
    pub fn go_on(&self) {
        self.hangs.send_replace(false);
    }

    /// Answers as unavailable, also for waiting requests.
    pub fn go_away(&self) {
        self.mood.lock().expect("nothing panics with it").is_away = true;
        self.go_on();
    }

    /// Returns the number of requests to reserve.
    pub fn asked(&self) -> usize {
        self.mood.lock().expect("nothing panics with it").asked
    }

    pub fn stop(&self) {
        self.served.stop();
    }

    /// Returns the orders with reserved packs.
    pub fn held(&self) -> BTreeSet<String> {
        self.mood.lock().expect("nothing panics with it").held.clone()
    }

    /// Simulates an order that reserved packs and crashed before it was placed.
    pub fn hold(&self, order_id: &str) {
        let mut mood = self.mood.lock().expect("nothing panics with it");
        mood.held.insert(order_id.to_owned());
    }

    /// Simulates a placed order whose packs are reserved for more than a day.
    pub fn keep(&self, order_id: &str) {
        let mut mood = self.mood.lock().expect("nothing panics with it");
        mood.placed.insert(order_id.to_owned());
    }

    /// Makes the reservations overdue.
    pub fn let_time_pass(&self) {
        self.mood.lock().expect("nothing panics with it").is_overdue = true;
    }

    /// Simulates a recall of packs that are reserved for an order.
    pub fn recall(&self, order_id: &str) {
        let mut mood = self.mood.lock().expect("nothing panics with it");
        mood.recalled.insert(order_id.to_owned());
    }

    /// Returns the corrections with reserved packs and no later report.
    pub fn changes(&self) -> Vec<ChangeReservationRequest> {
        self.mood.lock().expect("nothing panics with it").changes.clone()
    }

    /// Returns the orders that were released in bulk.
    pub fn released(&self) -> BTreeSet<String> {
        self.mood.lock().expect("nothing panics with it").released.clone()
    }

    /// Returns the finalized orders.
    pub fn finalized(&self) -> FinalizeReservationsRequest {
        self.mood
            .lock()
            .expect("nothing panics with it")
            .finalized
            .clone()
    }
}

struct Api(Arc<Mutex<Mood>>, watch::Receiver<bool>);

/// Returns the error for a pack with too few left.
fn short(pack: Option<Pack>, left: i32) -> Status {
    let short = Shortages {
        shortages: vec![Shortage { pack, left }],
    };
    let refused = status::with_reason(
        Code::FailedPrecondition,
        "OUT_OF_STOCK",
        "There are not enough packs.",
    );
    status::with_message(&refused, &short)
}

#[async_trait]
impl InventoryService for Api {
    async fn reserve(&self, request: Request<ReserveRequest>) -> Result<Response<ReserveResponse>, Status> {
        self.0.lock().expect("nothing panics with it").asked += 1;
        let mut hangs = self.1.clone();
        let waited = hangs.wait_for(|hangs| !hangs).await;
        waited.expect("the test holds the other end");
        let ReserveRequest { order_id, lines } = request.into_inner();
        let mut mood = self.0.lock().expect("nothing panics with it");
        if mood.is_away {
            return Err(Status::unavailable("the stock is unknown"));
        }
        let Some(left) = mood.karela_left else {
            mood.held.insert(order_id);
            return Ok(Response::new(ReserveResponse {}));
        };
        Err(short(lines[0].pack.clone(), left))
    }

    async fn change_reservation(
        &self,
        request: Request<ChangeReservationRequest>,
    ) -> Result<Response<ChangeReservationResponse>, Status> {
        let request = request.into_inner();
        self.0
            .lock()
            .expect("nothing panics with it")
            .changes
            .push(request.clone());
        let mut hangs = self.1.clone();
        let waited = hangs.wait_for(|hangs| !hangs).await;
        waited.expect("the test holds the other end");
        let mood = self.0.lock().expect("nothing panics with it");
        if mood.is_away {
            return Err(Status::unavailable("the stock is unknown"));
        }
        match mood.karela_left {
            None => Ok(Response::new(ChangeReservationResponse {})),
            Some(left) => Err(short(request.lines[0].pack.clone(), left)),
        }
    }

    async fn list_overdue(
        &self,
        request: Request<ListOverdueRequest>,
    ) -> Result<Response<ListOverdueResponse>, Status> {
        let mood = self.0.lock().expect("nothing panics with it");
        if let Some(after) = request.into_inner().placed_after {
            let placed = mood.placed.range((Bound::Excluded(after), Bound::Unbounded));
            return Ok(Response::new(ListOverdueResponse {
                placed_order_ids: placed.take(2).cloned().collect(),
                ..ListOverdueResponse::default()
            }));
        }
        let overdue = mood.held.iter().filter(|_| mood.is_overdue);
        let order_ids = overdue.cloned().collect();
        let changed = mood.changes.iter().filter(|_| mood.is_overdue);
        let changed_order_ids = changed.map(|change| change.order_id.clone()).collect();
        Ok(Response::new(ListOverdueResponse {
            order_ids,
            changed_order_ids,
            placed_order_ids: Vec::new(),
        }))
    }

    async fn finalize_reservations(
        &self,
        request: Request<FinalizeReservationsRequest>,
    ) -> Result<Response<FinalizeReservationsResponse>, Status> {
        let mut mood = self.0.lock().expect("nothing panics with it");
        let request = request.into_inner();
        for order_id in request
            .placed_order_ids
            .iter()
            .chain(&request.abandoned_order_ids)
        {
            mood.held.remove(order_id);
        }
        mood.changes.retain(|change| {
            let mut finalized = request.changed_orders.iter();
            finalized.all(|order| order.order_id != change.order_id)
        });
        mood.finalized.changed_orders.extend(request.changed_orders);
        mood.placed
            .retain(|order_id| !request.lost_order_ids.contains(order_id));
        mood.finalized.lost_order_ids.extend(request.lost_order_ids);
        mood.finalized.placed_order_ids.extend(request.placed_order_ids);
        mood.finalized
            .abandoned_order_ids
            .extend(request.abandoned_order_ids);
        Ok(Response::new(FinalizeReservationsResponse {}))
    }

    async fn release_shipment(
        &self,
        request: Request<ReleaseShipmentRequest>,
    ) -> Result<Response<ReleaseShipmentResponse>, Status> {
        let mut mood = self.0.lock().expect("nothing panics with it");
        if mood.is_away {
            return Err(Status::unavailable("the stock is unknown"));
        }
        if mood.recalled.remove(&request.get_ref().order_id) {
            let message = "Packs of batch KRL-1 were recalled.";
            return Err(status::with_reason(Code::FailedPrecondition, "RECALLED", message));
        }
        Ok(Response::new(ReleaseShipmentResponse {}))
    }

    async fn release_shipments(
        &self,
        request: Request<ReleaseShipmentsRequest>,
    ) -> Result<Response<ReleaseShipmentsResponse>, Status> {
        let mut mood = self.0.lock().expect("nothing panics with it");
        if mood.is_away {
            return Err(Status::unavailable("the stock is unknown"));
        }
        let request = request.into_inner();
        let recalled = request.order_ids.iter().filter(|id| mood.recalled.contains(*id));
        let held_up: Vec<_> = recalled
            .map(|order_id| HeldUpShipment {
                order_id: order_id.clone(),
                message: "Packs of batch KRL-1 were recalled.".to_owned(),
            })
            .collect();
        if held_up.is_empty() && !request.is_dry_run {
            mood.released.extend(request.order_ids);
        }
        Ok(Response::new(ReleaseShipmentsResponse { held_up }))
    }
}
