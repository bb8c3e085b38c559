//! The shop profile.

use std::sync::Arc;

use axum::extract::State;
use proto::catalog::v1::GetShopRequest;
use web::answer::Answer;

use crate::{
    clients::Clients,
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
    shop::view::Shop,
};

/// Returns the shop profile, for pages and prints. Every signed-in staff member may read it.
#[utoipa::path(
    get,
    path = "/api/office/v1/shop",
    tag = "shop",
    operation_id = "getShop",
    responses(
        (status = 200, description = "The shop", body = Answer<Shop>),
        StaffErrors,
    ),
)]
pub(crate) async fn get(
    session: Session,
    State(clients): State<Arc<Clients>>,
) -> Result<Answer<Shop>, ApiError> {
    session.me().await?;
    let shop = clients.call(GetShopRequest {}).await?.shop;
    Ok(Answer::new(Shop::from_contract(shop)?))
}
