//! Deletes a shopper's account.

use axum::extract::Path;
use proto::identity::v1::DeleteShopperRequest;
use web::answer::{Done, Refusal};

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Deletes a shopper's account.
///
/// Data of orders that the books need is kept. A mail tells the shopper when the rest is erased.
#[utoipa::path(
    delete,
    path = "/api/office/v1/shoppers/{id}",
    tag = "shoppers",
    operation_id = "deleteShopper",
    params(("id" = String, Path, format = "uuid", description = "The account's id")),
    responses(
        (status = 200, description = "The account is deleted", body = Done),
        (status = 404, description = "There is no such account", body = Refusal),
        (status = 422, description = "The id is malformed", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn delete(session: Session, Path(account_id): Path<String>) -> Result<Done, ApiError> {
    let request = DeleteShopperRequest {
        account_id: account_id.clone(),
    };
    session.call(&account_id, request).await?;
    Ok(Done::with_message(
        "The account is deleted. The shopper gets an email when all data is deleted.",
    ))
}
