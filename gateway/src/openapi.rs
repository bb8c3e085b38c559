//! The API described for programs and for people.

use std::sync::Arc;

use axum::{Json, Router};
use utoipa::OpenApi;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::{account, app::App, contact, orders, password, products, reviews};

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
    Router::from(SwaggerUi::new(PAGE).config(config))
}
