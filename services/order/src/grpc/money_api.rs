//! The gRPC APIs of online payments and of manual refunds.

use proto::order::v1::{
    AcceptPaymentOutcome, AcceptPaymentRequest, AcceptPaymentResponse, AwaitPaymentRequest,
    AwaitPaymentResponse, ListOwedMoneyRequest, ListOwedMoneyResponse, ListRecordedRefundsRequest,
    ListRecordedRefundsResponse, OwedMoney, RecordRefundRequest, RecordRefundResponse, RecordedRefund,
    RecordedRefundReason, UnpaidOrder, online_payment_service_server::OnlinePaymentService,
    returned_money_service_server::ReturnedMoneyService,
};
use runtime::status::Violation;
use sqlx::PgPool;
use time::OffsetDateTime;
use tonic::{Request, Response, Status, async_trait};

use crate::{
    editing::note,
    error::Error,
    grpc::{
        messages::{
            order,
            payment::{channel_from_contract, channel_to_contract},
            rfc_3339, status_to_contract,
        },
        staff_id::staff_id,
    },
    office::{manual_refund::ManualRefundDetails, manual_refund_store},
    online_payments::online_payment::{OnlinePaymentDetails, PaymentOutcome},
    order::refund_reason::RefundReason,
    payments::{accept_payment::AcceptPayment, await_payment},
};

/// The gRPC service.
#[derive(Debug)]
pub struct OnlinePaymentApi {
    /// Decides whether an order accepts a payment.
    pub acceptance: AcceptPayment,
}

#[async_trait]
impl OnlinePaymentService for OnlinePaymentApi {
    async fn accept_payment(
        &self,
        request: Request<AcceptPaymentRequest>,
    ) -> Result<Response<AcceptPaymentResponse>, Status> {
        let request = request.into_inner();
        let details = OnlinePaymentDetails {
            order_id: request.order_id,
            payment_id: request.payment_id,
            reference: request.reference,
            amount_paise: request.amount_paise,
            captured_at: request.captured_at,
        };
        let payment = details.validate().map_err(Error::Invalid)?;
        let outcome = self
            .acceptance
            .accept(&payment, OffsetDateTime::now_utc())
            .await?;
        Ok(Response::new(AcceptPaymentResponse {
            outcome: outcome_to_contract(outcome).into(),
        }))
    }

    async fn await_payment(
        &self,
        request: Request<AwaitPaymentRequest>,
    ) -> Result<Response<AwaitPaymentResponse>, Status> {
        let order_id = note::id(&request.get_ref().order_id)
            .map_err(|broken| Error::Invalid(vec![Violation::new("order_id", broken)]))?;
        let due_at = await_payment::extend_payment_window(&self.acceptance.db, order_id).await?;
        Ok(Response::new(AwaitPaymentResponse {
            payment_due_at: due_at.map_or_else(String::new, rfc_3339),
        }))
    }
}

fn outcome_to_contract(outcome: PaymentOutcome) -> AcceptPaymentOutcome {
    match outcome {
        PaymentOutcome::Accepted => AcceptPaymentOutcome::Accepted,
        PaymentOutcome::WrongAmount => AcceptPaymentOutcome::WrongAmount,
        PaymentOutcome::TooLate => AcceptPaymentOutcome::TooLate,
        PaymentOutcome::PaidBefore => AcceptPaymentOutcome::PaidBefore,
    }
}

/// The gRPC service of manual refunds.
#[derive(Debug)]
pub struct ManualRefundApi {
    /// The database of orders.
    pub db: PgPool,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
}

#[async_trait]
impl ReturnedMoneyService for ManualRefundApi {
    async fn record_refund(
        &self,
        request: Request<RecordRefundRequest>,
    ) -> Result<Response<RecordRefundResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let details = ManualRefundDetails {
            channel: channel_from_contract(request.channel()),
            reason: reason_from_contract(request.reason()),
            refund_id: request.refund_id,
            order_id: request.order_id,
            reference: request.reference,
            amount_paise: request.amount_paise,
            sent_on: request.sent_on,
        };
        let returned = details.validate().map_err(Error::Invalid)?;
        let recorded = manual_refund_store::record(&self.db, &returned, staff_id).await?;
        self.relay.wake();
        Ok(Response::new(RecordRefundResponse {
            order: Some(order(recorded)),
        }))
    }

    async fn list_recorded_refunds(
        &self,
        request: Request<ListRecordedRefundsRequest>,
    ) -> Result<Response<ListRecordedRefundsResponse>, Status> {
        let order_id = note::id(&request.get_ref().order_id)
            .map_err(|broken| Error::Invalid(vec![Violation::new("order_id", broken)]))?;
        let refunds = manual_refund_store::of_order(&self.db, order_id).await;
        let refunds = refunds.map_err(Error::from)?.into_iter();
        Ok(Response::new(ListRecordedRefundsResponse {
            refunds: refunds.map(recorded_refund).collect(),
        }))
    }

    async fn list_owed_money(
        &self,
        _: Request<ListOwedMoneyRequest>,
    ) -> Result<Response<ListOwedMoneyResponse>, Status> {
        let owed = manual_refund_store::refunds_due(&self.db)
            .await
            .map_err(Error::from)?;
        let unpaid = manual_refund_store::unpaid_orders(&self.db)
            .await
            .map_err(Error::from)?;
        Ok(Response::new(ListOwedMoneyResponse {
            orders: owed.into_iter().map(owed_money).collect(),
            unpaid: unpaid.into_iter().map(unpaid_order).collect(),
        }))
    }
}

fn owed_money(owed: manual_refund_store::RefundDue) -> OwedMoney {
    OwedMoney {
        order_id: owed.order_id.to_string(),
        order_number: owed.order_number,
        status: status_to_contract(&owed.status).into(),
        channel: channel_to_contract(&owed.channel).into(),
        amount_paise: owed.amount_paise,
        received_on: owed.received_on.to_string(),
    }
}

fn unpaid_order(unpaid: manual_refund_store::UnpaidOrder) -> UnpaidOrder {
    UnpaidOrder {
        order_id: unpaid.order_id.to_string(),
        order_number: unpaid.order_number,
        status: status_to_contract(&unpaid.status).into(),
        amount_paise: unpaid.amount_paise,
        placed_at: rfc_3339(unpaid.placed_at),
    }
}

fn recorded_refund(refund: manual_refund_store::RecordedRefund) -> RecordedRefund {
    let reason = RefundReason::parse(&refund.reason);
    RecordedRefund {
        refund_id: refund.refund_id.to_string(),
        channel: channel_to_contract(&refund.channel).into(),
        reference: refund.reference,
        amount_paise: refund.amount_paise,
        reason: reason
            .map_or(RecordedRefundReason::Unspecified, reason_to_contract)
            .into(),
        sent_on: refund.sent_on.to_string(),
        recorded_at: rfc_3339(refund.recorded_at),
        staff_id: refund.staff_id.map(|id| id.to_string()).unwrap_or_default(),
    }
}

fn reason_from_contract(reason: RecordedRefundReason) -> Option<RefundReason> {
    match reason {
        RecordedRefundReason::Unspecified => None,
        RecordedRefundReason::Cancelled => Some(RefundReason::Cancelled),
        RecordedRefundReason::Returned => Some(RefundReason::Returned),
        RecordedRefundReason::Goodwill => Some(RefundReason::Goodwill),
    }
}

fn reason_to_contract(reason: RefundReason) -> RecordedRefundReason {
    match reason {
        RefundReason::Cancelled => RecordedRefundReason::Cancelled,
        RefundReason::Returned => RecordedRefundReason::Returned,
        RefundReason::Goodwill => RecordedRefundReason::Goodwill,
    }
}
