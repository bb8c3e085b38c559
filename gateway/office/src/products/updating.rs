//! Updates a product.

use axum::extract::Path;
use proto::catalog::v1::UpdateProductRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::{json_body::JsonBody, whole_number::whole_number},
};

use crate::{
    products::{conflict::ProductConflict, content::ProductContent, view::Product},
    request::errors::{BodyErrors, ChangeError, StaffErrors},
    session::authorize::Session,
};

/// Updates the content and prices of a product. Prices apply to new orders. A retry changes nothing.
#[utoipa::path(
    put,
    path = "/api/office/v1/products/{id}",
    tag = "products",
    operation_id = "updateProduct",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    request_body = ChangedProduct,
    responses(
        (status = 200, description = "The current product", body = Answer<Product>),
        (status = 404, description = "There is no such product", body = Refusal),
        (
            status = 409,
            description = "The product was changed meanwhile: `data` is the current product. Or another product has the name. Or it is on sale and would be incomplete, make unaccepted claims, or cost more than the printed MRP",
            body = ProductConflict,
        ),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn update(
    session: Session,
    Path(product_id): Path<String>,
    JsonBody(changed): JsonBody<ChangedProduct>,
) -> Result<Answer<Product>, ChangeError<ProductConflict>> {
    let authorization = session.authorize::<UpdateProductRequest>(&product_id).await?;
    let request = UpdateProductRequest {
        product_id: product_id.clone(),
        version: changed.version,
        content: Some(changed.content.into()),
    };
    match authorization.call(request).await {
        Ok(updated) => Ok(Answer::new(Product::from_contract(updated.product)?)),
        Err(status) => Err(ProductConflict::from_status(&session, &product_id, status).await),
    }
}

/// The full new content of a product.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ChangedProduct {
    /// The `version` of the product that the client last read.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    version: i64,
    /// The content of the product.
    content: ProductContent,
}
