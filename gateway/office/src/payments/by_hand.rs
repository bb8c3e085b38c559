//! Money that people of the shop send back, because no provider does.

use axum::extract::Path;
use proto::{
    order::v1::{
        ListRecordedRefundsRequest, MoneyChannel, RecordRefundRequest, RecordedRefund as Recorded,
        RecordedRefundReason as Why,
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
        one::{find_for, kept},
        view::Order,
    },
    payments::{manual_channel::ManualChannel, view::Refund},
    request::refusal::{ReadsBody, Refused, StaffOnly},
    session::authorize::Session,
};

/// Says how a refund was sent that no provider sends: it is processed, as after a provider's answer. Of one that its provider could not
/// send, another takes the place, which is answered. The same again changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/refunds/{refundId}/manual",
    tag = "payments",
    operation_id = "recordManualRefund",
    params(("refundId" = String, Path, format = "uuid", description = "The refund's id")),
    request_body = SentRefund,
    responses(
        (status = 200, description = "The refund as it stands now", body = Answer<Refund>),
        (status = 404, description = "There is no such refund", body = Refusal),
        (status = 409, description = "A provider sends it, or something else went in its place, or it was said before with other details", body = Refusal),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn record(
    session: Session,
    Path(refund_id): Path<String>,
    JsonBody(sent): JsonBody<SentRefund>,
) -> Result<Answer<Refund>, Refused> {
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

/// Writes down that money of an order, which came by no provider, was given back, once for a refund's id.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/refunds",
    tag = "payments",
    operation_id = "recordRefund",
    params(("number" = String, Path, description = "The order's number")),
    request_body = ReturnedMoney,
    responses(
        (status = 200, description = "The order as it stands now", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (
            status = 409,
            description = "It was not paid by hand, more would have gone back than came, or it does not stand as the reason says",
            body = Refusal,
        ),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn give_back(
    session: Session,
    Path(number): Path<String>,
    JsonBody(returned): JsonBody<ReturnedMoney>,
) -> Result<Answer<Order>, Refused> {
    let (order, permit) = find_for(&session, &number).await?;
    let request = RecordRefundRequest {
        refund_id: returned.refund_id,
        order_id: order.order_id,
        channel: MoneyChannel::from(returned.channel).into(),
        reference: returned.reference,
        amount_paise: returned.amount.paise,
        reason: Why::from(returned.reason).into(),
        sent_on: returned.sent_on,
    };
    let recorded = permit.call(request).await?;
    Ok(Answer::new(kept(recorded.order)?.into()))
}

/// What was given back by hand of an order's money that came by no provider.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}/refunds",
    tag = "payments",
    operation_id = "listRecordedRefunds",
    params(("number" = String, Path, description = "The order's number")),
    responses(
        (status = 200, description = "What was given back", body = Answer<RecordedRefunds>),
        (status = 404, description = "There is no such order", body = Refusal),
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    Path(number): Path<String>,
) -> Result<Answer<RecordedRefunds>, Refused> {
    let (order, permit) = find_for(&session, &number).await?;
    let request = ListRecordedRefundsRequest {
        order_id: order.order_id,
    };
    let told = permit.call(request).await?;
    Ok(Answer::new(RecordedRefunds {
        refunds: told.refunds.into_iter().map(RecordedRefund::from).collect(),
    }))
}

/// How a refund was sent.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct SentRefund {
    /// By which way.
    channel: ManualChannel,
    /// The bank's number for it, such as a UTR; of cash, who took it.
    #[schema(max_length = 60)]
    reference: String,
    /// The day it was sent, not before the money came and not in the future.
    #[schema(format = Date)]
    sent_on: String,
}

/// Money that was given back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ReturnedMoney {
    /// Chosen by the client for this refund, and sent again with every retry of it.
    #[schema(format = "uuid")]
    refund_id: String,
    /// By which way.
    channel: ManualChannel,
    /// The bank's number for it, such as a UTR; of cash, who took it.
    #[schema(max_length = 60)]
    reference: String,
    /// In rupees, more than 0; at most what came and did not go back.
    amount: Rupees,
    /// Why.
    reason: ReturnReason,
    /// The day it went back, not before the money came and not in the future.
    #[schema(format = Date)]
    sent_on: String,
}

/// Why money was given back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(crate) enum ReturnReason {
    /// The order was cancelled, came back unopened or was lost.
    Cancelled,
    /// Packs came back.
    Returned,
    /// They decided so.
    Goodwill,
}

/// What was given back of an order's money.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct RecordedRefunds {
    /// The oldest first.
    refunds: Vec<RecordedRefund>,
}

/// Money that was given back by hand.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct RecordedRefund {
    /// A UUID.
    #[schema(format = "uuid")]
    refund_id: String,
    /// By which way; absent for one that this version does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    channel: Option<ManualChannel>,
    /// The bank's number for it; of cash, who took it.
    reference: String,
    /// In rupees.
    amount: Rupees,
    /// Why; absent for one that this version does not know.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<ReturnReason>,
    /// The day.
    #[schema(format = Date)]
    sent_on: String,
    /// When it was written down, in UTC.
    #[schema(format = DateTime)]
    recorded_at: String,
    /// By whom: an id, whose name is that of the list of staff; absent when nobody is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    staff_id: Option<String>,
}

impl From<ReturnReason> for Why {
    fn from(reason: ReturnReason) -> Self {
        match reason {
            ReturnReason::Cancelled => Self::Cancelled,
            ReturnReason::Returned => Self::Returned,
            ReturnReason::Goodwill => Self::Goodwill,
        }
    }
}

impl From<Recorded> for RecordedRefund {
    fn from(told: Recorded) -> Self {
        let channel = match told.channel() {
            MoneyChannel::Upi => Some(ManualChannel::Upi),
            MoneyChannel::BankTransfer => Some(ManualChannel::BankTransfer),
            MoneyChannel::Cash => Some(ManualChannel::Cash),
            MoneyChannel::Unspecified | MoneyChannel::CashOnDelivery | MoneyChannel::Online => None,
        };
        let reason = match told.reason() {
            Why::Cancelled => Some(ReturnReason::Cancelled),
            Why::Returned => Some(ReturnReason::Returned),
            Why::Goodwill => Some(ReturnReason::Goodwill),
            Why::Unspecified => None,
        };
        Self {
            refund_id: told.refund_id,
            channel,
            reference: told.reference,
            amount: Rupees::from_paise(told.amount_paise),
            reason,
            sent_on: told.sent_on,
            recorded_at: told.recorded_at,
            staff_id: Some(told.staff_id).filter(|id| !id.is_empty()),
        }
    }
}
