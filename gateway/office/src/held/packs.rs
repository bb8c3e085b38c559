//! Which packs are held by orders that nobody has confirmed.

use proto::order::v1::{SumUnconfirmedPacksRequest, UnconfirmedPacks as Told};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::Answer;

use crate::{
    request::refusal::{Refused, StaffOnly},
    session::authorize::Session,
};

/// The packs that unconfirmed orders hold, those of which they hold most first.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/held/packs",
    tag = "stock",
    operation_id = "listHeldPacks",
    responses(
        (status = 200, description = "The packs", body = Answer<HeldPacks>),
        StaffOnly,
    ),
)]
pub(crate) async fn list(session: Session) -> Result<Answer<HeldPacks>, Refused> {
    let permit = session.permit_count::<SumUnconfirmedPacksRequest>().await?;
    let told = permit.call(SumUnconfirmedPacksRequest {}).await?;
    Ok(Answer::new(HeldPacks {
        packs: told.packs.into_iter().map(HeldPack::from).collect(),
    }))
}

/// What unconfirmed orders hold.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct HeldPacks {
    /// Those of which most are held first; 500 at most.
    packs: Vec<HeldPack>,
}

/// Packs of one sort that unconfirmed orders hold.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct HeldPack {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// What the product was called when it was ordered.
    product_name: String,
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// How many are held.
    #[schema(minimum = 1)]
    packs: i64,
    /// By how many orders.
    #[schema(minimum = 1)]
    orders: i64,
    /// When the first of these orders was placed, in UTC.
    #[schema(format = DateTime)]
    oldest_placed_at: String,
}

impl From<Told> for HeldPack {
    fn from(told: Told) -> Self {
        Self {
            product_id: told.product_id,
            product_name: told.product_name,
            weight_in_grams: told.weight_in_grams,
            packs: told.packs,
            orders: told.orders,
            oldest_placed_at: told.oldest_placed_at,
        }
    }
}
