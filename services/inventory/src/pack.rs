//! A pack of a product.

use runtime::status::{Broken, Rule, Violation, field};
use serde::{Deserialize, Serialize};
use time::OffsetDateTime;
use uuid::Uuid;

/// A pack of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PackDetails {
    /// The product's id.
    pub product_id: String,
    /// In grams.
    pub weight_in_grams: i32,
}

/// A pack: one weight of a product.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Pack {
    /// The product's id.
    pub product_id: Uuid,
    /// In grams, more than 0.
    pub weight_in_grams: i32,
}

/// The position of an order's packs in a list that is sorted by time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PageCursor {
    /// The time at which they entered the list.
    pub at: OffsetDateTime,
    /// The order.
    pub order_id: Uuid,
    /// The pack.
    pub pack: Pack,
}

impl Pack {
    /// Parses the field `name` of a request. Adds errors to `violations`.
    pub fn parse(details: Option<PackDetails>, name: &str, violations: &mut Vec<Violation>) -> Option<Self> {
        let details = details.ok_or(Rule::Required.says("A pack is required"));
        let details = field(name.to_owned(), details, violations)?;
        Self::parse_fields(&details, &format!("{name}."), violations)
    }

    /// Parses the fields of a pack, whose names begin with `beginning`. Adds errors to `violations`.
    pub fn parse_fields(
        details: &PackDetails,
        beginning: &str,
        violations: &mut Vec<Violation>,
    ) -> Option<Self> {
        let product_id = id(&details.product_id, "A product's id");
        let product_id = field(format!("{beginning}product_id"), product_id, violations);
        let weight = Some(details.weight_in_grams).filter(|&grams| grams > 0);
        let weight = weight.ok_or(Rule::Malformed.says("A weight is a number of grams above 0"));
        let weight_in_grams = field(format!("{beginning}weight_in_grams"), weight, violations);
        Some(Self {
            product_id: product_id?,
            weight_in_grams: weight_in_grams?,
        })
    }
}

/// Parses an id. `name` is its name in the error message.
pub fn id(text: &str, name: &str) -> Result<Uuid, Broken> {
    Uuid::parse_str(text).map_err(|_| Rule::Malformed.says(format!("{name} is a UUID")))
}
