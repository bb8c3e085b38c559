//! What a product is.

use serde::{Deserialize, Deserializer};
use serde_json::Value;
use uuid::Uuid;

use crate::pricing::{Rupees, Variant, variants};

/// How a product is packed; the weights on offer follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProductType {
    /// A carton.
    Box,
    /// A pouch.
    Pouch,
}

impl ProductType {
    /// The word for it in the database and in seeds.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Pouch => "pouch",
        }
    }

    /// Reads the word; `None` for any other.
    pub fn read(word: &str) -> Option<Self> {
        [Self::Box, Self::Pouch]
            .into_iter()
            .find(|product_type| product_type.as_str() == word)
    }
}

/// Something the shop sells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// Its id.
    pub id: Uuid,
    /// English name.
    pub product_name: String,
    /// Name in Devanagari.
    pub hindi_name: String,
    /// One short line.
    pub tagline: String,
    /// How it is packed.
    pub product_type: ProductType,
    /// Price of the lightest pack.
    pub base_price: Rupees,
    /// How far the listed price stands above the selling price, in percent.
    pub discount_percent: i32,
    /// Addresses of its pictures, the front of the pack first; each answers with an image.
    pub photos: TextList,
    /// What it is.
    pub description: String,
    /// What is in it.
    pub ingredients: TextList,
    /// What it is traditionally used for.
    pub benefits: TextList,
    /// Other names a shopper may search for.
    pub other_names: TextList,
    /// What shoppers look for it under.
    pub concerns: TextList,
    /// How to take it.
    pub how_to_use: String,
    /// Who should not take it.
    pub cautions: String,
    /// How to keep it.
    pub storage: String,
}

impl Product {
    /// The packs on offer, lightest first.
    pub fn variants(&self) -> impl Iterator<Item = Variant> {
        variants(self.product_type, self.base_price)
    }
}

/// A list of texts, whatever form it was written in: a list, a string that holds a JSON list, or a single string.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TextList(pub Vec<String>);

impl TextList {
    /// Reads any of the three forms. Blank entries are dropped, and a form that is none of them is an empty list.
    pub fn read(value: &Value) -> Self {
        let entries = match value {
            Value::Array(entries) => entries
                .iter()
                .filter_map(Value::as_str)
                .map(str::to_owned)
                .collect(),
            Value::String(text) => match serde_json::from_str::<Vec<String>>(text) {
                Ok(entries) => entries,
                Err(_) => vec![text.clone()],
            },
            _ => Vec::new(),
        };
        let trimmed = entries.iter().map(|entry| entry.trim().to_owned());
        Self(trimmed.filter(|entry| !entry.is_empty()).collect())
    }
}

impl<'de> Deserialize<'de> for TextList {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Ok(Self::read(&Value::deserialize(deserializer)?))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn every_form_of_a_list_is_a_list() {
        let table = [
            (json!(["Karela", "Jamun seed"]), vec!["Karela", "Jamun seed"]),
            (
                json!("[\"Karela\", \"Jamun seed\"]"),
                vec!["Karela", "Jamun seed"],
            ),
            (json!("Dried bitter gourd"), vec!["Dried bitter gourd"]),
            (json!(" Dried [bitter gourd "), vec!["Dried [bitter gourd"]),
            (json!(["", "  ", "Karela", 7, null]), vec!["Karela"]),
            (json!(""), vec![]),
            (json!("[]"), vec![]),
            (json!(null), vec![]),
            (json!({"a": 1}), vec![]),
        ];
        for (value, expected) in table {
            assert_eq!(TextList::read(&value).0, expected, "{value}");
        }
    }
}
