//! The built pages of the office: hashed files that are cached for good, and one document for every page.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use axum::{
    extract::{Request, State},
    response::{Html, IntoResponse as _, Response},
};
use http::{Method, StatusCode, header};
use web::answer::{error, security_headers::PagePolicy, static_files::StaticFiles};

/// The prefix of the API; no page is below it.
const API: &str = "/api";

/// The prefix of hashed files. A missing file is a 404 and never the document.
const ASSETS: &str = "/assets/";

/// The document of every page. Sent as a page, not as a file.
const DOCUMENT: &str = "index.html";

/// Only own files, no inline scripts or styles, no framing. The page itself draws the QR code of an
/// authenticator key.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; \
    font-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; object-src 'none'";

const NOT_BUILT: &str = "The office is not built yet.\n\n\
    The gateway found no pages in its OFFICE_SITE_DIR. Build them with `npm ci && npm run build` in frontend/, or run everything \
    with `make run`; then load this page again.\n";

/// The content policy of the pages.
pub(crate) fn page_policy() -> PagePolicy {
    PagePolicy::new(CONTENT_SECURITY_POLICY).with_camera()
}

/// The folder of the built pages.
#[derive(Debug)]
pub(crate) struct Site {
    document: PathBuf,
    files: StaticFiles,
}

impl Site {
    pub(crate) fn new(directory: &Path) -> Self {
        Self {
            document: directory.join(DOCUMENT),
            files: StaticFiles::new(directory, DOCUMENT),
        }
    }

    /// Logs a warning at the start if the pages are not built.
    pub(crate) async fn check(&self) {
        if !self.is_built().await {
            tracing::warn!(
                "there are no pages to serve: {} is missing",
                self.document.display()
            );
        }
    }

    /// Whether the pages are built. Pages that are built after the start are found, too.
    pub(crate) async fn is_built(&self) -> bool {
        tokio::fs::try_exists(&self.document).await.unwrap_or(false)
    }
}

/// Responds to every path without a route.
pub(crate) async fn page(State(site): State<Arc<Site>>, request: Request) -> Response {
    let (request, _) = request.into_parts();
    let path = request.uri.path();
    let below_api = path.strip_prefix(API);
    if below_api.is_some_and(|rest| rest.is_empty() || rest.starts_with('/')) {
        return error::not_found().into_response();
    }
    if request.method != Method::GET && request.method != Method::HEAD {
        return ([(header::ALLOW, "GET,HEAD")], error::method_not_allowed()).into_response();
    }
    if let Some(file) = site.files.get(&request).await {
        return file;
    }
    if path.starts_with(ASSETS) {
        return error::not_found().into_response();
    }
    match tokio::fs::read_to_string(&site.document).await {
        Ok(document) => ([(header::CACHE_CONTROL, "no-store")], Html(document)).into_response(),
        Err(_) => not_built(),
    }
}

fn not_built() -> Response {
    let headers = [(header::CACHE_CONTROL, "no-store"), (header::RETRY_AFTER, "5")];
    (StatusCode::SERVICE_UNAVAILABLE, headers, NOT_BUILT).into_response()
}
