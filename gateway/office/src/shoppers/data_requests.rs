//! Exports of a shopper's personal data.

use axum::extract::Path;
use http::StatusCode;
use proto::identity::v1::RequestShopperDataRequest;
use web::answer::{Done, Refusal};

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Starts an export of a shopper's data. A mail tells the shopper when it is ready; staff cannot see it.
#[utoipa::path(
    post,
    path = "/api/office/v1/shoppers/{id}/data-requests",
    tag = "shoppers",
    operation_id = "requestShopperData",
    params(("id" = String, Path, format = "uuid", description = "The account's id")),
    responses(
        (status = 202, description = "The data is being collected", body = Done),
        (status = 404, description = "There is no such account", body = Refusal),
        (status = 422, description = "The id is malformed", body = Refusal),
        (status = 429, description = "Too many requests; `Retry-After` says when to try again", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn make(
    session: Session,
    Path(account_id): Path<String>,
) -> Result<(StatusCode, Done), ApiError> {
    let request = RequestShopperDataRequest {
        account_id: account_id.clone(),
    };
    session.call(&account_id, request).await?;
    let response =
        Done::with_message("The data is being collected. The shopper gets an email when it is ready.");
    Ok((StatusCode::ACCEPTED, response))
}
