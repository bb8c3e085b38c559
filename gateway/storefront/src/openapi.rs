//! The parts of the OpenAPI document that do not come from routes.

use utoipa::{Modify as _, OpenApi as _, openapi::OpenApi};

use crate::request::value_rules::ValueRules;

/// The path of the OpenAPI document.
pub(crate) const DOCUMENT: &str = "/api/openapi.json";

/// The path of the page that shows the document.
pub(crate) const PAGE: &str = "/api/docs";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "The shop's REST API",
        description = "The interface of the storefront. Every path answers with and without its trailing slash. Every answer is JSON with `success`; a refusal has a `message` for the shopper and, if fields are wrong, `errors`. Amounts of money are in rupees, weights in grams.",
    ),
    tags(
        (name = "products", description = "Products and their cards"),
        (name = "orders", description = "Orders, tracking and payments"),
        (name = "reviews", description = "Reviews of products"),
        (name = "contact", description = "Messages to the shop"),
        (name = "client errors", description = "Error reports of browsers"),
        (name = "accounts", description = "Accounts of shoppers; the session is in a cookie"),
    ),
)]
struct Document;

/// The document without routes.
pub(crate) fn heading() -> OpenApi {
    Document::openapi()
}

/// Adds the services' validation rules to the document.
pub(crate) fn with_rules(mut document: OpenApi) -> OpenApi {
    ValueRules.modify(&mut document);
    document
}
