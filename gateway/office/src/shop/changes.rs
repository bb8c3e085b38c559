//! Who changed the shop.

use proto::catalog::v1::{self as contract, ListShopChangesRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::Answer;

use crate::{
    request::{
        field_names::rest_name,
        refusal::{Refused, StaffOnly},
    },
    session::authorize::Session,
};

/// Who changed the shop, newest first, the last 100 times.
#[utoipa::path(
    get,
    path = "/api/office/v1/shop/changes",
    tag = "shop",
    operation_id = "listShopChanges",
    responses(
        (status = 200, description = "The changes", body = Answer<ShopChanges>),
        StaffOnly,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<ShopChanges>, Refused> {
    let told = session.call("", ListShopChangesRequest {}).await?;
    Ok(Answer::new(ShopChanges {
        changes: told.changes.into_iter().map(ShopChange::from).collect(),
    }))
}

/// Changes of the shop.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShopChanges {
    /// Newest first.
    changes: Vec<ShopChange>,
}

/// A change of the shop.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopChange {
    /// The version that it made.
    #[schema(minimum = 1)]
    version: i32,
    /// When, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// The id of the one of the staff who made it; absent when a new shop began with it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    changed_by: Option<String>,
    /// Which of the facts it changed.
    #[schema(example = json!(["name", "codFee"]))]
    fields: Vec<String>,
}

impl From<contract::ShopChange> for ShopChange {
    fn from(told: contract::ShopChange) -> Self {
        Self {
            version: told.version,
            changed_at: told.changed_at,
            changed_by: Some(told.changed_by).filter(|by| !by.is_empty()),
            fields: told.fields.iter().map(|field| rest_name(field)).collect(),
        }
    }
}
