//! Mails the payment instructions of an order again.

use axum::extract::Path;
use proto::order::v1::RequestPaymentRequest;
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, Refusal};

use crate::{
    orders::{one::find_for, transitions::OrderChangeConflict},
    request::errors::{ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Mails the shopper how to pay an order that is paid online or later. Each call sends a mail.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/payment-request",
    tag = "orders",
    operation_id = "requestPayment",
    params(("number" = String, Path, description = "The order's number")),
    responses(
        (status = 200, description = "The mail is queued", body = Answer<PaymentRequested>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "`NOT_ALLOWED`: the shopper cannot pay the order now", body = OrderChangeConflict),
        StaffErrors,
    ),
)]
pub(crate) async fn send(
    session: Session,
    Path(number): Path<String>,
) -> Result<Answer<PaymentRequested>, ChangeError<OrderChangeConflict>> {
    let (order, authorization) = find_for::<RequestPaymentRequest>(&session, &number).await?;
    let request = RequestPaymentRequest {
        order_id: order.order_id,
    };
    authorization.call(request).await?;
    Ok(Answer::new(PaymentRequested { email: order.email }))
}

/// A payment request that was sent.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct PaymentRequested {
    /// The email address; masked for staff members who may not read it.
    email: String,
}
