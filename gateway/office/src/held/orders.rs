//! The orders that nobody has confirmed, those that wait longest first.

use proto::order::v1::{ListUnconfirmedOrdersRequest, UnconfirmedOrder as Told};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, request::query::QueryParams};

use crate::{
    orders::{
        list::{lists_are_masked, masked},
        one::kept,
        view::Order,
    },
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
};

/// Orders that nobody has confirmed, those that wait longest first: all of them, or those with a pack.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/held/orders",
    tag = "stock",
    operation_id = "listHeldOrders",
    params(HeldQuery),
    responses(
        (status = 200, description = "A page of orders", body = Answer<HeldOrdersPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<HeldQuery>,
) -> Result<Answer<HeldOrdersPage>, Refused> {
    let request = ListUnconfirmedOrdersRequest {
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
        product_id: query.product_id.unwrap_or_default(),
        weight_in_grams: query.weight_in_grams.unwrap_or_default(),
    };
    let permit = session.permit::<ListUnconfirmedOrdersRequest>("").await?;
    let page = permit.call(request).await?;
    let numbers = page.orders.iter().filter_map(|told| told.order.as_ref());
    permit.shows(numbers.map(|order| order.order_number.clone()).collect());
    let is_masked = lists_are_masked(&permit);
    let orders = page
        .orders
        .into_iter()
        .map(|told| HeldOrder::read(told, is_masked));
    Ok(Answer::new(HeldOrdersPage {
        orders: orders.collect::<Result<_, _>>()?,
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which orders?
#[derive(Debug, Deserialize, IntoParams)]
#[serde(rename_all = "camelCase")]
#[into_params(parameter_in = Query)]
pub(crate) struct HeldQuery {
    /// Only orders with packs of this product; absent for all.
    #[param(nullable = false, format = "uuid")]
    product_id: Option<String>,
    /// Only orders with packs of that product of this weight, in grams; absent when there is no product.
    #[param(nullable = false, minimum = 1)]
    weight_in_grams: Option<i32>,
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// Orders that nobody has confirmed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeldOrdersPage {
    /// Those that wait longest first.
    orders: Vec<HeldOrder>,
    /// Asks for the orders after these; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// An order that nobody has confirmed.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldOrder {
    /// The order.
    order: Order,
    /// When it ends by itself unless somebody confirms it, or the money comes of one that is paid online, in UTC; absent when it does
    /// not. It may end some minutes later.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = DateTime)]
    ends_at: Option<String>,
}

impl HeldOrder {
    fn read(told: Told, is_masked: bool) -> Result<Self, Error> {
        let order = Order::from(kept(told.order)?);
        Ok(Self {
            order: if is_masked { masked(order) } else { order },
            ends_at: Some(told.ends_at).filter(|at| !at.is_empty()),
        })
    }
}
