//! Corrects the quantities of an order.

use axum::extract::Path;
use proto::order::v1::{self as contract, CorrectOrderLinesRequest, CorrectedLine};
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
        one::{find_for, required_order},
        pack_left::PackLeft,
        view::Order,
    },
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Corrects the number of packs in an order before it is packed.
///
/// The shopper gets a mail. Unit prices and charges stay the same. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/orders/{number}/lines",
    tag = "orders",
    operation_id = "correctOrderLines",
    params(("number" = String, Path, description = "The order's number")),
    request_body = Quantities,
    responses(
        (status = 200, description = "The current order", body = Answer<Order>),
        (status = 404, description = "There is no such order", body = Refusal),
        (status = 409, description = "`ORDER_CHANGED`: the order was changed meanwhile; `data` is the current order. `OUT_OF_STOCK`: there are fewer packs; `data` says how many the order can have. Or `NOT_ALLOWED`: it is packed or further, or a payment is recorded", body = LinesConflict),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn correct(
    session: Session,
    Path(number): Path<String>,
    JsonBody(quantities): JsonBody<Quantities>,
) -> Result<Answer<Order>, ChangeError<LinesConflict>> {
    let (order, authorization) = find_for::<CorrectOrderLinesRequest>(&session, &number).await?;
    let lines = quantities.lines.into_iter().map(CorrectedLine::from);
    let request = CorrectOrderLinesRequest {
        order_id: order.order_id,
        version: quantities.version,
        lines: lines.collect(),
    };
    let corrected = authorization.call(request).await?;
    Ok(Answer::new(required_order(corrected.order)?.into()))
}

/// The new quantities of an order.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Quantities {
    /// The `version` of the order that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// Packs of the order, each at most once. Packs that are not listed keep their quantity. At least one
    /// pack remains.
    #[schema(min_items = 1, max_items = 50)]
    lines: Vec<Quantity>,
}

/// The new quantity of a line.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
struct Quantity {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// Number of packs; 0 removes the line.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 0, maximum = 99, example = 2)]
    quantity: i32,
}

impl From<Quantity> for CorrectedLine {
    fn from(line: Quantity) -> Self {
        Self {
            product_id: line.product_id,
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
        }
    }
}

/// The error when a correction of quantities conflicts with the order or the stock.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct LinesConflict {
    /// Always false.
    #[schema(example = false)]
    success: bool,
    /// The reason, for staff.
    message: String,
    /// The code: `ORDER_CHANGED`, `OUT_OF_STOCK` or `NOT_ALLOWED`.
    #[schema(example = "ORDER_CHANGED")]
    code: String,
    /// The current order, or the quantities that are possible.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    data: Option<LinesConflictData>,
}

/// The state that a correction conflicts with.
#[derive(Debug, Serialize, ToSchema)]
#[serde(untagged)]
enum LinesConflictData {
    /// A concurrent change of the order.
    Changed(Box<Order>),
    /// Too few packs in stock.
    Short(OrderCanHave),
}

/// The possible quantity of each line that asks for too many packs.
#[derive(Debug, Serialize, ToSchema)]
struct OrderCanHave {
    /// One for each such line, including the packs that the order already has.
    left: Vec<PackLeft>,
}

impl LinesConflict {
    /// Reads the order service's error; `None` if it carries no conflict.
    fn from_status(status: &Status) -> Option<Self> {
        let data = match status.code() {
            Code::Aborted => {
                let order: contract::Order = status::message(status)?;
                LinesConflictData::Changed(Box::new(order.into()))
            }
            Code::FailedPrecondition => LinesConflictData::Short(OrderCanHave {
                left: PackLeft::from_status(status)?,
            }),
            _ => return None,
        };
        let reason = status::details(status).reason;
        Some(Self {
            success: false,
            message: status.message().to_owned(),
            code: reason.unwrap_or_else(|| "CONFLICT".to_owned()),
            data: Some(data),
        })
    }
}

impl From<Status> for ChangeError<LinesConflict> {
    fn from(status: Status) -> Self {
        match LinesConflict::from_status(&status) {
            Some(conflict) => Self::Conflict(Box::new(conflict)),
            None => Self::Api(status.into()),
        }
    }
}
