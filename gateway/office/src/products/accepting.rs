//! Accepts the claims in a product's texts.

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
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Accepts the claims in a product's current texts, so that it can be published with them.
///
/// Needs a recent reauthentication.
#[utoipa::path(
    post,
    path = "/api/office/v1/products/{id}/accepted-claims",
    tag = "products",
    operation_id = "acceptClaims",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    request_body = ClaimAcceptance,
    responses(
        (status = 200, description = "The current product", body = Answer<Product>),
        (status = 404, description = "There is no such product", body = Refusal),
        (
            status = 409,
            description = "The product was changed meanwhile: `data` is the current product",
            body = ProductConflict,
        ),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn accept(
    session: Session,
    Path(product_id): Path<String>,
    JsonBody(acceptance): JsonBody<ClaimAcceptance>,
) -> Result<Answer<Product>, ChangeError<ProductConflict>> {
    let authorization = session.authorize::<AcceptClaimsRequest>(&product_id).await?;
    let request = AcceptClaimsRequest {
        product_id: product_id.clone(),
        version: acceptance.version,
        reason: acceptance.reason,
    };
    match authorization.call(request).await {
        Ok(accepted) => Ok(Answer::new(Product::from_contract(accepted.product)?)),
        Err(status) => Err(ProductConflict::from_status(&session, &product_id, status).await),
    }
}

/// The acceptance of a product's claims.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ClaimAcceptance {
    /// The `version` of the product that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i64,
    /// The reason, for the product's history.
    #[schema(min_length = 10, max_length = 500)]
    reason: String,
}
