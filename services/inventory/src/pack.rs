//! A pack of a product, as requests name it.

use runtime::status::{Broken, Rule, Violation, field};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// A pack as a request names it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackDetails {
    /// The product's id.
    pub product_id: String,
    /// In grams.
    pub weight_in_grams: i32,
}

/// What is sold of a product: one weight.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pack {
    /// The product's id.
    pub product_id: Uuid,
    /// In grams, more than 0.
    pub weight_in_grams: i32,
}

/// The place of packs of an order in a list that goes by time, in the order of that list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PlaceInList {
    /// When they came into the list.
    pub at: OffsetDateTime,
    /// Of which order.
    pub order_id: Uuid,
    /// Of which pack.
    pub pack: Pack,
}

impl Pack {
    /// Reads the field `name` of a request; what is wrong with it joins `violations`.
    pub fn read(told: Option<PackDetails>, name: &str, violations: &mut Vec<Violation>) -> Option<Self> {
        let told = told.ok_or(Rule::Required.says("A pack is required"));
        let told = field(name.to_owned(), told, violations)?;
        Self::read_fields(&told, &format!("{name}."), violations)
    }

    /// Reads the fields of a request whose names begin so; what is wrong with them joins `violations`.
    pub fn read_fields(told: &PackDetails, beginning: &str, violations: &mut Vec<Violation>) -> Option<Self> {
        let product_id = id(&told.product_id, "A product's id");
        let product_id = field(format!("{beginning}product_id"), product_id, violations);
        let weight = Some(told.weight_in_grams).filter(|&grams| grams > 0);
        let weight = weight.ok_or(Rule::Malformed.says("A weight is a number of grams above 0"));
        let weight_in_grams = field(format!("{beginning}weight_in_grams"), weight, violations);
        Some(Self {
            product_id: product_id?,
            weight_in_grams: weight_in_grams?,
        })
    }
}

/// Reads an id; `name` is what the message calls it.
pub fn id(text: &str, name: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says(format!("{name} is a UUID")))
}
