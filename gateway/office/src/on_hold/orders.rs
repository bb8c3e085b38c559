//! Unconfirmed orders, the longest waiting first.

use proto::order::v1::{ListUnconfirmedOrdersRequest, UnconfirmedOrder};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, request::query::QueryParams};

use crate::{
    orders::{one::required_order, view::Order},
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists unconfirmed orders, the longest waiting first: all of them, or those with a given pack.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/held/orders",
    tag = "stock",
    operation_id = "listHeldOrders",
    params(HeldQuery),
    responses(
        (status = 200, description = "A page of orders", body = Answer<HeldOrdersPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<HeldQuery>,
) -> Result<Answer<HeldOrdersPage>, ApiError> {
    let request = ListUnconfirmedOrdersRequest {
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
        product_id: query.product_id.unwrap_or_default(),
        weight_in_grams: query.weight_in_grams.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    let orders = page.orders.into_iter().map(HeldOrder::from_contract);
    Ok(Answer::new(HeldOrdersPage {
        orders: orders.collect::<Result<_, _>>()?,
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which orders to list.
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct HeldQuery {
    /// Only orders with this product; absent for all.
    #[param(nullable = false, format = "uuid")]
    product_id: Option<String>,
    /// Only orders with a pack of this weight, in grams; absent without `productId`.
    #[param(nullable = false, minimum = 1)]
    weight_in_grams: Option<i32>,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of unconfirmed orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeldOrdersPage {
    /// The longest waiting first.
    orders: Vec<HeldOrder>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// An unconfirmed order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldOrder {
    /// The order.
    order: Order,
    /// When the order is cancelled automatically unless staff confirm it, or the money of an online payment
    /// comes, in UTC. Absent if it is not. The cancellation may come some minutes later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    ends_at: Option<String>,
}

impl HeldOrder {
    fn from_contract(message: UnconfirmedOrder) -> Result<Self, Error> {
        Ok(Self {
            order: Order::from(required_order(message.order)?),
            ends_at: Some(message.ends_at).filter(|at| !at.is_empty()),
        })
    }
}
