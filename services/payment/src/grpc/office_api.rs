//! The gRPC API for staff.

use proto::payment::v1::{
    GetOrderPaymentsRequest, GetOrderPaymentsResponse, ListPaymentsRequest, ListPaymentsResponse,
    RecordManualRefundRequest, RecordManualRefundResponse, RefundPaymentRequest, RefundPaymentResponse,
    payment_office_service_server::PaymentOfficeService,
};
use runtime::Staff;
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::{
        manual_channel_from_contract, order_payment, reason_from_contract, refund, state_from_contract,
    },
    initiation::start_request,
    listing::{self, PaymentListDetails},
    payment::entry_store,
    payments::Payments,
    refunds::{
        record_manual_refund::{self, ManualRefundDetails},
        staff_refund::{self, StaffRefundDetails},
    },
};

/// The gRPC service.
#[derive(Debug)]
pub struct OfficeApi(pub Payments);

#[async_trait]
impl PaymentOfficeService for OfficeApi {
    async fn list_payments(
        &self,
        request: Request<ListPaymentsRequest>,
    ) -> Result<Response<ListPaymentsResponse>, Status> {
        let request = request.into_inner();
        let details = PaymentListDetails {
            states: request.states().map(state_from_contract).collect(),
            page_size: request.page_size,
            page_token: request.page_token,
        };
        let list = details.validate().map_err(Error::Invalid)?;
        let (entries, next_page_token) = listing::list(&self.0.db, &list).await?;
        Ok(Response::new(ListPaymentsResponse {
            payments: entries.iter().map(order_payment).collect(),
            next_page_token,
        }))
    }

    async fn get_order_payments(
        &self,
        request: Request<GetOrderPaymentsRequest>,
    ) -> Result<Response<GetOrderPaymentsResponse>, Status> {
        let order_id = start_request::order_id(&request.into_inner().order_id).map_err(Error::Invalid)?;
        let entries = entry_store::of_order(&self.0.db, order_id).await;
        let entries = entries.map_err(Error::Database)?;
        Ok(Response::new(GetOrderPaymentsResponse {
            payments: entries.iter().map(order_payment).collect(),
        }))
    }

    async fn refund_payment(
        &self,
        request: Request<RefundPaymentRequest>,
    ) -> Result<Response<RefundPaymentResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let details = StaffRefundDetails {
            reason: reason_from_contract(request.reason()),
            refund_id: request.refund_id,
            payment_id: request.payment_id,
            amount_paise: request.amount_paise,
            note: request.note,
        };
        let requested = details.validate(staff_id).map_err(Error::Invalid)?;
        let requested = staff_refund::refund(&self.0, requested).await?;
        Ok(Response::new(RefundPaymentResponse {
            refund: Some(refund(&requested)),
        }))
    }

    async fn record_manual_refund(
        &self,
        request: Request<RecordManualRefundRequest>,
    ) -> Result<Response<RecordManualRefundResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let details = ManualRefundDetails {
            channel: manual_channel_from_contract(request.channel()),
            refund_id: request.refund_id,
            reference: request.reference,
            sent_on: request.sent_on,
        };
        let sent = details.validate(staff_id).map_err(Error::Invalid)?;
        let sent = record_manual_refund::record(&self.0, &sent).await?;
        Ok(Response::new(RecordManualRefundResponse {
            refund: Some(refund(&sent)),
        }))
    }
}

/// The id of the staff member who sent the request. `None` if a program sent it.
pub(super) fn staff_id<T>(request: &Request<T>) -> Result<Option<Uuid>, Error> {
    let staff = Staff::of(request).map(|staff| Uuid::parse_str(staff.id()));
    let staff = staff.transpose();
    staff.map_err(|_| Error::Impossible("a token of staff names no UUID"))
}
