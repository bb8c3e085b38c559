//! Checks texts for claims.

use proto::catalog::v1::CheckClaimsRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{answer::Answer, request::json_body::JsonBody};

use crate::{
    products::{content::ProductContent, view::claim::ProductClaim},
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Checks these texts for claims that the law may forbid. Nothing is stored.
#[utoipa::path(
    post,
    path = "/api/office/v1/products/claims",
    tag = "products",
    operation_id = "checkClaims",
    request_body = CheckedContent,
    responses(
        (status = 200, description = "The claims, the first 100", body = Answer<ProductClaims>),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn check(
    session: Session,
    JsonBody(checked): JsonBody<CheckedContent>,
) -> Result<Answer<ProductClaims>, ApiError> {
    let request = CheckClaimsRequest {
        content: Some(checked.content.into()),
    };
    let found = session.call("", request).await?;
    Ok(Answer::new(ProductClaims {
        claims: found.claims.into_iter().map(ProductClaim::from).collect(),
    }))
}

/// Texts to check.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct CheckedContent {
    /// The content of a product.
    content: ProductContent,
}

/// The claims in the texts.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductClaims {
    /// In the order of the fields, then of the texts. Positions refer to the texts as sent.
    claims: Vec<ProductClaim>,
}
