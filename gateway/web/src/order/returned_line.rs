//! Returned packs of an order, in requests and responses.

use crate::request::whole_number::whole_number;
use proto::order::v1 as contract;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// Returned packs of an order.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", expecting = "an object")]
pub struct ReturnedLine {
    /// The product's id.
    #[schema(format = "uuid")]
    product_id: String,
    /// Weight of the pack, in grams.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 100)]
    weight_in_grams: i32,
    /// The number of packs, at most the number in the order.
    #[serde(deserialize_with = "whole_number")]
    #[schema(minimum = 1, example = 1)]
    quantity: i32,
}

impl From<contract::ReturnedLine> for ReturnedLine {
    fn from(line: contract::ReturnedLine) -> Self {
        Self {
            product_id: line.product_id,
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
        }
    }
}

impl From<ReturnedLine> for contract::ReturnedLine {
    fn from(line: ReturnedLine) -> Self {
        Self {
            product_id: line.product_id,
            weight_in_grams: line.weight_in_grams,
            quantity: line.quantity,
        }
    }
}
