//! Corrects the delivery address of an order.

use axum::extract::Path;
use proto::order::v1::CorrectOrderAddressRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    orders::{
        one::{find_for, required_order},
        transitions::OrderChangeConflict,
        view::Order,
    },
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Corrects the recipient and address of an order before it is packed.
///
/// The shopper gets a mail. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/orders/{number}/address",
    tag = "orders",
    operation_id = "correctOrderAddress",
    params(("number" = String, Path, description = "The order's number")),
    request_body = Address,
    responses(
        (status = 200, description = "The current order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "`ORDER_CHANGED`: the order was changed meanwhile; `data` is the current order. Or, without data: `NOT_ALLOWED`: it is packed or further; `PINCODE_DIFFERS`: the pincode has another delivery charge; `NO_CASH_THERE`: the pincode has no cash on delivery", body = OrderChangeConflict),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn correct(
    session: Session,
    Path(number): Path<String>,
    JsonBody(address): JsonBody<Address>,
) -> Result<Answer<Order>, ChangeError<OrderChangeConflict>> {
    let (order, authorization) = find_for::<CorrectOrderAddressRequest>(&session, &number).await?;
    let request = CorrectOrderAddressRequest {
        order_id: order.order_id,
        version: address.version,
        full_name: address.full_name,
        mobile_number: address.mobile_number,
        delivery_address: address.delivery_address,
        pincode: address.pincode,
    };
    let corrected = authorization.call(request).await?;
    Ok(Answer::new(required_order(corrected.order)?.into()))
}

/// The recipient and address of an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Address {
    /// The `version` of the order that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The recipient's name: letters of any script with their marks, and spaces; 3 to 30 characters.
    full_name: String,
    /// Ten digits; spaces, hyphens, `+91` and a leading 0 are removed. The shopper needs this number to open
    /// the order.
    mobile_number: String,
    /// At least 10 characters.
    #[schema(min_length = 10, max_length = 500)]
    delivery_address: String,
    /// Six digits.
    pincode: String,
}
