//! The parts of the OpenAPI document that do not come from routes.

use utoipa::{OpenApi as _, openapi::OpenApi};
use web::answer::Refusal;

use crate::{request::errors::Forbidden, stock::levels::StockFilter};

/// The path of the OpenAPI document. It needs no session, because the document is public in the sources.
pub(crate) const DOCUMENT: &str = "/api/office/v1/openapi.json";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "The office's REST API",
        description = "What the office's pages call. Every answer is JSON with `success`; a refusal carries a `message` fit for \
            the people of the shop and, where fields are wrong, `errors`. The session travels in a cookie; what a staff member may do \
            follows from their role. Amounts of money are in rupees, weights in grams, days such as 2026-11-25, times in UTC.",
    ),
    tags(
        (name = "session", description = "Who is signed in"),
        (name = "staff", description = "Who works in the office, and what they asked for"),
        (name = "shoppers", description = "People with an account in the shop"),
        (name = "orders", description = "What shoppers ordered, and how it goes on"),
        (name = "cash", description = "Cash that carriers collect at the door"),
        (name = "payments", description = "Money that shoppers pay online, what goes back of it, and what was issued for orders"),
        (name = "books", description = "What came in, what went out, and what the state asks for"),
        (name = "pincodes", description = "What delivery to pincodes costs"),
        (name = "products", description = "What the shop sells: drafts, what is on sale, and what was"),
        (name = "shop", description = "What the shop says of itself"),
        (name = "stock", description = "Packs that are there"),
        (name = "imports", description = "Files of rows that are brought in"),
        (name = "messages", description = "What people write to the shop"),
        (name = "reviews", description = "What shoppers say about products"),
    ),
    components(schemas(Refusal, Forbidden, StockFilter)),
)]
struct Document;

/// The document without routes.
pub(crate) fn heading() -> OpenApi {
    Document::openapi()
}
