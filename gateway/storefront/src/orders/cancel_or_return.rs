//! Cancellations and returns by shoppers.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use proto::order::v1::{self as contract, Actor, OrderStatus, TransitionOrderRequest};
use runtime::status;
use serde::Deserialize;
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, error_responses::BodyErrors},
    order::returned_line::ReturnedLine,
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    account::session::{SessionToken, Shopper},
    clients::Clients,
    orders::{
        own_orders::{LOG_IN_FIRST, account_ownership, find, guest_ownership},
        view::OrderView,
    },
    request::{
        error_responses::LimitErrors,
        field_names::FieldNames,
        rate_limits::{Limited, Proofs},
    },
};

const CANNOT_CANCEL: &str =
    "This order cannot be cancelled any more. Please write to us if you do not want it.";

const CANNOT_RETURN: &str =
    "Only an order that was delivered can be returned. Please write to us if something is wrong.";

/// Cancels an order that is not packed yet.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/{number}/cancel",
    tag = "orders",
    operation_id = "cancelOrder",
    params(("number" = String, Path, description = "The order's number")),
    request_body = CancelOrReturn,
    responses(
        (status = 200, description = "The order is cancelled", body = Answer<OrderView>),
        BodyErrors,
        LimitErrors,
        (status = 401, description = "No valid session, and neither a mobile number nor a token came", body = Refusal),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "The order was changed meanwhile, or cannot be cancelled any more", body = Refusal),
    ),
)]
pub(crate) async fn cancel(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    token: SessionToken,
    Path(number): Path<String>,
    JsonBody(body): JsonBody<CancelOrReturn>,
) -> Result<Answer<OrderView>, Error> {
    transition_order(&clients, token, number, body, OrderStatus::Cancelled).await
}

/// Requests the return of an order, within 30 days of its delivery.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/{number}/returns",
    tag = "orders",
    operation_id = "returnOrder",
    params(("number" = String, Path, description = "The order's number")),
    request_body = CancelOrReturn,
    responses(
        (status = 200, description = "The return is requested", body = Answer<OrderView>),
        BodyErrors,
        LimitErrors,
        (status = 401, description = "No valid session, and neither a mobile number nor a token came", body = Refusal),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "The order was not delivered, or too long ago", body = Refusal),
    ),
)]
pub(crate) async fn send_back(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    token: SessionToken,
    Path(number): Path<String>,
    JsonBody(body): JsonBody<CancelOrReturn>,
) -> Result<Answer<OrderView>, Error> {
    transition_order(&clients, token, number, body, OrderStatus::ReturnRequested).await
}

/// A request to cancel or return an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct CancelOrReturn {
    /// The `version` of the order that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The reason, at most 500 characters; required for a return.
    #[serde(default)]
    #[schema(example = "I ordered the wrong weight")]
    reason: String,
    /// The mobile number of the order; not needed if the logged-in shopper's account has the order.
    #[serde(default)]
    #[schema(example = "9876543210")]
    mobilenumber: String,
    /// The token of the link in a mail; replaces the mobile number.
    #[serde(default)]
    token: String,
    /// The packs to return, each at most once; empty for the whole order. Only for returns.
    #[serde(default)]
    #[schema(max_items = 50)]
    lines: Vec<ReturnedLine>,
}

impl CancelOrReturn {
    pub(crate) const NAMES: &FieldNames = &FieldNames {
        pairs: &[
            ("order_id", "number"),
            ("version", "version"),
            ("reason", "reason"),
            ("ownership", "mobilenumber"),
            ("lines", "lines"),
        ],
        inside: &[(
            "lines",
            &FieldNames::flat(&[
                ("product_id", "productId"),
                ("weight_in_grams", "weightInGrams"),
                ("quantity", "quantity"),
            ]),
        )],
    };
}

async fn transition_order(
    clients: &Clients,
    token: SessionToken,
    number: String,
    body: CancelOrReturn,
    to: OrderStatus,
) -> Result<Answer<OrderView>, Error> {
    // A shopper who sends the mobile number or the mail's token needs no account, and gets only the masked
    // order.
    let is_guest = !body.mobilenumber.is_empty() || !body.token.is_empty();
    let ownership = if is_guest {
        guest_ownership(body.mobilenumber, body.token)
    } else {
        account_ownership(Shopper::load_or(clients, token, LOG_IN_FIRST).await?)
    };
    let order = find(clients, number, ownership.clone(), CancelOrReturn::NAMES).await?;
    let request = TransitionOrderRequest {
        order_id: order.order_id,
        to: to.into(),
        version: body.version,
        actor: Actor::Shopper.into(),
        actor_id: ownership.account_id.clone(),
        ownership: Some(ownership),
        reason: body.reason,
        parcel: None,
        parcel_weight_in_grams: None,
        lines: body.lines.into_iter().map(contract::ReturnedLine::from).collect(),
        return_terms: None,
        accepts_unpaid: false,
    };
    let changed = clients
        .order
        .call(request)
        .await
        .map_err(|status| refused(status, to))?;
    let order = changed
        .order
        .ok_or_else(|| Error::internal("the order service answered without the order"))?;
    let view = if is_guest {
        OrderView::masked(order.clone())
    } else {
        OrderView::whole(order.clone())
    };
    Ok(Answer::new(view.completed(clients, &order).await))
}

/// Converts the order service's error. A conflict gets a message for shoppers, because the service's text is
/// for staff, except for `TOO_LATE`.
fn refused(status: Status, to: OrderStatus) -> Error {
    if status.code() != Code::FailedPrecondition {
        return CancelOrReturn::NAMES.refusal(status);
    }
    let reason = status::details(&status).reason;
    let message = match (reason.as_deref(), to) {
        (Some("TOO_LATE"), _) => status.message().to_owned(),
        (_, OrderStatus::Cancelled) => CANNOT_CANCEL.to_owned(),
        _ => CANNOT_RETURN.to_owned(),
    };
    let refusal = Error::new(StatusCode::CONFLICT, message);
    match reason {
        Some(reason) => refusal.with_code(reason),
        None => refusal,
    }
}
