//! One order, by its number.

use axum::extract::Path;
use proto::order::v1::{GetOrderRequest, Order as ContractOrder};
use runtime::Call;
use web::{
    Error,
    answer::{Answer, Refusal},
};

use crate::{
    clients::staff_token::about_id,
    orders::view::Order,
    request::errors::{ApiError, StaffErrors},
    session::{authorization::Authorization, authorize::Session},
};

/// Returns an order.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}",
    tag = "orders",
    operation_id = "getOrder",
    params(("number" = String, Path, description = "The order's number, such as VM-261123-7K3QX")),
    responses(
        (status = 200, description = "The order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn get(session: Session, Path(number): Path<String>) -> Result<Answer<Order>, ApiError> {
    let number = normalized_number(&number);
    let authorization = session.authorize(&number).await?;
    let (order, ends_at) = look_up(&authorization, number).await?;
    let mut order = Order::from(order);
    order.ends_at = ends_at;
    Ok(Answer::new(order))
}

/// Finds an order by its number in any spelling, and authorizes a call about it. The audit log
/// records the number as stored.
pub(crate) async fn find_for<C: Call>(
    session: &Session,
    number: &str,
) -> Result<(ContractOrder, Authorization<C>), ApiError> {
    let number = normalized_number(number);
    let authorization = session.authorize(&number).await?;
    let (order, _) = look_up(&authorization, number).await?;
    // The token for the call is valid for this order alone, so it needs the order's id first.
    let call = about_id::<C>(&order.order_number, &order.order_id);
    let authorization = session.authorize_all(&[call]).await?.take()?;
    Ok((order, authorization))
}

/// The stored form of an order number.
pub(crate) fn normalized_number(number: &str) -> String {
    number.trim().to_uppercase()
}

/// Loads the order with this number, and the time of its automatic cancellation.
async fn look_up(
    authorization: &Authorization<GetOrderRequest>,
    order_number: String,
) -> Result<(ContractOrder, Option<String>), ApiError> {
    let request = GetOrderRequest {
        order_id: String::new(),
        order_number,
    };
    let found = authorization.call(request).await?;
    let ends_at = Some(found.ends_at).filter(|at| !at.is_empty());
    Ok((required_order(found.order)?, ends_at))
}

/// Unwraps the order of an answer; fails if it is missing.
pub(crate) fn required_order(order: Option<ContractOrder>) -> Result<ContractOrder, Error> {
    order.ok_or_else(|| Error::internal("the order service answered without the order"))
}
