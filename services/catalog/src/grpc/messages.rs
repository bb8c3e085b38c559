//! Conversions of products to messages.

use proto::catalog::v1 as contract;

use crate::products::{
    product::{Pack, Product},
    product_type::ProductType,
};

/// Converts a product to its message.
pub fn product(product: Product) -> contract::Product {
    let variants = product.packs.into_iter().map(variant);
    let details = product.details;
    let product_type = match details.product_type {
        ProductType::Box => contract::ProductType::Box,
        ProductType::Pouch => contract::ProductType::Pouch,
    };
    contract::Product {
        id: details.id.to_string(),
        variants: variants.collect(),
        product_name: details.product_name,
        hindi_name: details.hindi_name,
        tagline: details.tagline,
        r#type: product_type.into(),
        actual_price_paise: i64::from(details.base_price_rupees) * 100,
        discount_percent: details.discount_percent,
        photos: details.photos,
        description: details.description,
        ingredients: details.ingredients,
        benefits: details.benefits,
        other_names: details.other_names,
        concerns: details.concerns,
        how_to_use: details.how_to_use,
        cautions: details.cautions,
        storage: details.storage,
        version: product.version,
    }
}

fn variant(pack: Pack) -> contract::Variant {
    contract::Variant {
        weight_in_grams: pack.weight_in_grams,
        price_paise: pack.price_paise,
        sku: pack.sku,
    }
}
