//! What is there differs from what is written.

use axum::extract::Path;
use proto::inventory::v1::AdjustBatchRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::refusal::{ReadsBody, Refused, StaffOnly},
    session::authorize::Session,
    stock::batch::Batch,
};

/// Corrects how many packs of a batch there are. The same adjustment again changes nothing.
#[utoipa::path(
    post,
    path = "/api/office/v1/stock/batches/{id}/adjustments",
    tag = "stock",
    operation_id = "adjustBatch",
    params(("id" = String, Path, format = "uuid", description = "The batch's id")),
    request_body = Adjustment,
    responses(
        (status = 200, description = "The batch as it stands now", body = Answer<Batch>),
        (status = 404, description = "There is no such batch", body = Refusal),
        (status = 409, description = "Fewer packs would be left than orders wait for", body = Refusal),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn adjust(
    session: Session,
    Path(batch_id): Path<String>,
    JsonBody(adjustment): JsonBody<Adjustment>,
) -> Result<Answer<Batch>, Refused> {
    let permit = session.permit::<AdjustBatchRequest>(&batch_id).await?;
    let request = AdjustBatchRequest {
        adjustment_id: adjustment.adjustment_id,
        batch_id,
        quantity: adjustment.quantity,
        is_write_off: adjustment.is_write_off,
        actor_id: permit.staff_id()?,
        reason: adjustment.reason,
    };
    let adjusted = permit.call(request).await?;
    Ok(Answer::new(Batch::read(adjusted.batch)?))
}

/// What is corrected.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct Adjustment {
    /// Chosen by the client for this adjustment, and sent again with every retry of it.
    #[schema(format = "uuid")]
    adjustment_id: String,
    /// How many packs more, or fewer when it is negative; not 0.
    #[serde(deserialize_with = "whole_number")]
    #[schema(example = -2)]
    quantity: i32,
    /// Whether those that are fewer were destroyed, and not only counted wrong.
    is_write_off: bool,
    /// Why.
    #[schema(min_length = 3, max_length = 500)]
    reason: String,
}
