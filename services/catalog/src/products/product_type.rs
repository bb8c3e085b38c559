//! The packaging of products.

use serde::Deserialize;

/// The packaging of a product. The weights of its packs follow from it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum ProductType {
    /// A carton.
    Box,
    /// A pouch.
    Pouch,
}

impl ProductType {
    /// Returns the name of this packaging in the database and in seeds.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Box => "box",
            Self::Pouch => "pouch",
        }
    }

    /// Parses the name; `None` for any other.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Box, Self::Pouch]
            .into_iter()
            .find(|product_type| product_type.as_str() == word)
    }
}
