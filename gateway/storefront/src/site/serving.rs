//! Serves the built front end. Hashed assets are cached for good, other files briefly; pages are always
//! revalidated.

use std::{
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, Instant},
};

use axum::{
    extract::{Request, State},
    response::{Html, IntoResponse as _, Response},
};
use http::{HeaderMap, Method, StatusCode, header, request::Parts};
use web::answer::{
    encoded::Encoded,
    error::{self, Error},
    static_files::StaticFiles,
};

use crate::{
    catalog::{
        listing::{ListedProduct, Listing},
        products::Products,
    },
    shop::{facts::ShopFacts, facts_cache::ShopFactsCache},
    site::{
        document::{RenderedDocuments, fill, unconditional},
        pages::{FoundPage, MANIFEST, Pages},
        product_page::{self, Product},
    },
};

/// The prefix of the API; no page is below it.
const API: &str = "/api";

/// The path of the web app manifest.
pub(crate) const WEB_MANIFEST: &str = "/manifest.webmanifest";

/// A page refers to the current assets, so browsers revalidate it each time; the `ETag` makes that cheap.
const CHECKED: &str = "no-cache";

/// The time after which a new build in the folder is noticed.
const LOOK_AGAIN_AFTER: Duration = Duration::from_secs(1);

/// The pattern of pages that exist only for products on sale.
const PRODUCT_PAGE: &str = "/product/:id";

/// The number of products up to which pages get the strongest compression. With more, crawlers would keep the
/// gateway busy.
const MANY_PRODUCTS: usize = 500;

const NOT_BUILT: &str = include_str!("../not_built.html");

/// The folder of the built front end.
#[derive(Debug)]
pub(crate) struct Site {
    directory: PathBuf,
    origin: String,
    files: StaticFiles,
    shop: Arc<ShopFactsCache>,
    pages: Mutex<Option<(Arc<Pages>, Instant)>>,
    product_pages: RenderedDocuments,
}

impl Site {
    pub(crate) fn new(directory: PathBuf, origin: String, shop: Arc<ShopFactsCache>) -> Self {
        Self {
            files: StaticFiles::new(&directory, MANIFEST),
            pages: Mutex::default(),
            product_pages: RenderedDocuments::default(),
            shop,
            directory,
            origin,
        }
    }

    /// Logs a warning at the start if the pages are not built.
    pub(crate) async fn check(&self) {
        if let Err(error) = self.pages().await {
            tracing::warn!("there are no pages to serve: {error:#}");
        }
    }

    /// Whether the front end is built.
    pub(crate) async fn is_built(&self) -> bool {
        self.pages().await.is_ok()
    }

    /// The shop's address, such as `https://shop.example`.
    pub(crate) fn origin(&self) -> &str {
        &self.origin
    }

    /// The pages of the build in the folder. A build that appears after the start is found. During a
    /// replacement the old build is served until the new one is complete.
    pub(crate) async fn pages(&self) -> anyhow::Result<Arc<Pages>> {
        let known = self.lock_pages().clone();
        if let Some((pages, looked_at)) = &known {
            if looked_at.elapsed() < LOOK_AGAIN_AFTER {
                return Ok(Arc::clone(pages));
            }
            if pages.is_current(&self.directory).await {
                *self.lock_pages() = Some((Arc::clone(pages), Instant::now()));
                return Ok(Arc::clone(pages));
            }
        }
        let read = Pages::load(&self.directory, &self.origin).await.map(Arc::new);
        let pages = match (read, known) {
            (Ok(pages), _) | (Err(_), Some((pages, _))) => pages,
            (Err(error), None) => return Err(error),
        };
        *self.lock_pages() = Some((Arc::clone(&pages), Instant::now()));
        Ok(pages)
    }

    fn lock_pages(&self) -> std::sync::MutexGuard<'_, Option<(Arc<Pages>, Instant)>> {
        self.pages
            .lock()
            .expect("nothing panics while it holds this lock")
    }

    /// The shop profile for pages. Waits for the catalog only at the start; if it does not answer, the sample
    /// profile is used so that the shop opens.
    async fn facts(&self, pages: &Pages) -> Arc<ShopFacts> {
        if let Some(known) = self.shop.current() {
            return known;
        }
        let current = self.shop.get().await;
        current.unwrap_or_else(|_| Arc::clone(&pages.samples))
    }

    /// The rendered page of a product; `None` if the front end has to render it.
    async fn product_page(
        &self,
        (pages, facts): (&Pages, &ShopFacts),
        found: &FoundPage<'_>,
        list: &Listing,
        entry: &ListedProduct,
    ) -> Option<Arc<Encoded>> {
        let fill = || {
            let product = Product::parse(&entry.answer.plain()).ok()?;
            let values = product_page::values(&product, facts)?;
            let of_product = |name: &str| values.iter().find(|(known, _)| *known == name);
            let value = |name: &str| match of_product(name) {
                Some((_, value)) => Some(value.as_str()),
                None => facts.value(name),
            };
            Some(fill(found.document.template(), &value))
        };
        let (product, build) = (entry.answer.digest(), pages.build());
        let made_of = format!("{} {product:x} {build:x} {:x}", entry.id, facts.digest());
        let is_one_of_many = list.entries.len() > MANY_PRODUCTS;
        self.product_pages
            .get_or_render(&made_of, fill, is_one_of_many)
            .await
    }
}

/// Responds to every path without a route.
pub(crate) async fn page(
    State(site): State<Arc<Site>>,
    State(products): State<Arc<Products>>,
    request: Request,
) -> Response {
    let (request, _) = request.into_parts();
    let path = request.uri.path();
    if path
        .strip_prefix(API)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    {
        return error::not_found().into_response();
    }
    if request.method != Method::GET && request.method != Method::HEAD {
        return ([(header::ALLOW, "GET,HEAD")], error::method_not_allowed()).into_response();
    }
    if let Some(file) = site.files.get(&request).await {
        return file;
    }
    let Ok(pages) = site.pages().await else {
        return not_built();
    };
    let facts = site.facts(&pages).await;
    let sent = match document(&site, &products, (&pages, &facts), &request).await {
        Ok((status, document)) => document.map(|document| answer(&document, status, &request.headers)),
        Err(unknown) => pages
            .other
            .encoded(&facts)
            .await
            .map(|document| try_again(&document, unknown, &request.headers)),
    };
    sent.unwrap_or_else(|error| not_sent(&error))
}

/// Serves the web app manifest, which contains the shop's name.
pub(crate) async fn web_manifest(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    let Ok(pages) = site.pages().await else {
        return not_built();
    };
    let facts = site.facts(&pages).await;
    let sent = pages.web_manifest.encoded(&facts).await;
    sent.map_or_else(
        |error| not_sent(&error),
        |document| document.response(&headers, CHECKED),
    )
}

fn not_sent(error: &anyhow::Error) -> Response {
    tracing::error!("a page cannot be sent: {error:#}");
    Error::internal("a page cannot be sent").into_response()
}

type PageResponse = (StatusCode, anyhow::Result<Arc<Encoded>>);

/// The status and document of a path: 404 for an unknown page and for a product not on sale. Fails while the
/// product list is not loaded.
async fn document(
    site: &Site,
    products: &Products,
    (pages, facts): (&Pages, &ShopFacts),
    request: &Parts,
) -> Result<PageResponse, Error> {
    let Some(found) = pages.find(request.uri.path()) else {
        return Ok((StatusCode::NOT_FOUND, pages.other.encoded(facts).await));
    };
    if found.pattern == PRODUCT_PAGE {
        let list = products.get().await?;
        let Some(entry) = found.parameter().and_then(|id| list.find(id)) else {
            return Ok((StatusCode::NOT_FOUND, pages.other.encoded(facts).await));
        };
        if let Some(document) = site.product_page((pages, facts), &found, &list, entry).await {
            return Ok((StatusCode::OK, Ok(document)));
        }
        return Ok((StatusCode::OK, pages.other.encoded(facts).await));
    }
    let has_query = request.uri.query().is_some_and(|query| !query.is_empty());
    let document = if found.reads_query && has_query {
        &pages.other
    } else {
        found.document
    };
    Ok((StatusCode::OK, document.encoded(facts).await))
}

/// "Not modified" is valid only for an existing page.
fn answer(document: &Encoded, status: StatusCode, request: &HeaderMap) -> Response {
    if status == StatusCode::OK {
        return document.response(request, CHECKED);
    }
    let mut response = document.response(&unconditional(request), CHECKED);
    *response.status_mut() = status;
    response
}

/// The page that shows an error, with the error's status and headers, so that search engines retry and do not
/// drop the product.
fn try_again(document: &Encoded, refusal: Error, request: &HeaderMap) -> Response {
    let (refusal, _) = refusal.into_response().into_parts();
    let mut response = answer(document, refusal.status, request);
    if let Some(delay) = refusal.headers.get(header::RETRY_AFTER) {
        response.headers_mut().insert(header::RETRY_AFTER, delay.clone());
    }
    *response.extensions_mut() = refusal.extensions;
    response
}

fn not_built() -> Response {
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::RETRY_AFTER, "5")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, Html(NOT_BUILT)).into_response()
}
