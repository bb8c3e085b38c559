//! The API described for programs and for people.

use axum::Json;
use utoipa::OpenApi;

use crate::{account, contact, orders, password, products, reviews, value_rules::ValueRules};

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
