//! The API described for programs and for people.

use std::{io::Read as _, sync::Arc};

use axum::{
    Json, Router,
    body::{Body, to_bytes},
    extract::Request,
    middleware::{Next, from_fn},
    response::Response,
};
use http::{HeaderValue, header};
use utoipa::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::{
    account, app::App, contact, encoded::accepts, error::Error, orders, password, products, reviews,
    value_rules::ValueRules,
};

/// Where the document is.
pub(crate) const DOCUMENT: &str = "/api/openapi.json";

/// Where its page is.
pub(crate) const PAGE: &str = "/api/docs";

#[derive(OpenApi)]
#[openapi(
    info(
        title = "The shop's REST API",
        description = "What the storefront calls. Every path answers with and without its trailing slash. Every answer \
            is JSON with `success`; a refusal carries a `message` fit for the shopper and, where fields are wrong, \
            `errors`. Amounts of money are in rupees, weights in grams.",
    ),
    paths(
        products::list,
        orders::create,
        reviews::list,
        reviews::create,
        contact::send,
        account::register,
        account::log_in,
        account::log_out,
        password::request_code,
        password::verify_code,
        password::reset,
    ),
    modifiers(&ValueRules),
    tags(
        (name = "products", description = "What the shop sells"),
        (name = "orders", description = "What shoppers order"),
        (name = "reviews", description = "What shoppers say about products"),
        (name = "contact", description = "What shoppers ask the shop"),
        (name = "accounts", description = "Who shoppers are: a session travels in a cookie"),
    ),
)]
struct Document;

/// The document as JSON.
pub(crate) async fn document() -> Json<utoipa::openapi::OpenApi> {
    Json(Document::openapi())
}

/// The page that shows the document and tries its calls out.
pub(crate) fn page() -> Router<Arc<App>> {
    // The other layout's bar has an inline style, which our policy blocks; no validator elsewhere is asked.
    let config = Config::from(DOCUMENT)
        .use_base_layout()
        .validator_url("none")
        .try_it_out_enabled(true);
    Router::from(SwaggerUi::new(PAGE).config(config)).layer(from_fn(unzip))
}

/// The page's files lie compressed in the program. Whoever does not take them so gets them plain.
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
