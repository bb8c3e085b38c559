//! Corrects the parcel weight of an order.

use axum::extract::Path;
use proto::order::v1::CorrectParcelWeightRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    orders::{
        one::{find_for, required_order},
        parcel::optional_grams,
        transitions::OrderChangeConflict,
        view::Order,
    },
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Corrects the parcel weight of a packed order before the carrier has it. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/orders/{number}/parcel-weight",
    tag = "orders",
    operation_id = "correctParcelWeight",
    params(("number" = String, Path, description = "The order's number")),
    request_body = WeightCorrection,
    responses(
        (status = 200, description = "The current order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "`ORDER_CHANGED`: the order was changed meanwhile; `data` is the current order. Or, without data, `NOT_ALLOWED`: it is not packed yet, or further", body = OrderChangeConflict),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn correct(
    session: Session,
    Path(number): Path<String>,
    JsonBody(correction): JsonBody<WeightCorrection>,
) -> Result<Answer<Order>, ChangeError<OrderChangeConflict>> {
    let (order, authorization) = find_for::<CorrectParcelWeightRequest>(&session, &number).await?;
    let request = CorrectParcelWeightRequest {
        order_id: order.order_id,
        version: correction.version,
        weight_in_grams: correction.weight_in_grams,
    };
    let corrected = authorization.call(request).await?;
    Ok(Answer::new(required_order(corrected.order)?.into()))
}

/// The weight of a parcel.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct WeightCorrection {
    /// The `version` of the order that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The weight of the parcel at handover, in grams; absent to remove a weight that was recorded by
    /// mistake.
    #[serde(default, deserialize_with = "optional_grams")]
    #[schema(minimum = 1, maximum = 50_000, example = 540)]
    weight_in_grams: Option<i32>,
}
