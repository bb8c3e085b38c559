//! The document of a product's page before any script runs, for search engines, link previews and waiting
//! shoppers.

use serde::Deserialize;
use serde_json::{Number, Value, json};

use crate::{
    catalog::{availability::Availability, product::ProductType},
    html::{escape, in_script},
    shop::facts::ShopFacts,
};

/// The approximate number of characters of a description that search engines show.
const LONGEST_DESCRIPTION: usize = 160;

/// The prefix of uploaded photos.
const UPLOADED: &str = "/photos/";

/// The parts of a product's answer that its page shows.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Product {
    #[serde(rename = "_id")]
    id: String,
    product_name: String,
    hindi_name: String,
    tagline: String,
    r#type: ProductType,
    photos: Vec<String>,
    rating: Option<AggregateRating>,
    description: String,
    variants: Vec<Variant>,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Variant {
    weight_in_grams: i32,
    /// In rupees, as in the answer.
    price: Number,
    availability: Availability,
}

/// As in the answer.
#[derive(Debug, Deserialize)]
struct AggregateRating {
    mean: Number,
    count: i64,
}

impl Product {
    /// Parses the answer with a single product.
    pub(crate) fn parse(answer: &[u8]) -> serde_json::Result<Self> {
        #[derive(Deserialize)]
        struct Answer {
            data: Product,
        }
        serde_json::from_slice(answer).map(|Answer { data }| data)
    }
}

/// The values for the product page's template; `None` if the photo is not hosted by the shop.
pub(crate) fn values(product: &Product, shop: &ShopFacts) -> Option<[(&'static str, String); 11]> {
    let photo = product.photos.first().filter(|photo| photo.starts_with('/'))?;
    let title = format!("{} · {}", product.product_name, shop.name());
    let data = json!([product_data(product, shop), breadcrumbs(product, shop)]);
    Some([
        ("title", escape(&title)),
        ("description", escape(&summary(&product.description))),
        ("path", escape(&path(&product.id))),
        ("productId", escape(&product.id)),
        ("productName", escape(&product.product_name)),
        ("hindiName", escape(&product.hindi_name)),
        ("tagline", escape(&product.tagline)),
        ("photo", escape(photo)),
        ("photoBase", escape(without_width(photo))),
        ("photoFormat", best_format(photo).to_owned()),
        ("data", in_script(&data)),
    ])
}

/// The common part of a photo's addresses: `/images/products/karela` for `/images/products/karela-800.webp`.
/// The page builds all widths and formats from it.
fn without_width(photo: &str) -> &str {
    let parts = photo.strip_suffix(".webp").and_then(|name| name.rsplit_once('-'));
    match parts {
        Some((base, width)) if width.bytes().all(|byte| byte.is_ascii_digit()) => base,
        _ => photo,
    }
}

/// The smallest format of a photo. Built-in photos also exist in AVIF. Uploads do not, because AVIF encoding
/// is too slow for an upload.
fn best_format(photo: &str) -> &'static str {
    if photo.starts_with(UPLOADED) {
        "webp"
    } else {
        "avif"
    }
}

/// The path of a product's page.
pub(crate) fn path(id: &str) -> String {
    format!("/product/{id}")
}

/// schema.org's `Product`, with an offer for each pack.
fn product_data(product: &Product, shop: &ShopFacts) -> Value {
    let url = format!("{}{}", shop.origin(), path(&product.id));
    let offers: Vec<_> = product
        .variants
        .iter()
        .map(|variant| {
            json!({
                "@type": "Offer",
                "name": format!("{} g", variant.weight_in_grams),
                "price": variant.price,
                "priceCurrency": "INR",
                "availability": availability(variant.availability),
                "itemCondition": "https://schema.org/NewCondition",
                "url": url,
            })
        })
        .collect();
    let photos = product.photos.iter().filter(|photo| photo.starts_with('/'));
    let photos: Vec<_> = photos.map(|photo| format!("{}{photo}", shop.origin())).collect();
    let mut about = json!({
        "@context": "https://schema.org",
        "@type": "Product",
        "name": product.product_name,
        "alternateName": product.hindi_name,
        "description": product.description,
        "image": photos,
        "sku": product.id,
        "url": url,
        "brand": { "@type": "Brand", "name": shop.name() },
        "offers": offers,
    });
    if let Some(AggregateRating { mean, count }) = &product.rating {
        about["aggregateRating"] = json!({
            "@type": "AggregateRating",
            "ratingValue": mean,
            "reviewCount": count,
            "bestRating": 5,
            "worstRating": 0,
        });
    }
    about
}

/// schema.org's `ItemAvailability`.
fn availability(availability: Availability) -> &'static str {
    match availability {
        Availability::InStock => "https://schema.org/InStock",
        Availability::Low => "https://schema.org/LimitedAvailability",
        Availability::SoldOut => "https://schema.org/OutOfStock",
    }
}

/// schema.org's `BreadcrumbList`: home, packets or boxes, the product.
fn breadcrumbs(product: &Product, shop: &ShopFacts) -> Value {
    let (kind, query) = match product.r#type {
        ProductType::Box => ("Boxes", "box"),
        ProductType::Pouch => ("Packets", "pouch"),
    };
    let steps = [
        ("Home", "/".to_owned()),
        (kind, format!("/shop?type={query}")),
        (product.product_name.as_str(), path(&product.id)),
    ];
    let steps: Vec<_> = (1..)
        .zip(steps)
        .map(|(position, (name, path))| {
            let item = format!("{}{path}", shop.origin());
            json!({ "@type": "ListItem", "position": position, "name": name, "item": item })
        })
        .collect();
    json!({ "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": steps })
}

/// The beginning of a text, cut between words.
fn summary(text: &str) -> String {
    if text.chars().count() <= LONGEST_DESCRIPTION {
        return text.to_owned();
    }
    let end = text
        .char_indices()
        .map(|(index, _)| index)
        .nth(LONGEST_DESCRIPTION)
        .unwrap_or(text.len());
    let cut = text[..end]
        .rsplit_once(' ')
        .map_or(&text[..end], |(whole_words, _)| whole_words);
    format!("{}…", cut.trim_end_matches([',', ';', ':', '.']))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_summary_ends_between_words() {
        assert_eq!(summary("Short."), "Short.");
        let long = "करेला bitter ".repeat(30);
        let short = summary(&long);
        assert!(short.chars().count() <= LONGEST_DESCRIPTION + 1, "{short}");
        assert!(short.ends_with("bitter…") || short.ends_with("करेला…"), "{short}");
    }
}
