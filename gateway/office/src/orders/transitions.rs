//! Changes the state of an order.

use axum::extract::Path;
use proto::order::v1::{self as contract, Actor, OrderStatus, TransitionOrderRequest};
use runtime::status;
use serde::{Deserialize, Serialize};
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    order::{returned_line::ReturnedLine, state::OrderState},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    orders::{
        one::{find_for, required_order},
        parcel::{Parcel, optional_grams},
        return_terms::ReturnTerms,
        view::Order,
    },
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Changes the state of an order. A retry of the same transition returns the current order.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/transitions",
    tag = "orders",
    operation_id = "transitionOrder",
    params(("number" = String, Path, description = "The order's number")),
    request_body = OrderTransition,
    responses(
        (status = 200, description = "The current order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "The order was changed meanwhile: `data` is the current order. Or the state cannot follow, without data", body = OrderChangeConflict),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn make(
    session: Session,
    Path(number): Path<String>,
    JsonBody(body): JsonBody<OrderTransition>,
) -> Result<Answer<Order>, ChangeError<OrderChangeConflict>> {
    let (order, authorization) = find_for::<TransitionOrderRequest>(&session, &number).await?;
    let lines = body.lines.unwrap_or_default();
    let request = TransitionOrderRequest {
        order_id: order.order_id,
        to: OrderStatus::from(body.to).into(),
        version: body.version,
        actor: Actor::Staff.into(),
        actor_id: authorization.staff_id()?,
        ownership: None,
        reason: body.reason.unwrap_or_default(),
        parcel: body.parcel.map(contract::Parcel::from),
        parcel_weight_in_grams: body.parcel_weight_in_grams,
        lines: lines.into_iter().map(contract::ReturnedLine::from).collect(),
        return_terms: body.return_terms.map(contract::ReturnTerms::from),
        accepts_unpaid: body.accepts_unpaid,
    };
    let changed = authorization.call(request).await?;
    Ok(Answer::new(required_order(changed.order)?.into()))
}

/// A transition of an order to another state.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct OrderTransition {
    /// The new state.
    to: OrderState,
    /// The `version` of the order that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The reason, for the shopper and the shop. Needed to request or refuse a return, and to take back only
    /// some of its packs.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// The parcel, when the order is shipped.
    parcel: Option<Parcel>,
    /// The weight of the parcel at handover, in grams, when the order is packed or shipped.
    #[serde(default, deserialize_with = "optional_grams")]
    #[schema(minimum = 1, maximum = 50_000, example = 540)]
    parcel_weight_in_grams: Option<i32>,
    /// The returned packs, each at most once. If absent: the whole order, or the packs of the return request.
    #[schema(max_items = 50)]
    lines: Option<Vec<ReturnedLine>>,
    /// The terms of the return. Needed to accept a return.
    return_terms: Option<ReturnTerms>,
    /// True to ship an order that is neither paid nor cash on delivery.
    #[serde(default)]
    accepts_unpaid: bool,
}

/// The error when an order changed since the client read it, or when the change is not allowed.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderChangeConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The reason, for staff.
    message: String,
    /// The code: `ORDER_CHANGED` after a concurrent change, else for example `NO_WAY`.
    #[schema(example = "ORDER_CHANGED")]
    code: String,
    /// The current order, after a concurrent change.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Order>,
}

impl OrderChangeConflict {
    /// Reads the order service's error; `None` if it carries no order.
    fn from_status(status: &Status) -> Option<Self> {
        if status.code() != Code::Aborted {
            return None;
        }
        let order: contract::Order = status::message(status)?;
        let reason = status::details(status).reason;
        Some(Self {
            success: false,
            message: status.message().to_owned(),
            code: reason.unwrap_or_else(|| "CONFLICT".to_owned()),
            data: Some(order.into()),
        })
    }
}

impl From<Status> for ChangeError<OrderChangeConflict> {
    fn from(status: Status) -> Self {
        match OrderChangeConflict::from_status(&status) {
            Some(conflict) => Self::Conflict(Box::new(conflict)),
            None => Self::Api(status.into()),
        }
    }
}
