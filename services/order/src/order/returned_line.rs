//! Packs of an order that come back.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Packs of an order that come back. Where there is none, all of the order do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnedLine {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// Number of packs, more than 0.
    pub quantity: i32,
}
