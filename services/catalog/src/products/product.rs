//! Products and their packs.

use serde::Deserialize;
use uuid::Uuid;

use crate::products::product_type::ProductType;

/// A product of the shop.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// The content that staff wrote.
    pub details: ProductDetails,
    /// The version. It grows with every change.
    pub version: i64,
    /// The packs, the lightest first.
    pub packs: Vec<Pack>,
}

/// The content of a product. Packs and prices follow from it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ProductDetails {
    /// The product's id.
    pub id: Uuid,
    /// The English name.
    pub product_name: String,
    /// The name in Devanagari.
    pub hindi_name: String,
    /// A short line below the name.
    pub tagline: String,
    /// The packaging.
    #[serde(rename = "type")]
    pub product_type: ProductType,
    /// The price of the lightest pack, in whole rupees.
    pub base_price_rupees: i32,
    /// How far the listed price is above the selling price, in percent.
    pub discount_percent: i32,
    /// The addresses of its photos, the front of the pack first.
    pub photos: Vec<String>,
    /// The description.
    pub description: String,
    /// The ingredients.
    pub ingredients: Vec<String>,
    /// The traditional uses.
    pub benefits: Vec<String>,
    /// Other names for the search.
    pub other_names: Vec<String>,
    /// The concerns under which shoppers find it.
    pub concerns: Vec<String>,
    /// The instructions for use.
    pub how_to_use: String,
    /// The warnings: who should not take it.
    pub cautions: String,
    /// The storage instructions.
    pub storage: String,
}

/// A pack of a product.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// The pack's name in orders, stock and invoices.
    pub sku: String,
    /// The weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// The price of the pack, in paise.
    pub price_paise: i64,
}

impl Pack {
    /// Builds packs from the columns of the database.
    pub fn list(skus: Vec<String>, weights: Vec<i32>, prices: Vec<i64>) -> Vec<Self> {
        let parts = skus.into_iter().zip(weights).zip(prices);
        let packs = parts.map(|((sku, weight_in_grams), price_paise)| Self {
            sku,
            weight_in_grams,
            price_paise,
        });
        packs.collect()
    }
}

/// The current price of an order line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The product's name; `None` if the shop has no such product.
    pub product_name: Option<String>,
    /// The requested pack; `None` if it is not on sale.
    pub pack: Option<Pack>,
}
