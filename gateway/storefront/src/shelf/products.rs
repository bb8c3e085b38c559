//! Products: the catalog's list as the front end reads it.

use std::{
    collections::{HashMap, HashSet},
    sync::Arc,
};

use axum::{
    extract::{Path, State},
    http::{HeaderMap, StatusCode},
    response::Response,
};
use prost::Message as _;
use proto::catalog::v1 as catalog;
use tokio_util::sync::CancellationToken;
use tonic::Status;
use web::{
    Error,
    answer::{Answer, Refusal},
};

use crate::{
    cache::list_cache::ListCache,
    clients::Clients,
    shelf::{
        availability::{Stock, StockLevels},
        listing::{Entry, Listing},
        product::Product,
        ratings::{Ratings, rating::AggregateRating},
    },
};

/// Browsers ask each time whether the list still holds, so that who comes back sees today's price; proxies may keep it for five
/// seconds.
pub(crate) const CACHE_CONTROL: &str = "public, max-age=0, s-maxage=5, must-revalidate";

pub(crate) const NOT_SOLD: &str = "We do not sell this product. It may have been taken off the shelf.";

/// Products asked for at once: some hundred kilobytes, so that no page comes near the 4 MiB that an answer may have.
const PAGE_SIZE: i32 = 250;

/// Bytes of the contract's products that are kept, some 14,000 of the sample products' size. In memory each stands
/// compressed, beside its card and names, and all of them in two encodings: half of these bytes.
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
    let body = Listing::body(&products.get().await?).await?;
    Ok(body.response(&headers, CACHE_CONTROL))
}

/// One product, as the list has it.
///
/// Served from memory, as the list.
#[utoipa::path(
    get,
    path = "/api/v1/products/{id}",
    tag = "products",
    operation_id = "getProduct",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    responses(
        (status = 200, description = "The product", body = Answer<Product>),
        (status = 304, description = "The answer of that `ETag` still holds"),
        (status = 404, description = "No product on sale has the id", body = Refusal),
        (status = 503, description = "The catalog has not answered yet; `Retry-After` says when to try again", body = Refusal),
    ),
)]
pub(crate) async fn get(
    State(products): State<Arc<Products>>,
    Path(id): Path<String>,
    headers: HeaderMap,
) -> Result<Response, Error> {
    let list = products.get().await?;
    let entry = list.find(&id);
    let entry = entry.ok_or_else(|| Error::new(StatusCode::NOT_FOUND, NOT_SOLD))?;
    Ok(entry.answer.response(&headers, CACHE_CONTROL))
}

/// Every product on sale.
pub(crate) type Products = ListCache<Listing>;

/// Keeps the list of the catalog in memory until `stopping` is cancelled.
pub(crate) async fn keep_fresh(
    products: Arc<Products>,
    (stock, ratings): (Arc<Stock>, Arc<Ratings>),
    clients: Arc<Clients>,
    stopping: CancellationToken,
) -> anyhow::Result<()> {
    products
        .keep_fresh(|known| fetch(&clients, &stock, &ratings, known), stopping)
        .await
}

/// Reads the list page by page.
async fn fetch(
    clients: &Clients,
    stock: &Stock,
    ratings: &Ratings,
    known: Option<Arc<Listing>>,
) -> Result<Arc<Listing>, Status> {
    // At its start the gateway waits a moment for the stock levels: without them, sold-out packs would look available.
    let stock_levels = stock.get().await.unwrap_or_default();
    let mut reading = Reading {
        known: known.clone(),
        stock_levels,
        ratings: ratings.current(),
        ..Reading::default()
    };
    let mut page_token = String::new();
    loop {
        let request = catalog::ListProductsRequest {
            page_size: PAGE_SIZE,
            page_token,
        };
        let page = clients.list_products(request).await?;
        let is_last = page.products.is_empty() || page.next_page_token.is_empty();
        let has_room;
        (reading, has_room) = compute(move || {
            let mut products = page.products.into_iter();
            let has_room = products.all(|listed| reading.add(listed, MOST_BYTES));
            (reading, has_room)
        })
        .await?;
        if !has_room {
            let kept = reading.entries.len();
            tracing::error!(
                kept,
                "the list is too long for the gateway: products are left out"
            );
        }
        if is_last || !has_room {
            return compute(move || Listing::of(reading.entries, known)).await;
        }
        page_token = page.next_page_token;
    }
}

/// Runs work that would hold up an async thread on a thread for blocking work.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Status> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Status::internal(error.to_string()))
}

/// The list while it is read.
#[derive(Default)]
struct Reading {
    /// The list before. Products that did not change are taken from it.
    known: Option<Arc<Listing>>,
    stock_levels: Arc<StockLevels>,
    ratings: Arc<HashMap<Box<str>, AggregateRating>>,
    entries: Vec<Arc<Entry>>,
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
        // A product that was moved while the list was read comes twice.
        let rating = self.ratings.get(&*listed.id).copied();
        if self.ids.insert(listed.id.clone())
            && let Some(product) = Product::read(listed, &self.stock_levels, rating)
        {
            let known = self.known.as_ref().and_then(|known| known.find(&product.id));
            self.entries.push(Entry::of(product, known));
        }
        true
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
        let ids: Vec<_> = reading.entries.iter().map(|entry| &*entry.id).collect();
        assert_eq!(ids, ["a", "b"]);
    }
}
