//! One order, by the number that a shopper reads out.

use axum::extract::Path;
use proto::order::v1::{GetOrderRequest, Order as KeptOrder};
use web::{
    Error,
    answer::{Answer, Refusal},
};

use crate::{
    orders::view::Order,
    request::refusal::{Refused, StaffOnly},
    session::authorize::Session,
};

/// One order.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}",
    tag = "orders",
    operation_id = "getOrder",
    params(("number" = String, Path, description = "The order's number, such as VM-261123-7K3QX")),
    responses(
        (status = 200, description = "The order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        StaffOnly,
    ),
)]
pub(crate) async fn get(session: Session, Path(number): Path<String>) -> Result<Answer<Order>, Refused> {
    let order = find(&session, &number).await?;
    Ok(Answer::new(order.into()))
}

/// The order with this number, however it is typed: the log finds who looked at an order by its number as it is kept.
pub(crate) async fn find(session: &Session, number: &str) -> Result<KeptOrder, Refused> {
    let order_number = number.trim().to_uppercase();
    let request = GetOrderRequest {
        order_id: String::new(),
        order_number: order_number.clone(),
    };
    let found = session.call(&order_number, request).await?;
    Ok(kept(found.order)?)
}

/// The order that an answer has to bring.
pub(crate) fn kept(order: Option<KeptOrder>) -> Result<KeptOrder, Error> {
    order.ok_or_else(|| Error::internal("the order service answered without the order"))
}
