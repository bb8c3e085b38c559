//! The product list of the catalog, as the front end reads it.

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
    catalog::{
        availability::{Stock, StockLevels},
        listing::{ListedProduct, Listing},
        product::Product,
        ratings::{Ratings, rating::AggregateRating},
    },
    clients::Clients,
};

/// Browsers revalidate each time, so that returning shoppers see current prices; proxies may cache the list
/// for five seconds.
pub(crate) const CACHE_CONTROL: &str = "public, max-age=0, s-maxage=5, must-revalidate";

pub(crate) const NOT_SOLD: &str = "We do not sell this product any more.";

/// Products per request, some hundred kilobytes, so that an answer stays well below the limit of 4 MiB.
const PAGE_SIZE: i32 = 250;

/// The largest list, in bytes of the contract's products: about 14,000 products like the samples. In memory
/// the products are compressed, beside cards, names and two encodings of the whole list: half of these bytes.
const MOST_BYTES: usize = 24 * 1024 * 1024;

/// Lists every product on sale, in the order of the shop.
///
/// Served from memory. A request with the `ETag` of an earlier answer in `If-None-Match` gets 304 while
/// nothing changed.
#[utoipa::path(
    get,
    path = "/api/v1/products/",
    tag = "products",
    operation_id = "listProducts",
    responses(
        (status = 200, description = "The products", body = Answer<Vec<Product>>),
        (status = 304, description = "The answer with that `ETag` is current"),
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

/// Returns one product, as in the list.
///
/// Served from memory, like the list.
#[utoipa::path(
    get,
    path = "/api/v1/products/{id}",
    tag = "products",
    operation_id = "getProduct",
    params(("id" = String, Path, format = "uuid", description = "The product's id")),
    responses(
        (status = 200, description = "The product", body = Answer<Product>),
        (status = 304, description = "The answer with that `ETag` is current"),
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

/// The cached product list.
pub(crate) type Products = ListCache<Listing>;

/// Keeps the catalog's list in memory until `stopping` is cancelled.
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

/// Fetches the list page by page.
async fn fetch(
    clients: &Clients,
    stock: &Stock,
    ratings: &Ratings,
    known: Option<Arc<Listing>>,
) -> Result<Arc<Listing>, Status> {
    // At the start the gateway waits briefly for stock levels, because without them sold-out packs would look
    // available.
    let stock_levels = stock.get().await.unwrap_or_default();
    let mut builder = ListBuilder {
        known: known.clone(),
        stock_levels,
        ratings: ratings.current(),
        ..ListBuilder::default()
    };
    let mut page_token = String::new();
    loop {
        let request = catalog::ListProductsRequest {
            page_size: PAGE_SIZE,
            page_token,
        };
        let page = clients.catalog.call(request).await?;
        let is_last = page.products.is_empty() || page.next_page_token.is_empty();
        let has_room;
        (builder, has_room) = compute(move || {
            let mut products = page.products.into_iter();
            let has_room = products.all(|listed| builder.add(listed, MOST_BYTES));
            (builder, has_room)
        })
        .await?;
        if !has_room {
            let kept = builder.entries.len();
            tracing::error!(
                kept,
                "the list is too long for the gateway: products are left out"
            );
        }
        if is_last || !has_room {
            return compute(move || Listing::new(builder.entries, known)).await;
        }
        page_token = page.next_page_token;
    }
}

/// Runs blocking work on a blocking thread.
pub(crate) async fn compute<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> Result<T, Status> {
    let done = tokio::task::spawn_blocking(work).await;
    done.map_err(|error| Status::internal(error.to_string()))
}

/// A list that is being fetched.
#[derive(Default)]
struct ListBuilder {
    /// The previous list. Unchanged products are taken from it.
    known: Option<Arc<Listing>>,
    stock_levels: Arc<StockLevels>,
    ratings: Arc<HashMap<Box<str>, AggregateRating>>,
    entries: Vec<Arc<ListedProduct>>,
    ids: HashSet<String>,
    bytes: usize,
}

impl ListBuilder {
    /// Adds a product. Returns false if the list would exceed `most_bytes`; the caller then drops the rest,
    /// because a shorter list is better than one that no longer updates.
    fn add(&mut self, listed: catalog::Product, most_bytes: usize) -> bool {
        self.bytes += listed.encoded_len();
        if self.bytes > most_bytes {
            return false;
        }
        // A product that moved during the fetch arrives twice.
        let rating = self.ratings.get(&*listed.id).copied();
        if self.ids.insert(listed.id.clone())
            && let Some(product) = Product::from_contract(listed, &self.stock_levels, rating)
        {
            let known = self.known.as_ref().and_then(|known| known.find(&product.id));
            self.entries.push(ListedProduct::new(product, known));
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
        let mut builder = ListBuilder::default();
        for id in ["a", "b", "a"] {
            assert!(builder.add(listed(id), room_for_three), "{id}");
        }
        assert!(!builder.add(listed("c"), room_for_three));
        let ids: Vec<_> = builder.entries.iter().map(|entry| &*entry.id).collect();
        assert_eq!(ids, ["a", "b"]);
    }
}
