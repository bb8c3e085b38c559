//! Lists and searches shoppers.

use proto::identity::v1::SearchShoppersRequest;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{
    answer::Answer,
    request::{json_body::JsonBody, query::QueryParams},
};

use crate::{
    request::errors::{ApiError, BodyErrors, QueryErrors, StaffErrors},
    session::authorize::Session,
    shoppers::view::Shopper,
};

/// Lists shoppers, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/shoppers",
    tag = "shoppers",
    operation_id = "listShoppers",
    params(ShopperQuery),
    responses(
        (status = 200, description = "A page of shoppers", body = Answer<ShopperPage>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<ShopperQuery>,
) -> Result<Answer<ShopperPage>, ApiError> {
    let search = ShopperSearch {
        text: String::new(),
        cursor: query.cursor.unwrap_or_default(),
    };
    page(session, search).await
}

/// Searches shoppers by email address, mobile number or name, newest first.
///
/// It is a POST, so that no URL contains personal data.
#[utoipa::path(
    post,
    path = "/api/office/v1/shoppers/searches",
    tag = "shoppers",
    operation_id = "searchShoppers",
    request_body = ShopperSearch,
    responses(
        (status = 200, description = "A page of shoppers", body = Answer<ShopperPage>),
        BodyErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn search(
    session: Session,
    JsonBody(search): JsonBody<ShopperSearch>,
) -> Result<Answer<ShopperPage>, ApiError> {
    page(session, search).await
}

async fn page(session: Session, search: ShopperSearch) -> Result<Answer<ShopperPage>, ApiError> {
    let request = SearchShoppersRequest {
        query: search.text,
        page_size: 0,
        page_token: search.cursor,
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(ShopperPage {
        shoppers: page.shoppers.into_iter().map(Shopper::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// A search for shoppers.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(expecting = "an object")]
pub(crate) struct ShopperSearch {
    /// An email address, a mobile number, or at least 2 characters of a name.
    #[schema(max_length = 100, example = "Meena Shah")]
    text: String,
    /// The `next` value of the previous page.
    #[serde(default)]
    cursor: String,
}

/// Which page to list.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ShopperQuery {
    /// The `next` value of the previous page.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of shoppers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShopperPage {
    /// Newest first.
    shoppers: Vec<Shopper>,
    /// The `cursor` of the next page; absent on the last page.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}
