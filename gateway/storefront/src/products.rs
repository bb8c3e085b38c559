//! Products: the catalog's list as the front end reads it.

use std::{collections::HashSet, sync::Arc};

use axum::{extract::State, http::HeaderMap, response::Response};
use prost::Message as _;
use proto::catalog::v1 as catalog;
use serde::Serialize;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal},
    money::Rupees,
};

use crate::{clients::Clients, list_cache::ListCache};

/// Browsers and proxies may keep the list for a minute, and show it while they ask again.
const CACHE_CONTROL: &str = "public, max-age=60, stale-while-revalidate=600";

/// Products asked for at once: some hundred kilobytes, so that no page comes near the 4 MiB that an answer may have.
const PAGE_SIZE: i32 = 250;

/// Bytes of the contract's products that are kept, some 14,000 of the sample products' size. In memory they stand four
/// times (as records and in three encodings), and twice that while a newer list takes their place.
const MOST_BYTES: usize = 24 * 1024 * 1024;

/// Every product on sale, in the order the shop shows them.
///
/// Served from memory. A request with the `ETag` of an earlier answer in `If-None-Match` gets 304 while nothing changed.
#[utoipa::path(
    get,
    path = "/api/v1/products/",
    tag = "products",
    operation_id = "listProducts",
    responses(
        (status = 200, description = "The products", body = Answer<Vec<Product>>),
        (status = 304, description = "The answer of that `ETag` still holds"),
        (status = 503, description = "The catalog has not answered yet; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn list(
    State(products): State<Arc<Products>>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    Ok(products.get().await?.body.response(&headers, CACHE_CONTROL))
}

/// Something the shop sells.
#[derive(Debug, Serialize, ToSchema)]
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
    actual_price: Rupees,
    /// How far the listed price stands above `actualPrice`, in percent.
    #[schema(minimum = 0, example = 20)]
    discount: i32,
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
    concerns: Vec<String>,
    /// How to take it.
    how_to_use: String,
    /// Who should not take it.
    cautions: String,
    /// How to keep it.
    storage: String,
}

/// How a product is packed.
#[derive(Debug, Clone, Copy, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ProductType {
    /// A carton.
    Box,
    /// A pouch.
    Pouch,
}

/// One pack size of a product.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Variant {
    /// Weight of the pack, in grams.
    #[schema(minimum = 1, example = 100)]
    pub(crate) weight_in_grams: i32,
    /// Price of the pack, in rupees.
    pub(crate) price: Rupees,
}

/// Every product on sale.
pub(crate) type Products = ListCache<Product>;

/// Keeps the list of the catalog in memory until `stopping` is cancelled.
pub(crate) async fn keep_fresh(
    products: Arc<Products>,
    clients: Arc<Clients>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    products.keep_fresh(|| fetch(&clients), stopping).await
}

/// Reads the list page by page.
async fn fetch(clients: &Clients) -> Result<Vec<Product>, Status> {
    let mut reading = Reading::default();
    let mut page_token = String::new();
    loop {
        let request = catalog::ListProductsRequest {
            page_size: PAGE_SIZE,
            page_token,
        };
        let page = clients.list_products(request).await?;
        let is_last = page.products.is_empty() || page.next_page_token.is_empty();
        let has_room = page
            .products
            .into_iter()
            .all(|listed| reading.add(listed, MOST_BYTES));
        if !has_room {
            let kept = reading.products.len();
            tracing::error!(
                kept,
                "the list is too long for the gateway: products are left out"
            );
        }
        if is_last || !has_room {
            return Ok(reading.products);
        }
        page_token = page.next_page_token;
    }
}

/// The list while it is read.
#[derive(Default)]
struct Reading {
    products: Vec<Product>,
    ids: HashSet<String>,
    bytes: usize,
}

impl Reading {
    /// Adds a product, or says that it would be more than `most_bytes`: the rest is left out then, which is better than a
    /// list that no longer changes.
    fn add(&mut self, listed: catalog::Product, most_bytes: usize) -> bool {
        self.bytes += listed.encoded_len();
        if self.bytes > most_bytes {
            return false;
        }
        // One that was moved while the list was read comes twice.
        if self.ids.insert(listed.id.clone()) {
            self.products.extend(product(listed));
        }
        true
    }
}

/// None for a product that no page could show.
fn product(product: catalog::Product) -> Option<Product> {
    let r#type = match product.r#type() {
        catalog::ProductType::Box => ProductType::Box,
        catalog::ProductType::Pouch => ProductType::Pouch,
        catalog::ProductType::Unspecified => {
            tracing::error!(product.id, "a product is left out because its type is unknown");
            return None;
        }
    };
    Some(Product {
        id: product.id,
        product_name: product.product_name,
        hindi_name: product.hindi_name,
        tagline: product.tagline,
        r#type,
        actual_price: Rupees::from_paise(product.actual_price_paise),
        discount: product.discount_percent,
        photos: product.photos,
        description: product.description,
        ingredients: product.ingredients,
        benefits: product.benefits,
        variants: product.variants.iter().map(variant).collect(),
        other_names: product.other_names,
        concerns: product.concerns,
        how_to_use: product.how_to_use,
        cautions: product.cautions,
        storage: product.storage,
    })
}

fn variant(variant: &catalog::Variant) -> Variant {
    Variant {
        weight_in_grams: variant.weight_in_grams,
        price: Rupees::from_paise(variant.price_paise),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_product_is_kept_once_and_what_is_kept_is_bounded() {
        let listed = |id: &str| catalog::Product {
            id: id.to_owned(),
            r#type: catalog::ProductType::Pouch.into(),
            ..catalog::Product::default()
        };
        let room_for_three = 3 * listed("a").encoded_len();
        let mut reading = Reading::default();
        for id in ["a", "b", "a"] {
            assert!(reading.add(listed(id), room_for_three), "{id}");
        }
        assert!(!reading.add(listed("c"), room_for_three));
        let ids: Vec<_> = reading
            .products
            .iter()
            .map(|product| product.id.as_str())
            .collect();
        assert_eq!(ids, ["a", "b"]);
    }
}
