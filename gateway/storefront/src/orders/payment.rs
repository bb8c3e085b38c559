//! Payments of an order: start, state and check. The order service checks the ownership before the payment
//! service is called.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use proto::{
    order::v1::Order,
    payment::v1::{CheckPaymentRequest, GetPaymentRequest, Payment, StartPaymentRequest},
};
use runtime::status;
use serde::Deserialize;
use time::OffsetDateTime;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, error_responses::BodyErrors},
    request::json_body::JsonBody,
};

use crate::{
    account::session::{SessionToken, Shopper},
    clients::Clients,
    orders::own_orders::{LOG_IN_FIRST, account_ownership, find, guest_ownership},
    payments::view::PaymentView,
    request::{
        error_responses::LimitErrors,
        field_names::FieldNames,
        rate_limits::{Limited, Proofs},
    },
};

/// Starts the payment of an order, or continues the open one. Repeated calls make one request to the
/// provider.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/{number}/payment",
    tag = "orders",
    operation_id = "startPayment",
    params(("number" = String, Path, description = "The order's number")),
    request_body = OrderProof,
    responses(
        (status = 200, description = "The payment; the shopper pays at `payUrl` or by `upiLink`", body = Answer<PaymentView>),
        BodyErrors,
        (status = 401, description = "No valid session, and neither a mobile number nor a token came", body = Refusal),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "The order cannot be paid online; `code` says why: `PAID`, `TOO_LATE`, `NOT_ONLINE` or `NOT_TO_BE_PAID`", body = Refusal),
        (status = 429, description = "Too many requests; `Retry-After` says when to try again", body = Refusal),
        (status = 503, description = "A service is down; `Retry-After` says when to retry the same call", body = Refusal),
    ),
)]
pub(crate) async fn start(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    token: SessionToken,
    Path(number): Path<String>,
    JsonBody(proof): JsonBody<OrderProof>,
) -> Result<Answer<PaymentView>, Error> {
    let order = proven(&clients, token, number, proof).await?;
    let request = StartPaymentRequest {
        order_id: order.order_id.clone(),
        // Needs no escaping: an order number has letters, digits and hyphens only.
        return_path: format!("/payment?order={}", order.order_number),
    };
    let started = clients.payment.call(request).await.map_err(refused)?;
    view(order, started.payment)
}

/// Returns the state of an order's payment.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/{number}/payment/state",
    tag = "orders",
    operation_id = "getPayment",
    params(("number" = String, Path, description = "The order's number")),
    request_body = OrderProof,
    responses(
        (status = 200, description = "The payment", body = Answer<PaymentView>),
        BodyErrors,
        LimitErrors,
        (status = 401, description = "No valid session, and neither a mobile number nor a token came", body = Refusal),
        (status = 404, description = "There is no such order", body = Refusal),
    ),
)]
pub(crate) async fn state(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    token: SessionToken,
    Path(number): Path<String>,
    JsonBody(proof): JsonBody<OrderProof>,
) -> Result<Answer<PaymentView>, Error> {
    let order = proven(&clients, token, number, proof).await?;
    let request = GetPaymentRequest {
        order_id: order.order_id.clone(),
    };
    let found = clients.payment.call(request).await.map_err(refused)?;
    view(order, found.payment)
}

/// Returns the payment state after a query to the provider, for a shopper who came back from its page or says
/// that they paid.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/{number}/payment/check",
    tag = "orders",
    operation_id = "checkPayment",
    params(("number" = String, Path, description = "The order's number")),
    request_body = OrderProof,
    responses(
        (status = 200, description = "The payment", body = Answer<PaymentView>),
        BodyErrors,
        LimitErrors,
        (status = 401, description = "No valid session, and neither a mobile number nor a token came", body = Refusal),
        (status = 404, description = "There is no such order", body = Refusal),
    ),
)]
pub(crate) async fn check(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    token: SessionToken,
    Path(number): Path<String>,
    JsonBody(proof): JsonBody<OrderProof>,
) -> Result<Answer<PaymentView>, Error> {
    let order = proven(&clients, token, number, proof).await?;
    let request = CheckPaymentRequest {
        order_id: order.order_id.clone(),
    };
    let checked = clients.payment.call(request).await.map_err(refused)?;
    view(order, checked.payment)
}

/// The proof that an order belongs to the shopper; not needed if the logged-in shopper's account has the
/// order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct OrderProof {
    /// The mobile number of the order.
    #[serde(default)]
    #[schema(example = "9876543210")]
    mobilenumber: String,
    /// The token of the link in a mail; replaces the mobile number.
    #[serde(default)]
    token: String,
}

impl OrderProof {
    pub(crate) const NAMES: &FieldNames =
        &FieldNames::flat(&[("order_number", "number"), ("ownership", "mobilenumber")]);

    /// True if the mobile number is the only proof.
    pub(crate) fn is_mobile_number(&self) -> bool {
        self.token.is_empty() && !self.mobilenumber.is_empty()
    }
}

/// Finds the order with this number if the session, the mobile number or the mail's token proves that it
/// belongs to the shopper.
pub(crate) async fn proven(
    clients: &Clients,
    token: SessionToken,
    number: String,
    proof: OrderProof,
) -> Result<Order, Error> {
    let ownership = if proof.mobilenumber.is_empty() && proof.token.is_empty() {
        account_ownership(Shopper::load_or(clients, token, LOG_IN_FIRST).await?)
    } else {
        guest_ownership(proof.mobilenumber, proof.token)
    };
    find(clients, number, ownership, OrderProof::NAMES).await
}

fn view(order: Order, payment: Option<Payment>) -> Result<Answer<PaymentView>, Error> {
    let payment =
        payment.ok_or_else(|| Error::internal("the payment service answered without the payment"))?;
    let now = OffsetDateTime::now_utc();
    Ok(Answer::new(PaymentView::new(order.order_number, payment, now)))
}

/// Converts the payment service's error; an order that cannot be paid is a conflict with a reason.
fn refused(status: Status) -> Error {
    if status.code() != Code::FailedPrecondition {
        return Error::from(status);
    }
    let reason = status::details(&status).reason.unwrap_or_default();
    let message = match reason.as_str() {
        "PAID" => "This order is paid.",
        "TOO_LATE" => "The time to pay this order is over.",
        "NOT_TO_BE_PAID" => "This order was cancelled. Please do not pay it.",
        _ => "This order cannot be paid online.",
    };
    Error::new(StatusCode::CONFLICT, message).with_code(reason)
}
