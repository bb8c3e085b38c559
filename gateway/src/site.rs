//! The built front end: hashed assets for good, other files for a while, pages always checked.

use std::{path::PathBuf, sync::Arc};

use axum::{
    body::Body,
    extract::{Request, State},
    response::{Html, IntoResponse as _, Response},
};
use http::{
    HeaderMap, HeaderValue, Method, StatusCode,
    header::{self, Entry},
    request::Parts,
};
use tokio::sync::OnceCell;
use tower::ServiceExt as _;
use tower_http::services::{ServeDir, ServeFile};

use crate::{app::App, error, page_paths::PagePaths, routes::API};

/// A name with a hash in it never gets another content.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Pictures and icons keep their names when they change; an hour is how late a shopper may see it.
const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");
/// A page names the current assets, so it is checked every time; the `ETag` makes that cheap.
const CHECKED: HeaderValue = HeaderValue::from_static("no-cache");

const HTML: HeaderValue = HeaderValue::from_static("text/html; charset=utf-8");

/// The pattern of the pages that exist only for products on sale.
const PRODUCT_PAGE: &str = "/product/:id";

const NOT_BUILT: &str = include_str!("not_built.html");

/// The folder of the built front end.
#[derive(Debug)]
pub(crate) struct Site {
    directory: PathBuf,
    files: ServeDir,
    index: ServeFile,
    paths: OnceCell<PagePaths>,
}

impl Site {
    pub(crate) fn new(directory: PathBuf) -> Self {
        Self {
            files: ServeDir::new(&directory)
                .append_index_html_on_directories(false)
                .precompressed_br()
                .precompressed_gzip(),
            index: ServeFile::new(directory.join("index.html"))
                .precompressed_br()
                .precompressed_gzip(),
            paths: OnceCell::new(),
            directory,
        }
    }

    /// Says at the start what every page would only say later.
    pub(crate) async fn check(&self) {
        if let Err(error) = self.paths().await {
            tracing::warn!("there are no pages to serve: {error:#}");
        }
    }

    /// Whether there is a front end to serve.
    pub(crate) async fn is_built(&self) -> bool {
        self.paths().await.is_ok()
            && tokio::fs::try_exists(self.directory.join("index.html"))
                .await
                .unwrap_or(false)
    }

    /// The paths that have a page. Read once, when they can be, so that a build that ends after the start is found.
    async fn paths(&self) -> anyhow::Result<&PagePaths> {
        self.paths
            .get_or_try_init(|| PagePaths::read(&self.directory))
            .await
    }

    /// The front end's page with the status of its path.
    async fn index(&self, status: StatusCode, request: &Parts) -> Response {
        let headers = if status == StatusCode::OK {
            request.headers.clone()
        } else {
            unconditional(request)
        };
        let mut response = match self.index.clone().oneshot(without_body(request, headers)).await {
            Ok(response) if response.status() != StatusCode::NOT_FOUND => response.map(Body::new),
            Ok(_) => return not_built(),
            Err(never) => match never {},
        };
        let headers = response.headers_mut();
        headers.insert(header::CACHE_CONTROL, CHECKED);
        if let Entry::Occupied(mut content_type) = headers.entry(header::CONTENT_TYPE) {
            content_type.insert(HTML);
        }
        if response.status() == StatusCode::OK {
            *response.status_mut() = status;
        }
        response
    }

    /// A file of the build, if there is one of that name.
    async fn file(&self, request: &Parts) -> Option<Response> {
        let path = request.uri.path();
        if !may_be_a_file(path) {
            return None;
        }
        let request = without_body(request, request.headers.clone());
        let mut response = match self.files.clone().oneshot(request).await {
            Ok(response) => response.map(Body::new),
            Err(never) => match never {},
        };
        if response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED {
            let keep = if path.starts_with("/assets/") {
                FOR_GOOD
            } else {
                FOR_AN_HOUR
            };
            response.headers_mut().insert(header::CACHE_CONTROL, keep);
        }
        (response.status() != StatusCode::NOT_FOUND).then_some(response)
    }
}

/// Answers every path that no other route has.
pub(crate) async fn page(State(app): State<Arc<App>>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    let path = request.uri.path();
    if path
        .strip_prefix(API)
        .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    {
        return error::not_found().into_response();
    }
    if request.method != Method::GET && request.method != Method::HEAD {
        return ([(header::ALLOW, "GET,HEAD")], error::method_not_allowed().await).into_response();
    }
    if let Some(file) = app.site.file(&request).await {
        return file;
    }
    match app.site.paths().await {
        Ok(paths) => app.site.index(status(&app, paths, path).await, &request).await,
        Err(_) => not_built(),
    }
}

/// 404 for what is no page, and for a product that is known not to be sold.
async fn status(app: &App, paths: &PagePaths, path: &str) -> StatusCode {
    let Some(found) = paths.find(path) else {
        return StatusCode::NOT_FOUND;
    };
    if found.pattern != PRODUCT_PAGE {
        return StatusCode::OK;
    }
    match app.products.get().await {
        Ok(list) if !list.items.iter().any(|product| found.has_parameter(&product.id)) => {
            StatusCode::NOT_FOUND
        }
        _ => StatusCode::OK,
    }
}

/// The files of a build have an extension, short and plain names, and no name that begins with a dot.
fn may_be_a_file(path: &str) -> bool {
    const LONGEST: usize = 255; // What file systems take for one name.
    let name = path.rsplit('/').next().unwrap_or_default();
    let is_plain = !path.contains("/.") && !path.contains('%') && path.len() <= LONGEST;
    is_plain && name.contains('.') && path != "/index.html"
}

fn without_body(request: &Parts, headers: HeaderMap) -> Request {
    let mut bare = Request::new(Body::empty());
    *bare.method_mut() = request.method.clone();
    *bare.uri_mut() = request.uri.clone();
    *bare.headers_mut() = headers;
    bare
}

/// "Not modified" and "part of it" are answers about a page that exists.
fn unconditional(request: &Parts) -> HeaderMap {
    let accepted = request.headers.get_all(header::ACCEPT_ENCODING).iter();
    accepted
        .map(|value| (header::ACCEPT_ENCODING, value.clone()))
        .collect()
}

fn not_built() -> Response {
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::RETRY_AFTER, "5")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, Html(NOT_BUILT)).into_response()
}
