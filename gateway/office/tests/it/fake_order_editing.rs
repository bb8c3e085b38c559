//! A fake for notes on the one order and corrections of it.

use std::sync::{Arc, Mutex};

use fakes::order::v1::{
    cash_on_delivery_service_server::CashOnDeliveryServiceServer,
    order_editing_service_server::{OrderEditingService, OrderEditingServiceServer, SERVICE_NAME},
    order_export_service_server::OrderExportServiceServer,
    order_number_service_server::{self, OrderNumberService, OrderNumberServiceServer},
    order_service_server::OrderServiceServer,
    pincode_service_server::PincodeServiceServer,
    recall_notice_service_server::RecallNoticeServiceServer,
    returned_money_service_server::ReturnedMoneyServiceServer,
    tracking_import_service_server::TrackingImportServiceServer,
    unconfirmed_order_service_server::UnconfirmedOrderServiceServer,
};
use proto::order::v1::{
    AddOrderNoteRequest, AddOrderNoteResponse, CorrectOrderAddressRequest, CorrectOrderAddressResponse,
    CorrectOrderLinesRequest, CorrectOrderLinesResponse, CorrectParcelWeightRequest,
    CorrectParcelWeightResponse, ListOrderNotesRequest, ListOrderNotesResponse, ListOrderNumbersRequest,
    ListOrderNumbersResponse, NumberedOrder, Order, OrderNote, RequestPaymentRequest, RequestPaymentResponse,
};
use testkit::Served;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    fake_cash::FakeCash,
    fake_held::FakeHeld,
    fake_order::{FakeOrder, NUMBER, ORDER, order},
    fake_order_exports::FakeOrderExports,
    fake_recalls::FakeRecalls,
    fake_returned_money::FakeReturnedMoney,
    fake_staff::ASHA,
    record::Record,
};

#[derive(Clone)]
pub(crate) struct FakeOrderEditing {
    record: Record,
    /// The notes that were added.
    pub(crate) notes: Arc<Mutex<Vec<AddOrderNoteRequest>>>,
    /// The address corrections that were requested.
    pub(crate) corrections: Arc<Mutex<Vec<CorrectOrderAddressRequest>>>,
    /// The quantity corrections that were requested.
    pub(crate) quantities: Arc<Mutex<Vec<CorrectOrderLinesRequest>>>,
    /// The weight corrections that were requested.
    pub(crate) weights: Arc<Mutex<Vec<CorrectParcelWeightRequest>>>,
}

impl FakeOrderEditing {
    pub(crate) fn new(record: Record) -> Self {
        Self {
            record,
            notes: Arc::default(),
            corrections: Arc::default(),
            quantities: Arc::default(),
            weights: Arc::default(),
        }
    }
}

/// Serves the whole order service.
pub(crate) async fn serve_orders(
    order: FakeOrder,
    editing: FakeOrderEditing,
    exports: FakeOrderExports,
    cash: FakeCash,
    (recalls, held): (FakeRecalls, FakeHeld),
) -> Served {
    let order_record = order.record.clone();
    testkit::serve(|frame| async move {
        let services = frame
            .services(proto::CONTRACT)?
            .add(OrderServiceServer::new(order))
            .await;
        let services = services.add(OrderNumberServiceServer::new(editing.clone())).await;
        let returned = FakeReturnedMoney(order_record);
        let services = services.add(ReturnedMoneyServiceServer::new(returned)).await;
        let services = services.add(OrderEditingServiceServer::new(editing)).await;
        let services = services.add(OrderExportServiceServer::new(exports)).await;
        let services = services.add(RecallNoticeServiceServer::new(recalls)).await;
        let services = services.add(UnconfirmedOrderServiceServer::new(held)).await;
        let remittances = CashOnDeliveryServiceServer::new(cash.clone());
        let services = services
            .add(remittances)
            .await
            .add(PincodeServiceServer::new(cash.clone()))
            .await
            .add(TrackingImportServiceServer::new(cash))
            .await;
        frame.serve_all(services).await
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

    async fn correct_order_lines(
        &self,
        request: Request<CorrectOrderLinesRequest>,
    ) -> Result<Response<CorrectOrderLinesResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "CorrectOrderLines", request)?;
        let mut corrected = Order {
            version: asked.version + 1,
            ..order()
        };
        for (line, wanted) in corrected.lines.iter_mut().zip(&asked.lines) {
            line.quantity = wanted.quantity;
        }
        self.quantities.lock().unwrap().push(asked);
        Ok(Response::new(CorrectOrderLinesResponse {
            order: Some(corrected),
        }))
    }

    async fn correct_parcel_weight(
        &self,
        request: Request<CorrectParcelWeightRequest>,
    ) -> Result<Response<CorrectParcelWeightResponse>, Status> {
        let asked = self.record.admit(SERVICE_NAME, "CorrectParcelWeight", request)?;
        let corrected = Order {
            version: asked.version + 1,
            parcel_weight_in_grams: asked.weight_in_grams,
            ..order()
        };
        self.weights.lock().unwrap().push(asked);
        Ok(Response::new(CorrectParcelWeightResponse {
            order: Some(corrected),
        }))
    }

    async fn request_payment(
        &self,
        request: Request<RequestPaymentRequest>,
    ) -> Result<Response<RequestPaymentResponse>, Status> {
        self.record.admit(SERVICE_NAME, "RequestPayment", request)?;
        Ok(Response::new(RequestPaymentResponse {}))
    }
}

#[async_trait]
impl OrderNumberService for FakeOrderEditing {
    async fn list_order_numbers(
        &self,
        request: Request<ListOrderNumbersRequest>,
    ) -> Result<Response<ListOrderNumbersResponse>, Status> {
        let service = order_number_service_server::SERVICE_NAME;
        let asked = self.record.admit(service, "ListOrderNumbers", request)?;
        let ids = asked.order_ids.iter().filter(|id| *id == ORDER);
        let numbers = asked.order_numbers.iter().filter(|number| *number == NUMBER);
        let orders = ids.chain(numbers).map(|_| NumberedOrder {
            order_id: ORDER.to_owned(),
            order_number: NUMBER.to_owned(),
        });
        Ok(Response::new(ListOrderNumbersResponse {
            orders: orders.collect(),
        }))
    }
}
