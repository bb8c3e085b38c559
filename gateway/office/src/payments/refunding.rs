//! Money is sent back.

use axum::extract::Path;
use proto::payment::v1::{RefundPaymentRequest, RefundReason};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
    request::json_body::JsonBody,
};

use crate::{
    payments::{state::StaffReason, view::Refund},
    request::refusal::{ReadsBody, Refused, StaffOnly},
    session::authorize::Session,
};

/// Sends money of a payment back, all of it or a part, once for a refund's id: the same again answers the refund as it then stands.
/// The provider is asked behind the answer.
#[utoipa::path(
    post,
    path = "/api/office/v1/payments/{paymentId}/refunds",
    tag = "payments",
    operation_id = "refundPayment",
    params(("paymentId" = String, Path, format = "uuid", description = "The payment's id")),
    request_body = NewRefund,
    responses(
        (status = 200, description = "The refund as it stands now", body = Answer<Refund>),
        (status = 404, description = "There is no such payment", body = Refusal),
        (status = 409, description = "More would go back than came, or the id came before with other values", body = Refusal),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn refund(
    session: Session,
    Path(payment_id): Path<String>,
    JsonBody(wanted): JsonBody<NewRefund>,
) -> Result<Answer<Refund>, Refused> {
    let request = RefundPaymentRequest {
        refund_id: wanted.refund_id,
        payment_id: payment_id.clone(),
        amount_paise: wanted.amount.paise,
        reason: RefundReason::from(wanted.reason).into(),
        note: wanted.note.unwrap_or_default(),
    };
    let refunded = session.call(&payment_id, request).await?;
    let refund = refunded.refund;
    let refund = refund.ok_or_else(|| Error::internal("the payment service answered without the refund"))?;
    Ok(Answer::new(refund.into()))
}

/// Money that goes back.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewRefund {
    /// Chosen by the client for this refund, and sent again with every retry of it.
    #[schema(format = "uuid")]
    refund_id: String,
    /// In rupees, more than 0; at most what came and did not go back.
    amount: Rupees,
    /// Why.
    reason: StaffReason,
    /// For colleagues.
    #[schema(max_length = 500)]
    note: Option<String>,
}
