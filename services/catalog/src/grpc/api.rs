//! The gRPC API of the catalog: products and prices.

use std::time::Duration;

use prost::Message as _;
use proto::catalog::v1 as contract;
use proto::catalog::v1::catalog_service_server::CatalogService;
use runtime::status::Rule;
use sqlx::PgPool;
use tokio::{sync::Semaphore, time::timeout};
use tonic::{Request, Response, Status, async_trait};
use uuid::Uuid;

use crate::{
    error::Error,
    grpc::messages::product,
    products::{cursor::ProductCursor, product::Quote, product_store},
    search::{
        search_store,
        words::{self, SearchWords},
    },
};

/// The maximum number of lines of an order (decisions page), and so of a request for prices.
const MAX_LINES: usize = 50;

/// The maximum number of products per page, and of rows read at once.
const MOST_PRODUCTS: usize = 500;

/// The default and the maximum page size of search results, in products.
const FOUND_PRODUCTS: usize = 48;
const MOST_FOUND_PRODUCTS: usize = 100;

/// The maximum size of a page, in bytes. Clients accept responses of 4 MiB.
const MOST_BYTES: usize = 3 * 1024 * 1024;

/// The maximum size of a product, in bytes; more than the database's constraint `products_size` allows. An
/// older product that is larger is left out, because it could fill a page alone.
const LARGEST_PRODUCT: usize = 64 * 1024;

/// The maximum number of searches in the database at once: half of the usual pool, so that checkout prices do
/// not wait for them.
const SEARCHES: usize = 2;

/// The maximum wait of a search for its turn. The gateway waits two seconds for the response.
const PATIENCE: Duration = Duration::from_secs(1);

/// The gRPC service.
#[derive(Debug)]
pub struct Api {
    /// The database.
    db: PgPool,
    searches: Semaphore,
}

impl Api {
    /// Creates the gRPC service.
    pub fn new(db: PgPool) -> Self {
        let searches = Semaphore::new(SEARCHES);
        Self { db, searches }
    }
}

#[async_trait]
impl CatalogService for Api {
    async fn list_products(
        &self,
        request: Request<contract::ListProductsRequest>,
    ) -> Result<Response<contract::ListProductsResponse>, Status> {
        let request = request.into_inner();
        let mut page = ProductPage::begin(&request)?;
        while page.remaining > 0 {
            let rows = page.remaining.min(MOST_PRODUCTS);
            let limit = i64::try_from(rows).expect("a page is small");
            let listed = product_store::products_behind(&self.db, page.end, limit).await;
            let listed = listed.map_err(Error::from)?;
            let is_end = listed.len() < rows;
            for (cursor, listed) in listed {
                if !page.add(cursor, product(listed)) {
                    return Ok(Response::new(page.into_response(false)));
                }
            }
            if is_end {
                return Ok(Response::new(page.into_response(true)));
            }
        }
        Ok(Response::new(page.into_response(false)))
    }

    async fn search_products(
        &self,
        request: Request<contract::SearchProductsRequest>,
    ) -> Result<Response<contract::SearchProductsResponse>, Status> {
        let request = request.into_inner();
        let words = SearchWords::parse(&request.words).map_err(|broken| Error::Invalid {
            field: "words",
            broken,
        })?;
        let size = match page_size(request.page_size)? {
            0 => FOUND_PRODUCTS,
            size => size.min(MOST_FOUND_PRODUCTS),
        };
        let begin = read_begin(&request.page_token)?;
        let turn = timeout(PATIENCE, self.searches.acquire()).await;
        let _turn = turn.map_err(|_| Error::TooManySearches)?;
        let candidates = search_store::candidates(&self.db, &words).await;
        let candidates = candidates.map_err(Error::from)?;
        let found = words::rank(&words, &candidates);
        let end = begin.saturating_add(size);
        let page = found.iter().skip(begin).take(size);
        Ok(Response::new(contract::SearchProductsResponse {
            product_ids: page.map(Uuid::to_string).collect(),
            total: i32::try_from(found.len()).expect("candidates are bounded"),
            next_page_token: if end < found.len() {
                end.to_string()
            } else {
                String::new()
            },
        }))
    }

    async fn get_product(
        &self,
        request: Request<contract::GetProductRequest>,
    ) -> Result<Response<contract::GetProductResponse>, Status> {
        // A text that is not a UUID cannot be a product's id.
        let id = Uuid::parse_str(&request.into_inner().product_id).map_err(|_| Error::NotFound)?;
        let found = product_store::product(&self.db, id).await.map_err(Error::from)?;
        let product = product(found.ok_or(Error::NotFound)?);
        Ok(Response::new(contract::GetProductResponse {
            product: Some(product),
        }))
    }

    async fn quote_prices(
        &self,
        request: Request<contract::QuotePricesRequest>,
    ) -> Result<Response<contract::QuotePricesResponse>, Status> {
        let lines = request.into_inner().lines;
        if lines.len() > MAX_LINES {
            return Err(Error::TooManyLines(MAX_LINES).into());
        }
        let asked: Vec<_> = lines
            .iter()
            .map(|line| (Uuid::parse_str(&line.product_id).ok(), line.weight_in_grams))
            .collect();
        let quotes = product_store::quotes(&self.db, &asked)
            .await
            .map_err(Error::from)?;
        let quotes = lines.into_iter().zip(quotes).map(|(line, it)| quote(line, it));
        Ok(Response::new(contract::QuotePricesResponse {
            quotes: quotes.collect(),
        }))
    }
}

fn no_token() -> Error {
    Error::Invalid {
        field: "page_token",
        broken: Rule::Malformed.says("Send the token of the page before, or none"),
    }
}

fn page_size(size: i32) -> Result<usize, Error> {
    usize::try_from(size).map_err(|_| Error::Invalid {
        field: "page_size",
        broken: Rule::Malformed.says("Ask for a page of 1 product or more, or of 0 for as many as fit"),
    })
}

/// Parses a page token: the number of search results on earlier pages.
fn read_begin(page_token: &str) -> Result<usize, Error> {
    if page_token.is_empty() {
        return Ok(0);
    }
    page_token.parse().map_err(|_| no_token())
}

/// A page of the product list, while it is filled.
struct ProductPage {
    products: Vec<contract::Product>,
    /// The number of products that it may still take.
    remaining: usize,
    bytes: usize,
    /// The position of the last product that was considered.
    end: ProductCursor,
}

impl ProductPage {
    fn begin(request: &contract::ListProductsRequest) -> Result<Self, Error> {
        let size = page_size(request.page_size)?;
        let end = ProductCursor::parse(&request.page_token).ok_or_else(no_token)?;
        Ok(Self {
            products: Vec::new(),
            remaining: if size == 0 {
                usize::MAX
            } else {
                size.min(MOST_PRODUCTS)
            },
            bytes: 0,
            end,
        })
    }

    /// Adds a product. Returns false if the page is full.
    fn add(&mut self, cursor: ProductCursor, product: contract::Product) -> bool {
        let bytes = product.encoded_len();
        if bytes > LARGEST_PRODUCT {
            tracing::error!(product.id, bytes, "a product is left out because it is too large");
            self.end = cursor;
            return true;
        }
        if self.bytes + bytes > MOST_BYTES {
            return false;
        }
        self.products.push(product);
        self.remaining -= 1;
        self.bytes += bytes;
        self.end = cursor;
        true
    }

    fn into_response(self, is_last: bool) -> contract::ListProductsResponse {
        let next_page_token = if is_last { String::new() } else { self.end.token() };
        contract::ListProductsResponse {
            products: self.products,
            next_page_token,
        }
    }
}

fn quote(line: contract::QuoteLine, quote: Quote) -> contract::Quote {
    let price_paise = quote.pack.as_ref().map(|pack| pack.price_paise);
    contract::Quote {
        product_id: line.product_id,
        weight_in_grams: line.weight_in_grams,
        product_name: quote.product_name.unwrap_or_default(),
        price_paise,
        sku: quote.pack.map(|pack| pack.sku).unwrap_or_default(),
    }
}
