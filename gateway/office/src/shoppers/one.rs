//! A shopper with their addresses.

use axum::extract::Path;
use proto::identity::v1::GetShopperRequest;
use serde::Serialize;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
};

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
    shoppers::view::{Shopper, ShopperAddress},
};

/// Returns a shopper with their addresses.
#[utoipa::path(
    get,
    path = "/api/office/v1/shoppers/{id}",
    tag = "shoppers",
    operation_id = "getShopper",
    params(("id" = String, Path, format = "uuid", description = "The account's id")),
    responses(
        (status = 200, description = "The shopper", body = Answer<ShopperDetails>),
        (status = 404, description = "There is no such account", body = Refusal),
        (status = 422, description = "The id is malformed", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn get(
    session: Session,
    Path(account_id): Path<String>,
) -> Result<Answer<ShopperDetails>, ApiError> {
    let request = GetShopperRequest {
        account_id: account_id.clone(),
    };
    let response = session.call(&account_id, request).await?;
    let none = || Error::internal("the identity service answered without the shopper");
    Ok(Answer::new(ShopperDetails {
        shopper: response.shopper.ok_or_else(none)?.into(),
        addresses: response.addresses.into_iter().map(ShopperAddress::from).collect(),
    }))
}

/// A shopper with their saved addresses.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShopperDetails {
    /// The shopper.
    shopper: Shopper,
    /// The default first, then the newest first.
    addresses: Vec<ShopperAddress>,
}
