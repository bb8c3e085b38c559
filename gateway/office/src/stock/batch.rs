//! What was packed together, as staff read it.

use proto::inventory::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Error, answer::money::Rupees};

/// What was packed together.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Batch {
    /// A UUID.
    #[schema(format = "uuid")]
    batch_id: String,
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of a pack, in grams.
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number that is printed on the packs.
    batch_number: String,
    /// When it was packed.
    #[schema(format = Date)]
    packed_on: String,
    /// Until when it is at its best.
    #[schema(format = Date)]
    best_before: String,
    /// The last day on which it is sold.
    #[schema(format = Date)]
    last_sale_on: String,
    /// The price that is printed on a pack, in rupees.
    mrp: Rupees,
    /// What a pack cost the shop, in rupees; absent when nobody said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cost: Option<Rupees>,
    /// Packs that are there.
    on_hand: i32,
    /// How many of them orders wait for.
    reserved: i32,
    /// Whether its sale was stopped.
    is_recalled: bool,
    /// The shelf on which it lies; absent when nobody said.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shelf: Option<String>,
}

impl Batch {
    /// The batch that an answer has to bring.
    pub(crate) fn read(told: Option<contract::Batch>) -> Result<Self, Error> {
        let none = || Error::internal("the inventory answered without the batch");
        told.map(Self::from).ok_or_else(none)
    }
}

impl From<contract::Batch> for Batch {
    fn from(batch: contract::Batch) -> Self {
        let pack = batch.pack.unwrap_or_default();
        Self {
            batch_id: batch.batch_id,
            product_id: pack.product_id,
            weight_in_grams: pack.weight_in_grams,
            batch_number: batch.batch_number,
            packed_on: batch.packed_on,
            best_before: batch.best_before,
            last_sale_on: batch.last_sale_on,
            mrp: Rupees::from_paise(batch.mrp_paise),
            cost: (batch.cost_paise > 0).then(|| Rupees::from_paise(batch.cost_paise)),
            on_hand: batch.on_hand,
            reserved: batch.reserved,
            is_recalled: batch.is_recalled,
            shelf: Some(batch.shelf).filter(|shelf| !shelf.is_empty()),
        }
    }
}
