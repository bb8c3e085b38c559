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
    office::{returned_money::ReturnDetails, returned_money_store},
    online_payments::online_payment::{OnlinePaymentDetails, Outcome},
    order::given_back::Reason,
    paying::{accept_payment::AcceptPayment, awaiting},
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
        let payment = details.check().map_err(Error::Invalid)?;
        let outcome = self.acceptance.run(&payment, OffsetDateTime::now_utc()).await?;
        Ok(Response::new(AcceptPaymentResponse {
            outcome: told(outcome).into(),
        }))
    }

    async fn await_payment(
        &self,
        request: Request<AwaitPaymentRequest>,
    ) -> Result<Response<AwaitPaymentResponse>, Status> {
        let order_id = note::id(&request.get_ref().order_id)
            .map_err(|broken| Error::Invalid(vec![Violation::new("order_id", broken)]))?;
        let due_at = awaiting::wait(&self.acceptance.db, order_id).await?;
        Ok(Response::new(AwaitPaymentResponse {
            payment_due_at: due_at.map_or_else(String::new, rfc_3339),
        }))
    }
}

fn told(outcome: Outcome) -> AcceptPaymentOutcome {
    match outcome {
        Outcome::Accepted => AcceptPaymentOutcome::Accepted,
        Outcome::WrongAmount => AcceptPaymentOutcome::WrongAmount,
        Outcome::TooLate => AcceptPaymentOutcome::TooLate,
        Outcome::PaidBefore => AcceptPaymentOutcome::PaidBefore,
    }
}

/// The gRPC service of manual refunds.
#[derive(Debug)]
pub struct ReturnedMoneyApi {
    /// The database of orders.
    pub db: PgPool,
    /// The waker of the outbox relay.
    pub relay: outbox::Waker,
}

#[async_trait]
impl ReturnedMoneyService for ReturnedMoneyApi {
    async fn record_refund(
        &self,
        request: Request<RecordRefundRequest>,
    ) -> Result<Response<RecordRefundResponse>, Status> {
        let staff_id = staff_id(&request)?;
        let request = request.into_inner();
        let details = ReturnDetails {
            channel: channel_from_contract(request.channel()),
            reason: reason_from_contract(request.reason()),
            refund_id: request.refund_id,
            order_id: request.order_id,
            reference: request.reference,
            amount_paise: request.amount_paise,
            sent_on: request.sent_on,
        };
        let returned = details.check().map_err(Error::Invalid)?;
        let kept = returned_money_store::record(&self.db, &returned, staff_id).await?;
        self.relay.wake();
        Ok(Response::new(RecordRefundResponse {
            order: Some(order(kept)),
        }))
    }

    async fn list_recorded_refunds(
        &self,
        request: Request<ListRecordedRefundsRequest>,
    ) -> Result<Response<ListRecordedRefundsResponse>, Status> {
        let order_id = note::id(&request.get_ref().order_id)
            .map_err(|broken| Error::Invalid(vec![Violation::new("order_id", broken)]))?;
        let refunds = returned_money_store::of_order(&self.db, order_id).await;
        let refunds = refunds.map_err(Error::from)?.into_iter();
        Ok(Response::new(ListRecordedRefundsResponse {
            refunds: refunds.map(recorded_refund).collect(),
        }))
    }

    async fn list_owed_money(
        &self,
        _: Request<ListOwedMoneyRequest>,
    ) -> Result<Response<ListOwedMoneyResponse>, Status> {
        let owed = returned_money_store::owed(&self.db).await.map_err(Error::from)?;
        let unpaid = returned_money_store::unpaid(&self.db)
            .await
            .map_err(Error::from)?;
        Ok(Response::new(ListOwedMoneyResponse {
            orders: owed.into_iter().map(owed_money).collect(),
            unpaid: unpaid.into_iter().map(unpaid_order).collect(),
        }))
    }
}

fn owed_money(owed: returned_money_store::Owed) -> OwedMoney {
    OwedMoney {
        order_id: owed.order_id.to_string(),
        order_number: owed.order_number,
        status: status_to_contract(&owed.status).into(),
        channel: channel_to_contract(&owed.channel).into(),
        amount_paise: owed.amount_paise,
        received_on: owed.received_on.to_string(),
    }
}

fn unpaid_order(unpaid: returned_money_store::Unpaid) -> UnpaidOrder {
    UnpaidOrder {
        order_id: unpaid.order_id.to_string(),
        order_number: unpaid.order_number,
        status: status_to_contract(&unpaid.status).into(),
        amount_paise: unpaid.amount_paise,
        placed_at: rfc_3339(unpaid.placed_at),
    }
}

fn recorded_refund(kept: returned_money_store::RecordedRefund) -> RecordedRefund {
    let reason = Reason::read(&kept.reason);
    RecordedRefund {
        refund_id: kept.refund_id.to_string(),
        channel: channel_to_contract(&kept.channel).into(),
        reference: kept.reference,
        amount_paise: kept.amount_paise,
        reason: reason
            .map_or(RecordedRefundReason::Unspecified, reason_to_contract)
            .into(),
        sent_on: kept.sent_on.to_string(),
        recorded_at: rfc_3339(kept.recorded_at),
        staff_id: kept.staff_id.map(|id| id.to_string()).unwrap_or_default(),
    }
}

fn reason_from_contract(told: RecordedRefundReason) -> Option<Reason> {
    match told {
        RecordedRefundReason::Unspecified => None,
        RecordedRefundReason::Cancelled => Some(Reason::Cancelled),
        RecordedRefundReason::Returned => Some(Reason::Returned),
        RecordedRefundReason::Goodwill => Some(Reason::Goodwill),
    }
}

fn reason_to_contract(reason: Reason) -> RecordedRefundReason {
    match reason {
        Reason::Cancelled => RecordedRefundReason::Cancelled,
        Reason::Returned => RecordedRefundReason::Returned,
        Reason::Goodwill => RecordedRefundReason::Goodwill,
    }
}
