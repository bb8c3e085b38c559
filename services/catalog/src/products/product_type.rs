//! How a product is packed.

use serde::Deserialize;

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
