//! Somebody answers for what a product claims.

use axum::extract::Path;
use proto::catalog::v1::AcceptClaimsRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    products::{conflict::ProductConflict, view::Product},
    request::refusal::{OrConflict, ReadsBody, StaffOnly},
    session::authorize::Session,
};

/// Answers for the claims that a product's texts now make, so that it can be published with them. Whoever does has to show again
/// that it is they.
#[utoipa::path(
    post,
    path = "/api/office/v1/products/{id}/accepted-claims",
    tag = "products",
    operation_id = "acceptClaims",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    request_body = ClaimAcceptance,
    responses(
        (status = 200, description = "The product as it stands now", body = Answer<Product>),
        (status = 404, description = "There is no such product", body = Refusal),
        (
            status = 409,
            description = "Somebody else changed it: the product as it stands comes along",
            body = ProductConflict,
        ),
        ReadsBody,
        StaffOnly,
    ),
)]
pub(crate) async fn accept(
    session: Session,
    Path(product_id): Path<String>,
    JsonBody(acceptance): JsonBody<ClaimAcceptance>,
) -> Result<Answer<Product>, OrConflict<ProductConflict>> {
    let permit = session.permit::<AcceptClaimsRequest>(&product_id).await?;
    let request = AcceptClaimsRequest {
        product_id: product_id.clone(),
        version: acceptance.version,
        reason: acceptance.reason,
    };
    match permit.call(request).await {
        Ok(accepted) => Ok(Answer::new(Product::read(accepted.product)?)),
        Err(status) => Err(ProductConflict::read(&session, &product_id, status).await),
    }
}

/// Why claims are lawful.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ClaimAcceptance {
    /// The `version` of the product that was looked at.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i64,
    /// Why, for whoever reads the product's history.
    #[schema(min_length = 10, max_length = 500)]
    reason: String,
}
