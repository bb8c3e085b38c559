//! Updates the shop profile.

use proto::catalog::v1::UpdateShopRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::Answer,
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
    shop::{conflict::ShopConflict, facts::ShopFacts, view::Shop},
};

/// Updates the shop profile: pages, mails, slips, and the charges of new orders. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/shop",
    tag = "shop",
    operation_id = "updateShop",
    request_body = ChangedShop,
    responses(
        (status = 200, description = "The current profile", body = Answer<Shop>),
        (
            status = 409,
            description = "The profile was changed meanwhile: `data` is the current profile",
            body = ShopConflict,
        ),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn update(
    session: Session,
    JsonBody(changed): JsonBody<ChangedShop>,
) -> Result<Answer<Shop>, ChangeError<ShopConflict>> {
    let authorization = session.authorize::<UpdateShopRequest>("").await?;
    let request = UpdateShopRequest {
        version: changed.version,
        facts: Some(changed.facts.into()),
    };
    match authorization.call(request).await {
        Ok(updated) => Ok(Answer::new(Shop::from_contract(updated.shop)?)),
        Err(status) => Err(ShopConflict::from_status(status)),
    }
}

/// The full new shop profile.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ChangedShop {
    /// The `version` of the shop profile that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i32,
    /// The content of the profile.
    facts: ShopFacts,
}
