//! A product, as the front end reads it.

use proto::catalog::v1 as catalog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::catalog::{
    availability::{Availability, StockLevels},
    ratings::rating::AggregateRating,
};

/// A product of the shop.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
#[expect(
    clippy::struct_field_names,
    reason = "the storefront's own word for it is productName"
)]
pub(crate) struct Product {
    /// A UUID.
    #[serde(rename = "_id")]
    #[schema(format = "uuid")]
    pub(crate) id: String,
    /// English name.
    #[schema(example = "Karela Powder")]
    pub(crate) product_name: String,
    /// Hindi name, in Devanagari.
    #[schema(example = "करेला चूर्ण")]
    pub(crate) hindi_name: String,
    /// One short line below the name.
    pub(crate) tagline: String,
    /// The kind of pack.
    pub(crate) r#type: ProductType,
    /// Price of the smallest pack, in rupees.
    pub(crate) actual_price: Rupees,
    /// The difference between the listed price and `actualPrice`, in percent.
    #[schema(minimum = 0, example = 20)]
    pub(crate) discount: i32,
    /// The rating by shoppers; absent if there are no reviews except samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) rating: Option<AggregateRating>,
    /// The addresses of the photos, the front of the pack first.
    pub(crate) photos: Vec<String>,
    /// Description in plain text.
    pub(crate) description: String,
    /// Ingredients, one per entry.
    ingredients: Vec<String>,
    /// Traditional uses, one statement per entry.
    benefits: Vec<String>,
    /// The packs on sale, lightest first.
    pub(crate) variants: Vec<Variant>,
    /// Other names for the search, English and Hindi.
    pub(crate) other_names: Vec<String>,
    /// Health concerns under which shoppers look for the product, such as "digestion".
    pub(crate) concerns: Vec<String>,
    /// Instructions for use.
    how_to_use: String,
    /// Cautions: people who should not take the product.
    cautions: String,
    /// Storage instructions.
    storage: String,
}

/// A kind of pack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProductType {
    /// A carton.
    Box,
    /// A pouch.
    Pouch,
}

/// One pack size of a product.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variant {
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    pub(crate) weight_in_grams: i32,
    /// Price of the pack, in rupees.
    pub(crate) price: Rupees,
    /// Whether the pack can be bought.
    pub(crate) availability: Availability,
    /// The number of packs left; present only if few are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 3)]
    pub(crate) left: Option<i32>,
}

impl Product {
    /// Converts a product of the catalog and adds stock levels; `None` if its type is unknown.
    pub(crate) fn from_contract(
        product: catalog::Product,
        stock_levels: &StockLevels,
        rating: Option<AggregateRating>,
    ) -> Option<Self> {
        let r#type = match product.r#type() {
            catalog::ProductType::Box => ProductType::Box,
            catalog::ProductType::Pouch => ProductType::Pouch,
            catalog::ProductType::Unspecified => {
                tracing::error!(product.id, "a product is left out because its type is unknown");
                return None;
            }
        };
        let variants = product.variants.iter();
        let variants = variants.map(|variant| Variant::from_contract(&product.id, variant, stock_levels));
        Some(Self {
            variants: variants.collect(),
            id: product.id,
            product_name: product.product_name,
            hindi_name: product.hindi_name,
            tagline: product.tagline,
            r#type,
            actual_price: Rupees::from_paise(product.actual_price_paise),
            discount: product.discount_percent,
            rating,
            photos: product.photos,
            description: product.description,
            ingredients: product.ingredients,
            benefits: product.benefits,
            other_names: product.other_names,
            concerns: product.concerns,
            how_to_use: product.how_to_use,
            cautions: product.cautions,
            storage: product.storage,
        })
    }
}

impl Variant {
    fn from_contract(product_id: &str, variant: &catalog::Variant, stock_levels: &StockLevels) -> Self {
        let (availability, left) = stock_levels.level(product_id, variant.weight_in_grams);
        Self {
            weight_in_grams: variant.weight_in_grams,
            price: Rupees::from_paise(variant.price_paise),
            availability,
            left,
        }
    }

    /// Sets the stock level of the pack.
    pub(crate) fn set_stock_level(&mut self, product_id: &str, stock_levels: &StockLevels) {
        (self.availability, self.left) = stock_levels.level(product_id, self.weight_in_grams);
    }

    /// Whether the pack already has this stock level.
    pub(crate) fn has_stock_level(&self, product_id: &str, stock_levels: &StockLevels) -> bool {
        stock_levels.level(product_id, self.weight_in_grams) == (self.availability, self.left)
    }
}
