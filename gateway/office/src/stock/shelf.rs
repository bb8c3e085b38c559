//! The shelf of a batch.

use axum::extract::Path;
use proto::inventory::v1::SetShelfRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
    stock::batch::Batch,
};

/// Sets the shelf of a batch.
#[utoipa::path(
    put,
    path = "/api/office/v1/stock/batches/{id}/shelf",
    tag = "stock",
    operation_id = "setShelf",
    params(("id" = String, Path, format = "uuid", description = "The batch's id")),
    request_body = Shelf,
    responses(
        (status = 200, description = "The current batch", body = Answer<Batch>),
        (status = 404, description = "There is no such batch", body = Refusal),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn set(
    session: Session,
    Path(batch_id): Path<String>,
    JsonBody(input): JsonBody<Shelf>,
) -> Result<Answer<Batch>, ApiError> {
    let authorization = session.authorize::<SetShelfRequest>(&batch_id).await?;
    let request = SetShelfRequest {
        batch_id,
        shelf: input.shelf,
    };
    let noted = authorization.call(request).await?;
    Ok(Answer::new(Batch::from_contract(noted.batch)?))
}

/// The shelf of a batch.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct Shelf {
    /// The name of the shelf; empty for none.
    #[schema(max_length = 40)]
    shelf: String,
}
