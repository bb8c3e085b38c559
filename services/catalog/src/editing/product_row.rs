//! A product as the statements of `edit_store` write it.

use std::collections::BTreeSet;

use serde::Serialize;
use uuid::Uuid;

use crate::{
    content::product_content::Content,
    search::words::{search_names, search_words},
};

/// A product as a row of JSON: its content, and the names and words by which it is found.
#[derive(Debug, Serialize)]
pub struct ProductRow<'a> {
    place: usize,
    id: Uuid,
    version: i64,
    product_name: &'a str,
    hindi_name: &'a str,
    tagline: &'a str,
    product_type: &'static str,
    base_price_rupees: i32,
    discount_percent: i32,
    photos: &'a [String],
    description: &'a str,
    ingredients: &'a [String],
    benefits: &'a [String],
    other_names: &'a [String],
    concerns: &'a [String],
    how_to_use: &'a str,
    cautions: &'a str,
    storage: &'a str,
    tax_class: &'static str,
    hsn_code: &'a str,
    search_names: Vec<String>,
    /// The words by which the product is found.
    pub search_words: BTreeSet<String>,
    /// The content of the row.
    #[serde(skip)]
    pub content: &'a Content,
}

impl<'a> ProductRow<'a> {
    /// Creates a row. `place` is the place among added products, and `version` the version that was read.
    pub fn new(place: usize, version: i64, content: &'a Content) -> Self {
        let product = &content.details;
        Self {
            place,
            id: product.id,
            version,
            product_name: &product.product_name,
            hindi_name: &product.hindi_name,
            tagline: &product.tagline,
            product_type: product.product_type.as_str(),
            base_price_rupees: product.base_price_rupees,
            discount_percent: product.discount_percent,
            photos: &product.photos,
            description: &product.description,
            ingredients: &product.ingredients,
            benefits: &product.benefits,
            other_names: &product.other_names,
            concerns: &product.concerns,
            how_to_use: &product.how_to_use,
            cautions: &product.cautions,
            storage: &product.storage,
            tax_class: content.tax_class.as_str(),
            hsn_code: content.hsn_code.as_str(),
            search_names: search_names(product),
            search_words: search_words(product),
            content,
        }
    }
}
