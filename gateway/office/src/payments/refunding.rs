//! Refunds a payment.

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
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Refunds a payment in full or in part, once per refund id.
///
/// A retry returns the refund as it now is. The request to the provider is sent after the response.
#[utoipa::path(
    post,
    path = "/api/office/v1/payments/{paymentId}/refunds",
    tag = "payments",
    operation_id = "refundPayment",
    params(("paymentId" = String, Path, format = "uuid", description = "The payment's id")),
    request_body = NewRefund,
    responses(
        (status = 200, description = "The current refund", body = Answer<Refund>),
        (status = 404, description = "There is no such payment", body = Refusal),
        (status = 409, description = "The refund exceeds the payment, or the id was used with other values", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn refund(
    session: Session,
    Path(payment_id): Path<String>,
    JsonBody(wanted): JsonBody<NewRefund>,
) -> Result<Answer<Refund>, ApiError> {
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

/// A new refund.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct NewRefund {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    refund_id: String,
    /// In rupees, above 0; at most the part of the payment that is not refunded yet.
    amount: Rupees,
    /// The reason.
    reason: StaffReason,
    /// A note for staff.
    #[schema(max_length = 500)]
    note: Option<String>,
}
