//! A product as the front end reads it.

use proto::catalog::v1 as catalog;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::shelf::{
    availability::{Availability, StockLevels},
    ratings::rating::AggregateRating,
};

/// Something the shop sells.
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
    /// Name in Hindi, in Devanagari.
    #[schema(example = "करेला चूर्ण")]
    pub(crate) hindi_name: String,
    /// One short line below the name.
    pub(crate) tagline: String,
    /// How it is packed.
    pub(crate) r#type: ProductType,
    /// Price of the smallest pack, in rupees.
    pub(crate) actual_price: Rupees,
    /// How far the listed price stands above `actualPrice`, in percent.
    #[schema(minimum = 0, example = 20)]
    pub(crate) discount: i32,
    /// What shoppers gave it; absent while it has no reviews but samples.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(crate) rating: Option<AggregateRating>,
    /// Addresses of its pictures, the front of the pack first; each answers with an image.
    pub(crate) photos: Vec<String>,
    /// What it is, in plain text.
    pub(crate) description: String,
    /// What is in it, one ingredient an entry.
    ingredients: Vec<String>,
    /// What it is traditionally used for, one statement an entry.
    benefits: Vec<String>,
    /// The packs on offer, lightest first.
    pub(crate) variants: Vec<Variant>,
    /// Other names a shopper may search for, English and Hindi.
    pub(crate) other_names: Vec<String>,
    /// What shoppers look for it under, such as "digestion".
    pub(crate) concerns: Vec<String>,
    /// How to take it.
    how_to_use: String,
    /// Who should not take it.
    cautions: String,
    /// How to keep it.
    storage: String,
}

/// How a product is packed.
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
    /// Whether it can be bought.
    pub(crate) availability: Availability,
    /// How many can be bought; only when few are left.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, minimum = 1, example = 3)]
    pub(crate) left: Option<i32>,
}

impl Product {
    /// A product of the catalog, with what the inventory says of its packs; none for one that no page could show.
    pub(crate) fn read(
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
        let variants = variants.map(|variant| Variant::of(&product.id, variant, stock_levels));
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
    fn of(product_id: &str, variant: &catalog::Variant, stock_levels: &StockLevels) -> Self {
        let (availability, left) = stock_levels.of(product_id, variant.weight_in_grams);
        Self {
            weight_in_grams: variant.weight_in_grams,
            price: Rupees::from_paise(variant.price_paise),
            availability,
            left,
        }
    }

    /// Takes over the stock level that the inventory told of the pack.
    pub(crate) fn set_stock_level(&mut self, product_id: &str, stock_levels: &StockLevels) {
        (self.availability, self.left) = stock_levels.of(product_id, self.weight_in_grams);
    }

    /// Whether the pack shows the stock level that the inventory told.
    pub(crate) fn has_stock_level(&self, product_id: &str, stock_levels: &StockLevels) -> bool {
        stock_levels.of(product_id, self.weight_in_grams) == (self.availability, self.left)
    }
}
