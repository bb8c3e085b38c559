//! Shoppers, found by whatever somebody knows of them.

use proto::identity::v1::SearchShoppersRequest;
use serde::{Deserialize, Serialize};
use utoipa::{IntoParams, ToSchema};
use web::{answer::Answer, request::query::QueryParams};

use crate::{
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::Session,
    shoppers::view::Shopper,
};

/// Shoppers, newest first.
#[utoipa::path(
    get,
    path = "/api/office/v1/shoppers",
    tag = "shoppers",
    operation_id = "listShoppers",
    params(ShopperQuery),
    responses(
        (status = 200, description = "A page of shoppers", body = Answer<ShopperPage>),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn list(
    session: Session,
    QueryParams(query): QueryParams<ShopperQuery>,
) -> Result<Answer<ShopperPage>, Refused> {
    let request = SearchShoppersRequest {
        query: query.text.unwrap_or_default(),
        page_size: 0,
        page_token: query.cursor.unwrap_or_default(),
    };
    let page = session.call("", request).await?;
    Ok(Answer::new(ShopperPage {
        shoppers: page.shoppers.into_iter().map(Shopper::from).collect(),
        next: Some(page.next_page_token).filter(|next| !next.is_empty()),
    }))
}

/// Which shoppers?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ShopperQuery {
    /// An e-mail address, a mobile number, or 2 characters or more of a name; absent for the newest.
    #[param(nullable = false, max_length = 100)]
    text: Option<String>,
    /// The `next` of the page before.
    #[param(nullable = false)]
    cursor: Option<String>,
}

/// A page of shoppers.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct ShopperPage {
    /// Newest first.
    shoppers: Vec<Shopper>,
    /// Asks for the page after this one, as `cursor`; absent when there is none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}
