//! Publishes and archives products, and turns them back into drafts.

use axum::extract::Path;
use proto::catalog::v1::{self as contract, SetProductStateRequest};
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    products::{
        conflict::ProductConflict,
        view::{Product, state::ProductState},
    },
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Publishes a product, archives it, or turns it back into a draft. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/products/{id}/state",
    tag = "products",
    operation_id = "setProductState",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    request_body = ProductStateChange,
    responses(
        (status = 200, description = "The current product", body = Answer<Product>),
        (status = 404, description = "There is no such product", body = Refusal),
        (
            status = 409,
            description = "The product was changed meanwhile: `data` is the current product. Or it cannot be published: `INCOMPLETE` with the missing fields, `FORBIDDEN_CLAIMS` with the claims, `ABOVE_MRP` with the price above the printed MRP, or `NO_STOCK` if no pack can be bought and `withoutStock` is not true",
            body = ProductConflict,
        ),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn set(
    session: Session,
    Path(product_id): Path<String>,
    JsonBody(change): JsonBody<ProductStateChange>,
) -> Result<Answer<Product>, ChangeError<ProductConflict>> {
    let authorization = session.authorize::<SetProductStateRequest>(&product_id).await?;
    let request = SetProductStateRequest {
        product_id: product_id.clone(),
        version: change.version,
        state: contract::ProductState::from(change.state).into(),
        without_stock: change.without_stock,
    };
    match authorization.call(request).await {
        Ok(changed) => Ok(Answer::new(Product::from_contract(changed.product)?)),
        Err(status) => Err(ProductConflict::from_status(&session, &product_id, status).await),
    }
}

/// A change of a product's state.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub(crate) struct ProductStateChange {
    /// The `version` of the product that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i64,
    /// The new state.
    state: ProductState,
    /// True to publish a product without stock; the shop shows it as sold out.
    #[serde(default)]
    without_stock: bool,
}
