//! Creates a product.

use http::StatusCode;
use proto::catalog::v1::CreateProductRequest;
use serde::Deserialize;
use utoipa::ToSchema;
use web::{
    answer::{Answer, Refusal},
    request::json_body::JsonBody,
};

use crate::{
    products::{conflict::new_product_refused, content::ProductContent, view::Product},
    request::errors::{ApiError, BodyErrors, StaffErrors},
    session::authorize::Session,
};

/// Creates a draft at the end of the product list. A retry creates no second product.
#[utoipa::path(
    post,
    path = "/api/office/v1/products",
    tag = "products",
    operation_id = "createProduct",
    request_body = NewProduct,
    responses(
        (status = 201, description = "The draft", body = Answer<Product>),
        (
            status = 409,
            description = "Another product has the name (`NAME_TAKEN`, with the field), or the id (`PRODUCT_EXISTS`)",
            body = Refusal,
        ),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn create(
    session: Session,
    JsonBody(new): JsonBody<NewProduct>,
) -> Result<(StatusCode, Answer<Product>), ApiError> {
    let authorization = session.authorize::<CreateProductRequest>(&new.id).await?;
    let request = CreateProductRequest {
        product_id: new.id,
        content: Some(new.content.into()),
    };
    let created = authorization.call(request).await.map_err(new_product_refused)?;
    Ok((
        StatusCode::CREATED,
        Answer::new(Product::from_contract(created.product)?),
    ))
}

/// A new product.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct NewProduct {
    /// Created by the client; each retry sends the same id.
    #[schema(format = "uuid")]
    id: String,
    /// The content of the product.
    content: ProductContent,
}
