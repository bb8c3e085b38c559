use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// A line of an order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OrderLine {
    /// The catalog's SKU of the pack. `None` when unknown.
    pub sku: Option<String>,
    /// The product's id.
    pub product_id: Uuid,
    /// The catalog's name of the product.
    pub product_name: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// Number of packs.
    pub quantity: i32,
    /// Price of one pack, in paise.
    pub unit_price_paise: i64,
}
