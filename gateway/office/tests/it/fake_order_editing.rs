//! What is written about the fake's one order, and corrected in it.

use std::sync::{Arc, Mutex};

use proto::order::v1::{
    AddOrderNoteRequest, AddOrderNoteResponse, CorrectOrderAddressRequest, CorrectOrderAddressResponse,
    ListOrderNotesRequest, ListOrderNotesResponse, Order, OrderNote,
    order_editing_service_server::{OrderEditingService, OrderEditingServiceServer, SERVICE_NAME},
    order_export_service_server::OrderExportServiceServer,
    order_service_server::OrderServiceServer,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_order::{FakeOrder, ORDER, order},
    fake_order_exports::FakeOrderExports,
    fake_staff::ASHA,
    record::Record,
};

#[derive(Clone)]
pub(crate) struct FakeOrderEditing {
    record: Record,
    /// The notes that were written.
    pub(crate) notes: Arc<Mutex<Vec<AddOrderNoteRequest>>>,
    /// The corrections that were asked for.
    pub(crate) corrections: Arc<Mutex<Vec<CorrectOrderAddressRequest>>>,
}

impl FakeOrderEditing {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            notes: Arc::default(),
            corrections: Arc::default(),
        }
    }
}

/// Serves all of the order service.
pub(crate) async fn serve_orders(
    order: FakeOrder,
    editing: FakeOrderEditing,
    exports: FakeOrderExports,
) -> Served {
    testkit::serve(|frame| async move {
        let services = frame.services()?.add(OrderServiceServer::new(order)).await;
        let services = services.add(OrderEditingServiceServer::new(editing)).await;
        let services = services.add(OrderExportServiceServer::new(exports)).await;
        frame.serve_all(services, &[]).await
    })
    .await
}

fn kept(note: AddOrderNoteRequest) -> OrderNote {
    OrderNote {
        note_id: note.note_id,
        text: note.text,
        written_at: "2026-11-25T06:30:00Z".to_owned(),
        written_by: ASHA.to_owned(),
    }
}

#[async_trait]
impl OrderEditingService for FakeOrderEditing {
    async fn add_order_note(
        &self,
        request: Request<AddOrderNoteRequest>,
    ) -> Result<Response<AddOrderNoteResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "AddOrderNote", request)?;
        self.notes.lock().unwrap().push(asked.clone());
        Ok(Response::new(AddOrderNoteResponse {
            note: Some(kept(asked)),
        }))
    }

    async fn list_order_notes(
        &self,
        request: Request<ListOrderNotesRequest>,
    ) -> Result<Response<ListOrderNotesResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "ListOrderNotes", request)?;
        assert_eq!(asked.order_id, ORDER);
        let notes = self.notes.lock().unwrap().clone();
        Ok(Response::new(ListOrderNotesResponse {
            notes: notes.into_iter().map(kept).collect(),
        }))
    }

    async fn correct_order_address(
        &self,
        request: Request<CorrectOrderAddressRequest>,
    ) -> Result<Response<CorrectOrderAddressResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "CorrectOrderAddress", request)?;
        let corrected = Order {
            version: asked.version + 1,
            full_name: asked.full_name.clone(),
            mobile_number: asked.mobile_number.clone(),
            delivery_address: asked.delivery_address.clone(),
            pincode: asked.pincode.clone(),
            ..order()
        };
        self.corrections.lock().unwrap().push(asked);
        Ok(Response::new(CorrectOrderAddressResponse {
            order: Some(corrected),
        }))
    }
}
