//! Lists products in any state.

use axum::http::StatusCode;
use proto::catalog::v1::{self as contract, ListEditedProductsRequest};
use runtime::status::Rule;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{Error, answer::Answer, request::query::QueryParams};

use crate::{
    products::view::{Product, state::ProductState},
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists products in the order of the shop.
#[utoipa::path(
    get,
    path = "/api/office/v1/products",
    tag = "products",
    operation_id = "listProducts",
    params(ProductQuery),
    responses(
        (status = 200, description = "A page of products", body = Answer<ProductPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<ProductQuery>,
) -> Result<Answer<ProductPage>, ApiError> {
    let request = ListEditedProductsRequest {
        state: query.state()?.into(),
        query: query.text.unwrap_or_default(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    let products = page
        .products
        .into_iter()
        .map(|message| Product::from_contract(Some(message)));
    Ok(Answer::new(ProductPage {
        products: products.collect::<Result<_, _>>()?,
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which products to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ProductQuery {
    /// Only products in this state; absent for all.
    #[param(value_type = Option<ProductState>, nullable = false)]
    state: Option<String>,
    /// Part of a name.
    #[param(nullable = false, max_length = 100)]
    text: Option<String>,
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

impl ProductQuery {
    fn state(&self) -> Result<contract::ProductState, Error> {
        match self.state.as_deref() {
            None | Some("") => Ok(contract::ProductState::Unspecified),
            Some(name) => ProductState::parse(name).map(Into::into).ok_or_else(|| {
                let broken = Rule::Unknown.says("must be draft, published or archived");
                Error::field(StatusCode::UNPROCESSABLE_ENTITY, "state", broken)
            }),
        }
    }
}

/// A page of products.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ProductPage {
    /// In the order of the shop.
    products: Vec<Product>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}
