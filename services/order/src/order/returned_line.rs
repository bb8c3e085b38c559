//! The packs of a return.

use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// Packs of a return. A return without lines is the whole order.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReturnedLine {
    /// The product's id.
    pub product_id: Uuid,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// Number of packs, more than 0.
    pub quantity: i32,
}
