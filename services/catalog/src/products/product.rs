//! What a product is, and what is sold of it.

use serde::Deserialize;
use uuid::Uuid;

use crate::products::product_type::ProductType;

/// Something the shop sells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Product {
    /// What an operator wrote about it.
    pub details: Details,
    /// Grows with every change.
    pub version: i64,
    /// The packs on offer, lightest first.
    pub packs: Vec<Pack>,
}

/// What an operator writes about a product; all else follows from it.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Details {
    /// Its id.
    pub id: Uuid,
    /// English name.
    pub product_name: String,
    /// Name in Devanagari.
    pub hindi_name: String,
    /// One short line.
    pub tagline: String,
    /// How it is packed.
    #[serde(rename = "type")]
    pub product_type: ProductType,
    /// Price of the lightest pack, in whole rupees.
    pub base_price_rupees: i32,
    /// How far the listed price stands above the selling price, in percent.
    pub discount_percent: i32,
    /// Addresses of its pictures, the front of the pack first; each answers with an image.
    pub photos: Vec<String>,
    /// What it is.
    pub description: String,
    /// What is in it.
    pub ingredients: Vec<String>,
    /// What it is traditionally used for.
    pub benefits: Vec<String>,
    /// Other names a shopper may search for.
    pub other_names: Vec<String>,
    /// What shoppers look for it under.
    pub concerns: Vec<String>,
    /// How to take it.
    pub how_to_use: String,
    /// Who should not take it.
    pub cautions: String,
    /// How to keep it.
    pub storage: String,
}

/// A pack on offer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pack {
    /// What orders, stock and invoices call it.
    pub sku: String,
    /// Weight of the pack, in grams.
    pub weight_in_grams: i32,
    /// Price of the pack, in paise.
    pub price_paise: i64,
}

impl Pack {
    /// Packs of which the database tells part by part, each list in one order.
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

/// What one line of an order costs today.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Quote {
    /// The product's name; none when the shop sells no such product.
    pub product_name: Option<String>,
    /// The pack asked for; none when it is not sold.
    pub pack: Option<Pack>,
}
