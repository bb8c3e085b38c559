//! One product.

use axum::extract::Path;
use proto::catalog::v1::GetEditedProductRequest;
use web::answer::{Answer, Refusal};

use crate::{
    products::view::Product,
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Returns a product in any state.
#[utoipa::path(
    get,
    path = "/api/office/v1/products/{id}",
    tag = "products",
    operation_id = "getProduct",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    responses(
        (status = 200, description = "The product", body = Answer<Product>),
        (status = 404, description = "There is no such product", body = Refusal),
        (status = 422, description = "The id is malformed", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn get(
    session: Session,
    Path(product_id): Path<String>,
) -> Result<Answer<Product>, ApiError> {
    let request = GetEditedProductRequest {
        product_id: product_id.clone(),
    };
    let found = session.call(&product_id, request).await?;
    Ok(Answer::new(Product::from_contract(found.product)?))
}
