//! The history of a product.

use axum::extract::Path;
use proto::catalog::v1::{self as contract, ChangedField, ListProductChangesRequest};
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::{Answer, Refusal},
    request::query::QueryParams,
};

use crate::{
    request::{
        errors::{ApiError, QueryErrors, StaffErrors},
        field_names::rest_name,
    },
    session::authorize::Session,
};

/// The contract's field for the price in paise; REST sends the price in rupees.
const PRICE: &str = "actual_price_paise";

/// Lists the changes of a product, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/products/{id}/changes",
    tag = "products",
    operation_id = "listProductChanges",
    params(("id" = String, Path, format = "uuid", description = "The product's id"), ProductChangeQuery),
    responses(
        (status = 200, description = "A page of changes", body = Answer<ProductChangePage>),
        (status = 404, description = "There is no such product", body = Refusal),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    Path(product_id): Path<String>,
    QueryParams(query): QueryParams<ProductChangeQuery>,
) -> Result<Answer<ProductChangePage>, ApiError> {
    let request = ListProductChangesRequest {
        product_id: product_id.clone(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call(&product_id, request).await?;
    Ok(Answer::new(ProductChangePage {
        changes: page.changes.into_iter().map(ProductChange::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which page to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProductChangeQuery {
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of changes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductChangePage {
    /// Newest first.
    changes: Vec<ProductChange>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// A change of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProductChange {
    /// The version after the change.
    #[schema(minimum = 1)]
    version: i64,
    /// When the change was made, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// The id of the staff member who made the change.
    #[schema(format = "uuid")]
    changed_by: String,
    /// The reason; absent if none was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    /// The changed fields.
    fields: Vec<ChangedProductField>,
}

/// A field before and after a change.
#[derive(Debug, Serialize, ToSchema)]
struct ChangedProductField {
    /// The field of the content, or `state`, or `claims`.
    #[schema(example = "tagline")]
    field: String,
    /// The old value; a list has one entry per line; empty for a new product.
    before: String,
    /// The new value.
    after: String,
}

impl From<contract::ProductChange> for ProductChange {
    fn from(message: contract::ProductChange) -> Self {
        Self {
            version: message.version,
            changed_at: message.changed_at,
            changed_by: message.changed_by,
            reason: Some(message.reason).filter(|reason| !reason.is_empty()),
            fields: message
                .fields
                .into_iter()
                .map(ChangedProductField::from)
                .collect(),
        }
    }
}

impl From<ChangedField> for ChangedProductField {
    fn from(message: ChangedField) -> Self {
        let value = |value: String| match value.parse::<i64>() {
            Ok(paise) if message.field == PRICE => (paise / 100).to_string(),
            _ => value,
        };
        Self {
            field: rest_name(&message.field),
            before: value(message.before),
            after: value(message.after),
        }
    }
}
