//! What would a product claim?

use proto::catalog::v1::CheckClaimsRequest;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::{answer::Answer, request::json_body::JsonBody};

use crate::{
    products::{content::ProductContent, view::claim::ProductClaim},
    request::refusal::{ReadsBody, Refused, StaffOnly},
    session::authorize::Session,
};

/// Marks what in these texts may be a claim that the law forbids. Nothing is kept.
#[utoipa::path(
    post,
    path = "/api/office/v1/products/claims",
    tag = "products",
    operation_id = "checkClaims",
    request_body = CheckedContent,
    responses(
        (status = 200, description = "The claims, the first 100", body = Answer<ProductClaims>),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn check(
    session: Session,
    JsonBody(checked): JsonBody<CheckedContent>,
) -> Result<Answer<ProductClaims>, Refused> {
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
    /// What a product would say.
    content: ProductContent,
}

/// What was found.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductClaims {
    /// In the order of the fields, then of their texts; the places are those of the texts as they were sent.
    claims: Vec<ProductClaim>,
}
