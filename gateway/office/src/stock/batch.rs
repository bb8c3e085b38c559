//! A batch, as staff see it.

use proto::inventory::v1 as contract;
use serde::Serialize;
use utoipa::ToSchema;
use web::{Error, answer::money::Rupees};

/// A batch of packs.
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
    /// The batch number printed on the packs.
    batch_number: String,
    /// The packing date.
    #[schema(format = Date)]
    packed_on: String,
    /// The best-before date.
    #[schema(format = Date)]
    best_before: String,
    /// The last day on which the batch is sold.
    #[schema(format = Date)]
    last_sale_on: String,
    /// The MRP printed on a pack, in rupees.
    mrp: Rupees,
    /// The cost of a pack for the shop, in rupees; absent if it is not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    cost: Option<Rupees>,
    /// Packs in stock.
    on_hand: i32,
    /// Packs in stock that are reserved for orders.
    reserved: i32,
    /// True if the batch was recalled.
    is_recalled: bool,
    /// The shelf of the batch; absent if it is not recorded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    shelf: Option<String>,
}

impl Batch {
    /// Converts the batch in an answer; fails if it is missing.
    pub(crate) fn from_contract(message: Option<contract::Batch>) -> Result<Self, Error> {
        let none = || Error::internal("the inventory answered without the batch");
        message.map(Self::from).ok_or_else(none)
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
