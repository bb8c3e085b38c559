//! Manual refunds: money that staff send back because no provider does.

use axum::extract::Path;
use proto::{
    order::v1::{
        ListRecordedRefundsRequest, MoneyChannel, RecordRefundRequest, RecordedRefund as ContractRefund,
        RecordedRefundReason,
    },
    payment::v1::{ManualRefundChannel, RecordManualRefundRequest},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
    request::json_body::JsonBody,
};

use crate::{
    orders::{
        one::{find_for, required_order},
        view::Order,
    },
    payments::{manual_channel::ManualChannel, view::Refund},
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Records how staff sent a refund that no provider sends.
///
/// The refund is then processed. If the provider failed to send it, the answer has a new refund that replaces
/// it. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/refunds/{refundId}/manual",
    tag = "payments",
    operation_id = "recordManualRefund",
    params(("refundId" = String, Path, format = "uuid", description = "The refund's id")),
    request_body = SentRefund,
    responses(
        (status = 200, description = "The current refund", body = Answer<Refund>),
        (status = 404, description = "There is no such refund", body = Refusal),
        (status = 409, description = "A provider sends it, another refund replaced it, or it is recorded with other details", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn record(
    session: Session,
    Path(refund_id): Path<String>,
    JsonBody(sent): JsonBody<SentRefund>,
) -> Result<Answer<Refund>, ApiError> {
    let request = RecordManualRefundRequest {
        refund_id: refund_id.clone(),
        channel: ManualRefundChannel::from(sent.channel).into(),
        reference: sent.reference,
        sent_on: sent.sent_on,
    };
    let refund = session.call(&refund_id, request).await?.refund;
    let refund = refund.ok_or_else(|| Error::internal("the payment service answered without the refund"))?;
    Ok(Answer::new(refund.into()))
}

/// Records a manual refund of an order's payment that came through no provider, once per refund id.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/refunds",
    tag = "payments",
    operation_id = "recordRefund",
    params(("number" = String, Path, description = "The order's number")),
    request_body = ReturnedMoney,
    responses(
        (status = 200, description = "The current order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (
            status = 409,
            description = "No payment was recorded by hand, the refund exceeds the payment, or the reason does not fit the order's state",
            body = Refusal,
        ),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn record_sent_refund(
    session: Session,
    Path(number): Path<String>,
    JsonBody(returned): JsonBody<ReturnedMoney>,
) -> Result<Answer<Order>, ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = RecordRefundRequest {
        refund_id: returned.refund_id,
        order_id: order.order_id,
        channel: MoneyChannel::from(returned.channel).into(),
        reference: returned.reference,
        amount_paise: returned.amount.paise,
        reason: RecordedRefundReason::from(returned.reason).into(),
        sent_on: returned.sent_on,
    };
    let recorded = authorization.call(request).await?;
    Ok(Answer::new(required_order(recorded.order)?.into()))
}

/// Lists the manual refunds of an order whose payment came through no provider.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}/refunds",
    tag = "payments",
    operation_id = "listRecordedRefunds",
    params(("number" = String, Path, description = "The order's number")),
    responses(
        (status = 200, description = "The recorded refunds", body = Answer<RecordedRefunds>),
        (status = 404, description = "There is no such order", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    Path(number): Path<String>,
) -> Result<Answer<RecordedRefunds>, ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = ListRecordedRefundsRequest {
        order_id: order.order_id,
    };
    let response = authorization.call(request).await?;
    Ok(Answer::new(RecordedRefunds {
        refunds: response.refunds.into_iter().map(RecordedRefund::from).collect(),
    }))
}

/// How staff sent a refund.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct SentRefund {
    /// The channel.
    channel: ManualChannel,
    /// The bank's reference, such as a UTR; for cash, the recipient.
    #[schema(max_length = 60)]
    reference: String,
    /// The day the refund was sent: not before the payment and not in the future.
    #[schema(format = Date)]
    sent_on: String,
}

/// A manual refund to record.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ReturnedMoney {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    refund_id: String,
    /// The channel.
    channel: ManualChannel,
    /// The bank's reference, such as a UTR; for cash, the recipient.
    #[schema(max_length = 60)]
    reference: String,
    /// In rupees, above 0; at most the part of the payment that is not refunded yet.
    amount: Rupees,
    /// The reason.
    reason: ReturnReason,
    /// The day the refund was sent: not before the payment and not in the future.
    #[schema(format = Date)]
    sent_on: String,
}

/// The reason of a manual refund.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReturnReason {
    /// The order was cancelled, came back unopened (RTO) or was lost.
    Cancelled,
    /// Packs were returned.
    Returned,
    /// Goodwill of the staff member.
    Goodwill,
}

/// The manual refunds of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecordedRefunds {
    /// Oldest first.
    refunds: Vec<RecordedRefund>,
}

/// A manual refund.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecordedRefund {
    /// A UUID.
    #[schema(format = "uuid")]
    refund_id: String,
    /// The channel; absent if this version does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    channel: Option<ManualChannel>,
    /// The bank's reference; for cash, the recipient.
    reference: String,
    /// In rupees.
    amount: Rupees,
    /// The reason; absent if this version does not know it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<ReturnReason>,
    /// The day the refund was sent.
    #[schema(format = Date)]
    sent_on: String,
    /// When the refund was recorded, in UTC.
    #[schema(format = DateTime)]
    recorded_at: String,
    /// The id of the staff member who recorded it, as in the list of staff; absent if unknown.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    staff_id: Option<String>,
}

impl From<ReturnReason> for RecordedRefundReason {
    fn from(reason: ReturnReason) -> Self {
        match reason {
            ReturnReason::Cancelled => Self::Cancelled,
            ReturnReason::Returned => Self::Returned,
            ReturnReason::Goodwill => Self::Goodwill,
        }
    }
}

impl From<ContractRefund> for RecordedRefund {
    fn from(message: ContractRefund) -> Self {
        let channel = match message.channel() {
            MoneyChannel::Upi => Some(ManualChannel::Upi),
            MoneyChannel::BankTransfer => Some(ManualChannel::BankTransfer),
            MoneyChannel::Cash => Some(ManualChannel::Cash),
            MoneyChannel::Unspecified | MoneyChannel::CashOnDelivery | MoneyChannel::Online => None,
        };
        let reason = match message.reason() {
            RecordedRefundReason::Cancelled => Some(ReturnReason::Cancelled),
            RecordedRefundReason::Returned => Some(ReturnReason::Returned),
            RecordedRefundReason::Goodwill => Some(ReturnReason::Goodwill),
            RecordedRefundReason::Unspecified => None,
        };
        Self {
            refund_id: message.refund_id,
            channel,
            reference: message.reference,
            amount: Rupees::from_paise(message.amount_paise),
            reason,
            sent_on: message.sent_on,
            recorded_at: message.recorded_at,
            staff_id: Some(message.staff_id).filter(|id| !id.is_empty()),
        }
    }
}
