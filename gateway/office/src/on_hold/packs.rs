//! Packs reserved by unconfirmed orders.

use proto::order::v1::{SumUnconfirmedPacksRequest, UnconfirmedPacks};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::Answer;

use crate::{
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Lists the packs that unconfirmed orders reserve, the largest number first.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/held/packs",
    tag = "stock",
    operation_id = "listHeldPacks",
    responses(
        (status = 200, description = "The packs", body = Answer<HeldPacks>),
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<HeldPacks>, ApiError> {
    let response = session.call("", SumUnconfirmedPacksRequest {}).await?;
    Ok(Answer::new(HeldPacks {
        packs: response.packs.into_iter().map(HeldPack::from).collect(),
    }))
}

/// Packs reserved by unconfirmed orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeldPacks {
    /// The largest number first; at most 500.
    packs: Vec<HeldPack>,
}

/// One kind of pack that unconfirmed orders reserve.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldPack {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// The product's name at the time of the order.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number of reserved packs.
    #[schema(minimum = 1)]
    packs: i64,
    /// The number of orders.
    #[schema(minimum = 1)]
    orders: i64,
    /// When the oldest of these orders was placed, in UTC.
    #[schema(format = DateTime)]
    oldest_placed_at: String,
}

impl From<UnconfirmedPacks> for HeldPack {
    fn from(message: UnconfirmedPacks) -> Self {
        Self {
            product_id: message.product_id,
            product_name: message.product_name,
            weight_in_grams: message.weight_in_grams,
            packs: message.packs,
            orders: message.orders,
            oldest_placed_at: message.oldest_placed_at,
        }
    }
}
