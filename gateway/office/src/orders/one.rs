//! One order, by the number that a shopper reads out.

use axum::extract::Path;
use proto::order::v1::{GetOrderRequest, Order as KeptOrder};
use web::{
    Error,
    answer::{Answer, Refusal},
};

use crate::{
    clients::{staff_calls::StaffCall, staff_token::about_id},
    orders::view::Order,
    request::refusal::{Refused, StaffOnly},
    session::{authorize::Session, permit::Permit},
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
    let number = as_kept(&number);
    let permit = session.permit(&number).await?;
    let (order, ends_at) = look_up(&permit, number).await?;
    let mut order = Order::from(order);
    order.ends_at = ends_at;
    Ok(Answer::new(order))
}

/// The order with this number, however it is typed, and the permit for a call about it: the log finds who looked at an order by its
/// number as it is kept.
pub(crate) async fn find_for<Call: StaffCall>(
    session: &Session,
    number: &str,
) -> Result<(KeptOrder, Permit<Call>), Refused> {
    let number = as_kept(number);
    let permit = session.permit(&number).await?;
    let (order, _) = look_up(&permit, number).await?;
    // The token for the call is good for this order alone, so it is asked for once the order is known.
    let call = about_id::<Call>(&order.order_number, &order.order_id);
    let permit = session.permits(&[call]).await?.take()?;
    Ok((order, permit))
}

/// A number as it is kept, however it is typed.
pub(crate) fn as_kept(number: &str) -> String {
    number.trim().to_uppercase()
}

/// The order with this number, and when it ends by itself.
async fn look_up(
    permit: &Permit<GetOrderRequest>,
    order_number: String,
) -> Result<(KeptOrder, Option<String>), Refused> {
    let request = GetOrderRequest {
        order_id: String::new(),
        order_number,
    };
    let found = permit.call(request).await?;
    let ends_at = Some(found.ends_at).filter(|at| !at.is_empty());
    Ok((kept(found.order)?, ends_at))
}

/// The order that an answer has to bring.
pub(crate) fn kept(order: Option<KeptOrder>) -> Result<KeptOrder, Error> {
    order.ok_or_else(|| Error::internal("the order service answered without the order"))
}
