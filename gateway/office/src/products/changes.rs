//! Who changed a product.

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
        field_names::rest_name,
        refusal::{ReadsQuery, Refused, StaffOnly},
    },
    session::authorize::Session,
};

/// The field of the contract that tells a price in paise, which REST tells in rupees.
const PRICE: &str = "actual_price_paise";

/// Who changed a product, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/products/{id}/changes",
    tag = "products",
    operation_id = "listProductChanges",
    params(("id" = String, Path, format = "uuid", description = "The product's id"), ProductChangeQuery),
    responses(
        (status = 200, description = "A page of changes", body = Answer<ProductChangePage>),
        (status = 404, description = "There is no such product", body = Refusal),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    Path(product_id): Path<String>,
    QueryParams(query): QueryParams<ProductChangeQuery>,
) -> Result<Answer<ProductChangePage>, Refused> {
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

/// Which changes?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProductChangeQuery {
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of changes.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductChangePage {
    /// Newest first.
    changes: Vec<ProductChange>,
    /// Asks for the page after this one, as `cursor`; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// A change of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct ProductChange {
    /// The version that it led to.
    #[schema(minimum = 1)]
    version: i64,
    /// When, in UTC.
    #[schema(format = DateTime)]
    changed_at: String,
    /// The id of the one of the staff who made it.
    #[schema(format = "uuid")]
    changed_by: String,
    /// Why; absent where nobody asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    reason: Option<String>,
    /// What was changed.
    fields: Vec<ChangedProductField>,
}

/// A field before and after.
#[derive(Debug, Serialize, ToSchema)]
struct ChangedProductField {
    /// The field of the content, or `state`, or `claims`.
    #[schema(example = "tagline")]
    field: String,
    /// What it was; lists a line an entry; empty for a new product.
    before: String,
    /// What it became.
    after: String,
}

impl From<contract::ProductChange> for ProductChange {
    fn from(told: contract::ProductChange) -> Self {
        Self {
            version: told.version,
            changed_at: told.changed_at,
            changed_by: told.changed_by,
            reason: Some(told.reason).filter(|reason| !reason.is_empty()),
            fields: told.fields.into_iter().map(ChangedProductField::from).collect(),
        }
    }
}

impl From<ChangedField> for ChangedProductField {
    fn from(told: ChangedField) -> Self {
        let value = |value: String| match value.parse::<i64>() {
            Ok(paise) if told.field == PRICE => (paise / 100).to_string(),
            _ => value,
        };
        Self {
            field: rest_name(&told.field),
            before: value(told.before),
            after: value(told.after),
        }
    }
}
