//! Orders for shoppers: those of an account, and one by its number with a proof.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::StatusCode,
};
use proto::order::v1::{FindOrderRequest, ListOrdersRequest, Order, Ownership};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    Error,
    answer::{
        Answer, Refusal,
        error_responses::{BodyErrors, QueryErrors},
    },
    request::{json_body::JsonBody, query::QueryParams},
};

use crate::{
    account::session::{SessionToken, Shopper},
    clients::Clients,
    orders::view::OrderView,
    request::{
        error_responses::{LimitErrors, SessionErrors},
        field_names::FieldNames,
        rate_limits::{Limited, Proofs},
    },
};

/// The message for a shopper who must log in to see their orders.
pub(crate) const LOG_IN_FIRST: &str = "Please login to see your orders.";

/// Lists the orders of the logged-in shopper, newest first.
#[utoipa::path(
    get,
    path = "/api/v1/users/orders",
    tag = "orders",
    operation_id = "listOwnOrders",
    params(OrderQuery),
    responses(
        (status = 200, description = "A page of orders", body = Answer<OrderPage>),
        QueryErrors,
        SessionErrors,
    ),
)]
pub(crate) async fn list(
    State(clients): State<Arc<Clients>>,
    token: SessionToken,
    QueryParams(query): QueryParams<OrderQuery>,
) -> Result<Answer<OrderPage>, Error> {
    let shopper = Shopper::load_or(&clients, token, LOG_IN_FIRST).await?;
    if query.after.as_deref() == Some("") {
        let broken = Rule::Malformed.says("Send the next of the page before, or nothing");
        return Err(Error::field(StatusCode::UNPROCESSABLE_ENTITY, "after", broken));
    }
    let request = ListOrdersRequest {
        account_id: shopper.account_id,
        page_size: 0,
        page_token: query.after.unwrap_or_default(),
    };
    let page = clients
        .order
        .call(request)
        .await
        .map_err(|status| OrderQuery::NAMES.refusal(status))?;
    Ok(Answer::new(OrderPage {
        orders: page.orders.into_iter().map(OrderView::whole).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which page to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct OrderQuery {
    /// The `next` value of the previous page.
    #[param(nullable = false, min_length = 1)]
    after: Option<String>,
}

impl OrderQuery {
    pub(crate) const NAMES: &FieldNames = &FieldNames::flat(&[("page_token", "after")]);
}

/// A page of orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderPage {
    /// Newest first.
    orders: Vec<OrderView>,
    /// The `after` value of the next page; null on the last page.
    #[schema(required)]
    next: Option<String>,
}

/// Returns an order of the logged-in shopper.
#[utoipa::path(
    get,
    path = "/api/v1/users/orders/{number}",
    tag = "orders",
    operation_id = "getOwnOrder",
    params(("number" = String, Path, description = "The order's number, such as VM-261123-7K3QX")),
    responses(
        (status = 200, description = "The order", body = Answer<OrderView>),
        SessionErrors,
        (status = 404, description = "The account has no such order", body = Refusal),
    ),
)]
pub(crate) async fn get(
    State(clients): State<Arc<Clients>>,
    token: SessionToken,
    Path(number): Path<String>,
) -> Result<Answer<OrderView>, Error> {
    let shopper = Shopper::load_or(&clients, token, LOG_IN_FIRST).await?;
    let order = find(&clients, number, account_ownership(shopper), NUMBER).await?;
    let view = OrderView::whole(order.clone());
    Ok(Answer::new(view.completed(&clients, &order).await))
}

/// Returns an order by its number, with its mobile number or the token of the link in a mail.
///
/// Any wrong value gets the same answer. The name and number are shown in part only, the address not at all.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/track",
    tag = "orders",
    operation_id = "trackOrder",
    request_body = Tracking,
    responses(
        (status = 200, description = "The order", body = Answer<OrderView>),
        BodyErrors,
        LimitErrors,
        (status = 404, description = "There is no such order with this mobile number or token", body = Refusal),
    ),
)]
pub(crate) async fn track(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    JsonBody(tracking): JsonBody<Tracking>,
) -> Result<Answer<OrderView>, Error> {
    let ownership = guest_ownership(tracking.mobilenumber, tracking.token);
    let order = find(&clients, tracking.order_number, ownership, Tracking::NAMES).await?;
    let view = OrderView::masked(order.clone());
    Ok(Answer::new(view.completed(&clients, &order).await))
}

/// The order number and a proof of ownership.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Tracking {
    /// The order number.
    #[schema(example = "VM-261123-7K3QX")]
    order_number: String,
    /// The mobile number of the order; spaces, hyphens, `+91` and a leading 0 are removed.
    #[serde(default)]
    #[schema(example = "9876543210")]
    mobilenumber: String,
    /// The token after the order number in the link of a mail; replaces the mobile number.
    #[serde(default)]
    token: String,
}

impl Tracking {
    pub(crate) const NAMES: &FieldNames =
        &FieldNames::flat(&[("order_number", "orderNumber"), ("ownership", "mobilenumber")]);
}

/// The field names of a request for one order of an account.
pub(crate) const NUMBER: &FieldNames = &FieldNames::flat(&[("order_number", "number")]);

/// Finds the order with this number if `ownership` proves that it belongs to the shopper.
pub(crate) async fn find(
    clients: &Clients,
    order_number: String,
    ownership: Ownership,
    names: &FieldNames,
) -> Result<Order, Error> {
    let request = FindOrderRequest {
        order_number,
        ownership: Some(ownership),
    };
    let found = clients
        .order
        .call(request)
        .await
        .map_err(|status| names.refusal(status))?;
    found
        .order
        .ok_or_else(|| Error::internal("the order service answered without the order"))
}

/// The ownership that a session proves.
pub(crate) fn account_ownership(shopper: Shopper) -> Ownership {
    Ownership {
        account_id: shopper.account_id,
        ..Ownership::default()
    }
}

/// The ownership that the order's mobile number or a mail's token proves.
pub(crate) fn guest_ownership(mobile_number: String, link_token: String) -> Ownership {
    Ownership {
        mobile_number,
        link_token,
        ..Ownership::default()
    }
}
