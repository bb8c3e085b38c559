//! The payments of an order.

use axum::extract::Path;
use proto::payment::v1::GetOrderPaymentsRequest;
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, Refusal};

use crate::{
    orders::one::find_for,
    payments::view::OrderPayment,
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Lists the payment requests, payments and refunds of an order.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}/payments",
    tag = "payments",
    operation_id = "listOrderPayments",
    params(("number" = String, Path, description = "The order's number")),
    responses(
        (status = 200, description = "Its payments", body = Answer<OrderPayments>),
        (status = 404, description = "There is no such order", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    Path(number): Path<String>,
) -> Result<Answer<OrderPayments>, ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = GetOrderPaymentsRequest {
        order_id: order.order_id,
    };
    let response = authorization.call(request).await?;
    Ok(Answer::new(OrderPayments {
        payments: response.payments.into_iter().map(OrderPayment::from).collect(),
    }))
}

/// The payments of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderPayments {
    /// Newest first.
    payments: Vec<OrderPayment>,
}
