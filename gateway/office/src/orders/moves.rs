//! An order moves from one state to the next.

use axum::extract::Path;
use proto::order::v1::{self as contract, Actor, MoveOrderRequest, OrderStatus, ReturnedLine};
use runtime::status;
use serde::{Deserialize, Serialize};
use tonic::{Code, Status};
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    orders::{
        moved_line::MovedLine,
        one::{find_for, kept},
        parcel::{Parcel, optional_grams},
        return_terms::ReturnTerms,
        state::OrderState,
        view::Order,
    },
    request::refusal::{OrConflict, ReadsBody, StaffOnly},
    session::authorize::Session,
};

/// Moves an order, once: the same move again answers the order as it then stands.
#[utoipa::path(
    post,
    path = "/api/office/v1/orders/{number}/moves",
    tag = "orders",
    operation_id = "moveOrder",
    params(("number" = String, Path, description = "The order's number")),
    request_body = Move,
    responses(
        (status = 200, description = "The order as it stands now", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "Somebody else moved it: the order as it stands comes along. Or it cannot be moved \
            there: then nothing does", body = OrderMoved),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn make(
    session: Session,
    Path(number): Path<String>,
    JsonBody(body): JsonBody<Move>,
) -> Result<Answer<Order>, OrConflict<OrderMoved>> {
    let (order, permit) = find_for::<MoveOrderRequest>(&session, &number).await?;
    let lines = body.lines.unwrap_or_default();
    let request = MoveOrderRequest {
        order_id: order.order_id,
        to: OrderStatus::from(body.to).into(),
        version: body.version,
        actor: Actor::Staff.into(),
        actor_id: permit.staff_id()?,
        ownership: None,
        reason: body.reason.unwrap_or_default(),
        parcel: body.parcel.map(contract::Parcel::from),
        parcel_weight_in_grams: body.parcel_weight_in_grams,
        lines: lines.into_iter().map(ReturnedLine::from).collect(),
        return_terms: body.return_terms.map(contract::ReturnTerms::from),
        accepts_unpaid: body.accepts_unpaid,
    };
    let moved = permit.call(request).await?;
    Ok(Answer::new(kept(moved.order)?.into()))
}

/// Where an order goes.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Move {
    /// The state that it is to have.
    to: OrderState,
    /// The `version` of the order that was looked at.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// Why, for shopper and shop; a return needs one, and so do its refusal and a return of which not all is taken back.
    #[schema(max_length = 500)]
    reason: Option<String>,
    /// How it travels, when it is shipped.
    parcel: Option<Parcel>,
    /// What its parcel weighs as it is handed over, in grams, when it is packed, or when it is shipped.
    #[serde(default, deserialize_with = "optional_grams")]
    #[schema(minimum = 1, maximum = 50_000, example = 540)]
    parcel_weight_in_grams: Option<i32>,
    /// Which packs come back, or are taken back, no pack twice; without any, all of the order, or what the return was asked for with.
    #[schema(max_items = 50)]
    lines: Option<Vec<MovedLine>>,
    /// How the packs come back, when a return is accepted, which needs it.
    return_terms: Option<ReturnTerms>,
    /// True if whoever ships the order knows that it is not paid. An order that is neither paid nor cash on delivery is shipped only
    /// so.
    #[serde(default)]
    accepts_unpaid: bool,
}

/// An answer to a change of an order that does not stand any more as it was looked at, or that cannot be changed so.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderMoved {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// Why, fit for the people of the shop.
    message: String,
    /// Why: `ORDER_MOVED` or `ORDER_CHANGED` when somebody else changed it, else such as `NO_WAY`.
    #[schema(example = "ORDER_MOVED")]
    code: String,
    /// The order as it stands now, when somebody else changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<Order>,
}

impl OrderMoved {
    /// Reads the order service's error; none when it tells of no order.
    fn read(status: &Status) -> Option<Self> {
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

impl From<Status> for OrConflict<OrderMoved> {
    fn from(status: Status) -> Self {
        match OrderMoved::read(&status) {
            Some(moved) => Self::Conflict(Box::new(moved)),
            None => Self::Refused(status.into()),
        }
    }
}
