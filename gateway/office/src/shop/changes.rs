//! The history of the shop profile.

use proto::catalog::v1::{self as contract, ListShopChangesRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::Answer;

use crate::{
    request::{
        errors::{ApiError, StaffErrors},
        field_names::rest_name,
    },
    session::authorize::Session,
};

/// Lists the last 100 changes of the shop profile, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/shop/changes",
    tag = "shop",
    operation_id = "listShopChanges",
    responses(
        (status = 200, description = "The changes", body = Answer<ShopChanges>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<ShopChanges>, ApiError> {
    let response = session.call("", ListShopChangesRequest {}).await?;
    Ok(Answer::new(ShopChanges {
        changes: response.changes.into_iter().map(ShopChange::from).collect(),
    }))
}

/// The changes of the shop profile.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShopChanges {
    /// Newest first.
    changes: Vec<ShopChange>,
}

/// A change of the shop profile.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ShopChange {
    /// The version after the change.
    #[schema(minimum = 1)]
    version: i32,
    /// When the change was made, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// The id of the staff member who made the change; absent for the initial profile.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, format = "uuid")]
    changed_by: Option<String>,
    /// The changed fields.
    #[schema(example = json!(["name", "codFee"]))]
    fields: Vec<String>,
}

impl From<contract::ShopChange> for ShopChange {
    fn from(message: contract::ShopChange) -> Self {
        Self {
            version: message.version,
            changed_at: message.changed_at,
            changed_by: Some(message.changed_by).filter(|by| !by.is_empty()),
            fields: message.fields.iter().map(|field| rest_name(field)).collect(),
        }
    }
}
