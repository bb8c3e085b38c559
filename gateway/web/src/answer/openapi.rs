//! An API with described routes: the router, the OpenAPI document, and a page that shows it.

use std::io::Read as _;

use axum::{
    Router,
    body::{Body, to_bytes},
    extract::Request,
    middleware::{Next, from_fn},
    response::Response,
    routing::{MethodRouter, get},
};
use bytes::Bytes;
use http::{HeaderValue, header};
use utoipa::openapi::OpenApi;
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::answer::{encoded::accepts, error::Error};

/// Adds a route under its described path, and with or without the trailing slash. Existing clients use either
/// form, and a redirect would turn a POST into a GET. The document lists only the described form.
pub fn in_both_forms<S>(router: OpenApiRouter<S>, route: UtoipaMethodRouter<S>) -> OpenApiRouter<S>
where
    S: Clone + Send + Sync + 'static,
{
    let (_, paths, methods) = &route;
    let router = paths.paths.keys().fold(router, |router, path| {
        let bare = path.strip_suffix('/').map(str::to_owned);
        let other = bare.unwrap_or_else(|| format!("{path}/"));
        router.route(&other, methods.clone())
    });
    router.routes(route)
}

/// Serves the document as JSON.
pub fn document<S: Clone + Send + Sync + 'static>(document: &OpenApi) -> MethodRouter<S> {
    let json = serde_json::to_vec(document).expect("a document has string keys and no failing serializer");
    let json = Bytes::from(json);
    get(async move || ([(header::CONTENT_TYPE, "application/json")], json.clone()))
}

/// The page at `page` that shows the document at `document` and can call its operations.
pub fn page<S: Clone + Send + Sync + 'static>(page: &'static str, document: &'static str) -> Router<S> {
    // The other layout's bar has an inline style, which a strict policy blocks. No external validator is
    // called.
    let config = Config::from(document)
        .use_base_layout()
        .validator_url("none")
        .try_it_out_enabled(true);
    Router::from(SwaggerUi::new(page).config(config)).layer(from_fn(unzip))
}

/// Serves the page's files, which are gzipped in the program, and decompresses them for clients without gzip.
async fn unzip(request: Request, next: Next) -> Result<Response, Error> {
    let takes_gzip = accepts(request.headers(), "gzip");
    let mut response = next.run(request).await;
    let vary = HeaderValue::from_static("accept-encoding");
    response.headers_mut().insert(header::VARY, vary);
    if takes_gzip || response.headers_mut().remove(header::CONTENT_ENCODING).is_none() {
        return Ok(response);
    }
    let (mut parts, body) = response.into_parts();
    let zipped = to_bytes(body, usize::MAX).await;
    let zipped = zipped.map_err(|error| Error::internal(error.to_string()))?;
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(zipped.as_ref())
        .read_to_end(&mut plain)
        .map_err(|error| Error::internal(error.to_string()))?;
    parts.headers.remove(header::CONTENT_LENGTH);
    Ok(Response::from_parts(parts, Body::from(plain)))
}
