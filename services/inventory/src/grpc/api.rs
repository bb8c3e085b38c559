//! The gRPC API of reservations. The methods of stock levels are in `levels_grpc`, and those of batches in
//! `ledger_grpc`.

use proto::inventory::v1 as contract;
use proto::inventory::v1::inventory_service_server::InventoryService;
use runtime::{
    Staff,
    status::{self, Broken, Violation, field},
};
use sqlx::PgPool;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::{
        alerts_grpc, changes_grpc, finalizing_grpc, ledger_grpc, levels_grpc,
        messages::{label_message, line_details, pack_message, reserved_packs},
        returns_grpc, shipments_grpc,
    },
    labels,
    pack::{self, Pack},
    reservations::{
        changes, group_commit::Reservations, line, oversold::backorder_store, plan_store::ReservationRequest,
        planning::plan::ReservationOutcome, reservation_store,
    },
};

/// The gRPC service.
#[derive(Debug)]
pub struct Api {
    /// The database.
    pub db: PgPool,
    /// Reserves packs for orders.
    pub reservations: Reservations,
}

#[async_trait]
impl InventoryService for Api {
    async fn list_availability(
        &self,
        request: Request<contract::ListAvailabilityRequest>,
    ) -> Result<Response<contract::ListAvailabilityResponse>, Status> {
        let answer = levels_grpc::availability(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn list_stock_levels(
        &self,
        request: Request<contract::ListStockLevelsRequest>,
    ) -> Result<Response<contract::ListStockLevelsResponse>, Status> {
        let answer = levels_grpc::levels(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn reserve(
        &self,
        request: Request<contract::ReserveRequest>,
    ) -> Result<Response<contract::ReserveResponse>, Status> {
        let allowed = runtime::time_allowed(&request);
        let request = request.into_inner();
        let mut violations = Vec::new();
        let order_id = field("order_id", order_id(&request.order_id), &mut violations);
        let lines = request.lines.into_iter().map(line_details);
        let lines = line::parse_lines(lines.collect(), &mut violations);
        let Some(order_id) = order_id.filter(|_| violations.is_empty()) else {
            return Err(Error::Invalid(violations).into());
        };
        let outcome = self
            .reservations
            .reserve(ReservationRequest { order_id, lines }, allowed)
            .await;
        match outcome.map_err(Error::from)? {
            ReservationOutcome::Reserved => {
                metrics::counter!("reservations_total", "outcome" => "reserved").increment(1);
                Ok(Response::new(contract::ReserveResponse {}))
            }
            ReservationOutcome::Short(short) => {
                metrics::counter!("reservations_total", "outcome" => "short").increment(1);
                Err(out_of_stock(short))
            }
        }
    }

    async fn change_reservation(
        &self,
        request: Request<contract::ChangeReservationRequest>,
    ) -> Result<Response<contract::ChangeReservationResponse>, Status> {
        let change = changes_grpc::change(request.into_inner())?;
        let outcome = changes::reserve_more(&self.db, &change).await;
        match outcome.map_err(Error::from)? {
            ReservationOutcome::Reserved => Ok(Response::new(contract::ChangeReservationResponse {})),
            ReservationOutcome::Short(short) => Err(out_of_stock(short)),
        }
    }

    async fn finalize_reservations(
        &self,
        request: Request<contract::FinalizeReservationsRequest>,
    ) -> Result<Response<contract::FinalizeReservationsResponse>, Status> {
        let answer = finalizing_grpc::finalize(&self.db, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn list_overdue(
        &self,
        request: Request<contract::ListOverdueRequest>,
    ) -> Result<Response<contract::ListOverdueResponse>, Status> {
        let answer = finalizing_grpc::overdue(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn receive_batch(
        &self,
        request: Request<contract::ReceiveBatchRequest>,
    ) -> Result<Response<contract::ReceiveBatchResponse>, Status> {
        let request = made_by_staff(request, |request| &mut request.actor_id);
        let answer = ledger_grpc::receive(&self.db, request).await?;
        Ok(Response::new(answer))
    }

    async fn adjust_batch(
        &self,
        request: Request<contract::AdjustBatchRequest>,
    ) -> Result<Response<contract::AdjustBatchResponse>, Status> {
        let request = made_by_staff(request, |request| &mut request.actor_id);
        let answer = ledger_grpc::adjust(&self.db, request).await?;
        Ok(Response::new(answer))
    }

    async fn recall_batch(
        &self,
        request: Request<contract::RecallBatchRequest>,
    ) -> Result<Response<contract::RecallBatchResponse>, Status> {
        let request = made_by_staff(request, |request| &mut request.actor_id);
        let answer = ledger_grpc::recall(&self.db, &request).await?;
        Ok(Response::new(answer))
    }

    async fn list_batches(
        &self,
        request: Request<contract::ListBatchesRequest>,
    ) -> Result<Response<contract::ListBatchesResponse>, Status> {
        let answer = ledger_grpc::list(&self.db, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn list_returned_packs(
        &self,
        request: Request<contract::ListReturnedPacksRequest>,
    ) -> Result<Response<contract::ListReturnedPacksResponse>, Status> {
        let answer = returns_grpc::list(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn resolve_returned_packs(
        &self,
        request: Request<contract::ResolveReturnedPacksRequest>,
    ) -> Result<Response<contract::ResolveReturnedPacksResponse>, Status> {
        let request = made_by_staff(request, |request| &mut request.actor_id);
        let answer = returns_grpc::resolve(&self.db, request).await?;
        Ok(Response::new(answer))
    }

    async fn release_shipment(
        &self,
        request: Request<contract::ReleaseShipmentRequest>,
    ) -> Result<Response<contract::ReleaseShipmentResponse>, Status> {
        let id = order_id(&request.get_ref().order_id).map_err(|broken| invalid("order_id", broken))?;
        backorder_store::release(&self.db, id).await?;
        Ok(Response::new(contract::ReleaseShipmentResponse {}))
    }

    async fn release_shipments(
        &self,
        request: Request<contract::ReleaseShipmentsRequest>,
    ) -> Result<Response<contract::ReleaseShipmentsResponse>, Status> {
        let answer = shipments_grpc::release(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn get_reservation(
        &self,
        request: Request<contract::GetReservationRequest>,
    ) -> Result<Response<contract::GetReservationResponse>, Status> {
        let id = order_id(&request.get_ref().order_id).map_err(|broken| invalid("order_id", broken))?;
        let reserved = reservation_store::of_order(&self.db, id)
            .await
            .map_err(Error::from)?;
        let packs = reserved
            .ok_or(Error::UnknownOrder)?
            .into_iter()
            .map(reserved_packs);
        Ok(Response::new(contract::GetReservationResponse {
            packs: packs.collect(),
        }))
    }

    async fn get_labels(
        &self,
        request: Request<contract::GetLabelsRequest>,
    ) -> Result<Response<contract::GetLabelsResponse>, Status> {
        let product_id = pack::id(&request.get_ref().product_id, "A product's id");
        let product_id = product_id.map_err(|broken| invalid("product_id", broken))?;
        let labels = labels::of_product(&self.db, product_id).await;
        let labels = labels.map_err(Error::from)?.into_iter().map(label_message);
        Ok(Response::new(contract::GetLabelsResponse {
            labels: labels.collect(),
        }))
    }

    async fn add_stock_alert(
        &self,
        request: Request<contract::AddStockAlertRequest>,
    ) -> Result<Response<contract::AddStockAlertResponse>, Status> {
        let answer = alerts_grpc::add(&self.db, request.into_inner()).await?;
        Ok(Response::new(answer))
    }

    async fn claim_stock_alert(
        &self,
        request: Request<contract::ClaimStockAlertRequest>,
    ) -> Result<Response<contract::ClaimStockAlertResponse>, Status> {
        let answer = alerts_grpc::claim(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }

    async fn end_stock_alert(
        &self,
        request: Request<contract::EndStockAlertRequest>,
    ) -> Result<Response<contract::EndStockAlertResponse>, Status> {
        let answer = alerts_grpc::end(&self.db, request.get_ref()).await?;
        Ok(Response::new(answer))
    }
}

/// Sets a request's actor to the staff member for whom the call came; ignores the actor that the request
/// names.
fn made_by_staff<T>(request: Request<T>, actor_id: impl FnOnce(&mut T) -> &mut String) -> T {
    let staff = Staff::of(&request);
    let mut request = request.into_inner();
    if let Some(staff) = staff {
        staff.id().clone_into(actor_id(&mut request));
    }
    request
}

/// The status for lines that are out of stock, with the packs left of each.
fn out_of_stock(short: Vec<(Pack, i32)>) -> Status {
    let shortages = short.iter().map(|&(pack, left)| contract::Shortage {
        pack: Some(pack_message(pack)),
        left,
    });
    let shortages = contract::Shortages {
        shortages: shortages.collect(),
    };
    status::with_message(&Error::OutOfStock(short).into(), &shortages)
}

fn order_id(text: &str) -> Result<Uuid, Broken> {
    pack::id(text, "An order's id")
}

fn invalid(name: &'static str, broken: Broken) -> Error {
    Error::Invalid(vec![Violation::new(name, broken)])
}
