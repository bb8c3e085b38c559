//! The gRPC API of notes and corrections.

use proto::order::v1::{
    AddOrderNoteRequest, AddOrderNoteResponse, CorrectOrderAddressRequest, CorrectOrderAddressResponse,
    CorrectOrderLinesRequest, CorrectOrderLinesResponse, CorrectParcelWeightRequest,
    CorrectParcelWeightResponse, CorrectedLine, ListOrderNotesRequest, ListOrderNotesResponse, OrderNote,
    RequestPaymentRequest, RequestPaymentResponse, order_editing_service_server::OrderEditingService,
};
use runtime::status::Violation;
use sqlx::PgPool;
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    delivery::rules::ShopRules,
    editing::{
        correct_address::CorrectAddress,
        correct_lines::CorrectLines,
        correct_weight::{self, WeightCorrectionRequest},
        correction::CorrectionRequest,
        inventory::ReservationClient,
        lines_correction::{CorrectedLineDetails, LinesCorrectionRequest},
        note::{self, Note, NoteRequest},
        note_store,
    },
    error::Error,
    grpc::{
        messages::{order, refused, rfc_3339},
        staff_id::staff_id,
    },
    order::recipient::Recipient,
    payments::request_payment,
};

/// The gRPC service.
#[derive(Debug)]
pub struct EditingApi {
    db: PgPool,
    relay: outbox::Waker,
    addresses: CorrectAddress,
    lines: CorrectLines,
}

#[async_trait]
impl OrderEditingService for EditingApi {
    async fn add_order_note(
        &self,
        request: Request<AddOrderNoteRequest>,
    ) -> Result<Response<AddOrderNoteResponse>, Status> {
        let staff_id = writer(&request)?;
        let request = request.into_inner();
        let note = NoteRequest {
            order_id: request.order_id,
            note_id: request.note_id,
            text: request.text,
        };
        let note = note.validate().map_err(Error::Invalid)?;
        let kept = note_store::add(&self.db, &note, staff_id).await?;
        Ok(Response::new(AddOrderNoteResponse {
            note: Some(order_note(kept)),
        }))
    }

    async fn list_order_notes(
        &self,
        request: Request<ListOrderNotesRequest>,
    ) -> Result<Response<ListOrderNotesResponse>, Status> {
        let order_id = note::id(&request.get_ref().order_id)
            .map_err(|broken| Error::Invalid(vec![Violation::new("order_id", broken)]))?;
        let notes = note_store::list(&self.db, order_id).await?;
        Ok(Response::new(ListOrderNotesResponse {
            notes: notes.into_iter().map(order_note).collect(),
        }))
    }

    async fn correct_order_address(
        &self,
        request: Request<CorrectOrderAddressRequest>,
    ) -> Result<Response<CorrectOrderAddressResponse>, Status> {
        let staff_id = writer(&request)?;
        let request = request.into_inner();
        let correction = CorrectionRequest {
            order_id: request.order_id,
            version: request.version,
            recipient: Recipient {
                full_name: request.full_name,
                mobile_number: request.mobile_number,
                delivery_address: request.delivery_address,
                pincode: request.pincode,
            },
        };
        let correction = correction.validate().map_err(Error::Invalid)?;
        let now = OffsetDateTime::now_utc();
        let corrected = self.addresses.correct(&correction, staff_id, now).await;
        Ok(Response::new(CorrectOrderAddressResponse {
            order: Some(order(corrected.map_err(refused)?)),
        }))
    }

    async fn correct_order_lines(
        &self,
        request: Request<CorrectOrderLinesRequest>,
    ) -> Result<Response<CorrectOrderLinesResponse>, Status> {
        let staff_id = writer(&request)?;
        let request = request.into_inner();
        let correction = LinesCorrectionRequest {
            order_id: request.order_id,
            version: request.version,
            lines: request.lines.into_iter().map(corrected_line).collect(),
        };
        let correction = correction.validate().map_err(Error::Invalid)?;
        let now = OffsetDateTime::now_utc();
        let corrected = self.lines.correct(&correction, staff_id, now).await;
        Ok(Response::new(CorrectOrderLinesResponse {
            order: Some(order(corrected.map_err(refused)?)),
        }))
    }

    async fn correct_parcel_weight(
        &self,
        request: Request<CorrectParcelWeightRequest>,
    ) -> Result<Response<CorrectParcelWeightResponse>, Status> {
        let staff_id = writer(&request)?;
        let request = request.into_inner();
        let correction = WeightCorrectionRequest {
            order_id: request.order_id,
            version: request.version,
            weight_in_grams: request.weight_in_grams,
        };
        let correction = correction.validate().map_err(Error::Invalid)?;
        let now = OffsetDateTime::now_utc();
        let corrected = correct_weight::correct_weight(&self.db, &correction, staff_id, now).await;
        Ok(Response::new(CorrectParcelWeightResponse {
            order: Some(order(corrected.map_err(refused)?)),
        }))
    }

    async fn request_payment(
        &self,
        request: Request<RequestPaymentRequest>,
    ) -> Result<Response<RequestPaymentResponse>, Status> {
        writer(&request)?;
        let order_id = note::id(&request.get_ref().order_id)
            .map_err(|broken| Error::Invalid(vec![Violation::new("order_id", broken)]))?;
        request_payment::request_payment(&self.db, order_id, OffsetDateTime::now_utc()).await?;
        self.relay.wake();
        Ok(Response::new(RequestPaymentResponse {}))
    }
}

impl EditingApi {
    /// Creates the gRPC service.
    pub fn new(
        db: &PgPool,
        relay: &outbox::Waker,
        reservations: ReservationClient,
        rules: &ShopRules,
    ) -> Self {
        Self {
            db: db.clone(),
            relay: relay.clone(),
            addresses: CorrectAddress {
                db: db.clone(),
                relay: relay.clone(),
                rules: rules.clone(),
            },
            lines: CorrectLines {
                db: db.clone(),
                relay: relay.clone(),
                reservations,
                rules: rules.clone(),
            },
        }
    }
}

/// Returns the staff member. Fails if the caller is not one.
fn writer<T>(request: &Request<T>) -> Result<Uuid, Error> {
    staff_id(request)?.ok_or(Error::NotTheActor)
}

fn corrected_line(line: CorrectedLine) -> CorrectedLineDetails {
    CorrectedLineDetails {
        product_id: line.product_id,
        weight_in_grams: line.weight_in_grams,
        quantity: line.quantity,
    }
}

fn order_note(note: Note) -> OrderNote {
    OrderNote {
        note_id: note.id.to_string(),
        text: note.text,
        written_at: rfc_3339(note.written_at),
        written_by: note.staff_id.to_string(),
    }
}
