//! Product cards: the data for lists and for the browser's search.

use serde::Serialize;
use utoipa::ToSchema;
use web::answer::money::Rupees;

use crate::catalog::{
    product::{Product, ProductType, Variant},
    ratings::rating::AggregateRating,
};

/// A product, as cards, carts and the search show it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Card<'a> {
    /// A UUID.
    #[serde(rename = "_id")]
    #[schema(format = "uuid")]
    id: &'a str,
    /// English name.
    #[schema(example = "Karela Powder")]
    product_name: &'a str,
    /// Hindi name, in Devanagari.
    #[schema(example = "करेला चूर्ण")]
    hindi_name: &'a str,
    /// One short line below the name.
    tagline: &'a str,
    /// The kind of pack.
    r#type: ProductType,
    /// Price of the smallest pack, in rupees.
    actual_price: Rupees,
    /// The difference between the listed price and `actualPrice`, in percent.
    #[schema(minimum = 0, example = 20)]
    discount: i32,
    /// The rating by shoppers; absent if there are no reviews except samples.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rating: Option<AggregateRating>,
    /// The address of the photo of the pack's front; null if there is none.
    #[schema(required)]
    photo: Option<&'a str>,
    /// The packs on sale, lightest first.
    variants: &'a [Variant],
    /// Other names for the search, English and Hindi.
    other_names: &'a [String],
    /// Health concerns under which shoppers look for the product, such as "digestion".
    concerns: &'a [String],
}

impl<'a> Card<'a> {
    /// The card of a product.
    pub(crate) fn new(product: &'a Product) -> Self {
        Self {
            id: &product.id,
            product_name: &product.product_name,
            hindi_name: &product.hindi_name,
            tagline: &product.tagline,
            r#type: product.r#type,
            actual_price: product.actual_price,
            discount: product.discount,
            rating: product.rating,
            photo: product.photos.first().map(String::as_str),
            variants: &product.variants,
            other_names: &product.other_names,
            concerns: &product.concerns,
        }
    }
}
