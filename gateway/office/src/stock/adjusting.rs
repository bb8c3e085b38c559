//! Adjusts the stock of a batch.

use axum::extract::Path;
use proto::inventory::v1::AdjustBatchRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
    stock::batch::Batch,
};

/// Adjusts the number of packs of a batch. A retry changes nothing.
#[utoipa::path(
    post,
    path = "/api/office/v1/stock/batches/{id}/adjustments",
    tag = "stock",
    operation_id = "adjustBatch",
    params(("id" = String, Path, format = "uuid", description = "The batch's id")),
    request_body = Adjustment,
    responses(
        (status = 200, description = "The current batch", body = Answer<Batch>),
        (status = 404, description = "There is no such batch", body = Refusal),
        (status = 409, description = "Orders have reserved more packs than would be left", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn adjust(
    session: Session,
    Path(batch_id): Path<String>,
    JsonBody(adjustment): JsonBody<Adjustment>,
) -> Result<Answer<Batch>, ApiError> {
    let authorization = session.authorize::<AdjustBatchRequest>(&batch_id).await?;
    let request = AdjustBatchRequest {
        adjustment_id: adjustment.adjustment_id,
        batch_id,
        quantity: adjustment.quantity,
        is_write_off: adjustment.is_write_off,
        actor_id: authorization.staff_id()?,
        reason: adjustment.reason,
    };
    let adjusted = authorization.call(request).await?;
    Ok(Answer::new(Batch::from_contract(adjusted.batch)?))
}

/// A stock adjustment.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Adjustment {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    adjustment_id: String,
    /// The number of packs to add, or to remove if negative; not 0.
    #[serde(deserialize_with = "whole_number")]
    #[schema(example = -2)]
    quantity: i32,
    /// True if the removed packs were destroyed, false for a counting error.
    is_write_off: bool,
    /// The reason.
    #[schema(min_length = 3, max_length = 500)]
    reason: String,
}
