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
        description = "What the storefront calls. Every path answers with and without its trailing slash. Every answer \
            is JSON with `success`; a refusal carries a `message` fit for the shopper and, where fields are wrong, \
            `errors`. Amounts of money are in rupees, weights in grams.",
    ),
    tags(
        (name = "products", description = "What the shop sells"),
        (name = "orders", description = "What shoppers order"),
        (name = "reviews", description = "What shoppers say about products"),
        (name = "contact", description = "What shoppers ask the shop"),
        (name = "client errors", description = "What goes wrong in browsers"),
        (name = "accounts", description = "Who shoppers are: a session travels in a cookie"),
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
