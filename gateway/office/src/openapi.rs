//! The parts of the OpenAPI document that do not come from routes.

use utoipa::{OpenApi as _, openapi::OpenApi};
use web::answer::Refusal;

use crate::request::errors::Forbidden;

/// The path of the OpenAPI document. It needs no session, because the document is public in the sources.
pub(crate) const DOCUMENT: &str = "/api/office/v1/openapi.json";

#[derive(utoipa::OpenApi)]
#[openapi(
    info(
        title = "The office's REST API",
        description = "The interface of the office's pages. Every answer is JSON with `success`; a refusal has a `message` for staff and, if fields are wrong, `errors`. The session is in a cookie; the role of the staff member decides the permissions. Amounts of money are in rupees, weights in grams, days such as 2026-11-25, times in UTC.",
    ),
    tags(
        (name = "session", description = "Sessions of staff: sign-in, own password and second factor"),
        (name = "staff", description = "Staff members, invitations and the log"),
        (name = "orders", description = "Orders, from placing to return"),
        (name = "payments", description = "Online payments, refunds, settlements and documents"),
        (name = "books", description = "The files of the ledger and for GST returns"),
        (name = "pincodes", description = "Delivery charges of pincodes"),
        (name = "products", description = "Products: drafts, on sale and archived"),
        (name = "stock", description = "Stock by pack and batch"),
        (name = "imports", description = "Imports of CSV files"),
    ),
    components(schemas(Refusal, Forbidden)),
)]
struct Document;

/// The document without routes.
pub(crate) fn heading() -> OpenApi {
    Document::openapi()
}
