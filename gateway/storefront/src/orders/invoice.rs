//! Documents of an order (invoice, bill of supply, credit note) as files, for the session or a mail's link.

use std::sync::Arc;

use axum::{
    extract::{Path, State},
    http::{HeaderValue, StatusCode, header},
    response::{IntoResponse as _, Response},
};
use proto::{
    billing::v1::{
        Document, DocumentKind, GetDocumentFileRequest, GetDocumentFileResponse, ListOrderDocumentsRequest,
    },
    order::v1::Order,
};
use serde::Deserialize;
use tonic::Code;
use utoipa::IntoParams;
use uuid::Uuid;
use web::{
    Error,
    answer::{Refusal, error_responses::BodyErrors},
    request::{json_body::JsonBody, query::QueryParams},
};

use crate::{
    account::session::{SessionToken, Shopper},
    clients::Clients,
    orders::{
        own_orders::{LOG_IN_FIRST, NUMBER, account_ownership, find},
        payment::{OrderProof, proven},
    },
    request::{
        error_responses::{LimitErrors, SessionErrors},
        rate_limits::{Limited, Proofs},
    },
};

const NOT_ISSUED: &str = "There is no invoice for this order yet. It is issued when the parcel leaves.";

const LINK_NEEDED: &str =
    "A document shows a name and an address. Open the link in one of our emails about this order, or log in.";

const NO_SUCH_DOCUMENT: &str = "This order has no such document.";

/// Returns the invoice of an order of the logged-in shopper as a PDF, with the same bytes each time.
#[utoipa::path(
    get,
    path = "/api/v1/users/orders/{number}/invoice",
    tag = "orders",
    operation_id = "getInvoice",
    params(("number" = String, Path, description = "The order's number"), DocumentQuery),
    responses(
        (status = 200, description = "The document", body = Vec<u8>, content_type = "application/pdf"),
        SessionErrors,
        LimitErrors,
        (status = 400, description = "The query cannot be read", body = Refusal),
        (status = 404, description = "The account has no such order, or no document was issued yet", body = Refusal),
    ),
)]
pub(crate) async fn get(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    token: SessionToken,
    Path(number): Path<String>,
    QueryParams(query): QueryParams<DocumentQuery>,
) -> Result<Response, Error> {
    let shopper = Shopper::load_or(&clients, token, LOG_IN_FIRST).await?;
    let order = find(&clients, number, account_ownership(shopper), NUMBER).await?;
    file(&clients, order, query).await
}

/// Returns a document to a shopper with the link of a mail. It is a POST, because the token must not be in a
/// URL.
///
/// The mobile number is not enough, because a person who saw the parcel knows it. A document contains a name
/// and an address.
#[utoipa::path(
    post,
    path = "/api/v1/users/orders/{number}/invoice",
    tag = "orders",
    operation_id = "getInvoiceAsGuest",
    params(("number" = String, Path, description = "The order's number"), DocumentQuery),
    request_body = OrderProof,
    responses(
        (status = 200, description = "The document", body = Vec<u8>, content_type = "application/pdf"),
        BodyErrors,
        LimitErrors,
        (status = 401, description = "No one is logged in, and no token came", body = Refusal),
        (status = 403, description = "A mobile number came without a token; `code` is `LINK_NEEDED`", body = Refusal),
        (status = 404, description = "There is no such order, or no document was issued yet", body = Refusal),
    ),
)]
pub(crate) async fn get_as_guest(
    State(clients): State<Arc<Clients>>,
    _: Limited<Proofs>,
    token: SessionToken,
    Path(number): Path<String>,
    QueryParams(query): QueryParams<DocumentQuery>,
    JsonBody(proof): JsonBody<OrderProof>,
) -> Result<Response, Error> {
    if proof.is_mobile_number() {
        return Err(Error::new(StatusCode::FORBIDDEN, LINK_NEEDED).with_code("LINK_NEEDED"));
    }
    let order = proven(&clients, token, number, proof).await?;
    file(&clients, order, query).await
}

/// The document to return.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct DocumentQuery {
    /// The id of a document of the order, such as a credit note; the invoice or bill of supply if absent.
    #[param(nullable = false, format = "uuid")]
    document: Option<String>,
}

async fn file(clients: &Clients, order: Order, query: DocumentQuery) -> Result<Response, Error> {
    let document_id = match query.document {
        Some(id) if Uuid::try_parse(&id).is_ok() => id,
        Some(_) => return Err(no_such_document()),
        None => invoice_of(clients, &order).await?,
    };
    let request = GetDocumentFileRequest {
        order_id: order.order_id,
        document_id,
    };
    match clients.billing.call(request).await {
        Ok(GetDocumentFileResponse { document, pdf }) => {
            let document = document
                .ok_or_else(|| Error::internal("the billing service answered without the document"))?;
            Ok(answer(&document, pdf))
        }
        Err(status) if status.code() == Code::NotFound => Err(no_such_document()),
        Err(status) => Err(status.into()),
    }
}

/// The id of the newest invoice or bill of supply.
async fn invoice_of(clients: &Clients, order: &Order) -> Result<String, Error> {
    let request = ListOrderDocumentsRequest {
        order_id: order.order_id.clone(),
    };
    let issued = clients.billing.call(request).await?.documents;
    let is_of_goods = |document: &Document| {
        matches!(
            document.kind(),
            DocumentKind::Invoice | DocumentKind::BillOfSupply
        )
    };
    let invoice = issued.into_iter().rev().find(is_of_goods);
    let not_issued = || Error::new(StatusCode::NOT_FOUND, NOT_ISSUED).with_code("NOT_ISSUED");
    Ok(invoice.ok_or_else(not_issued)?.document_id)
}

fn no_such_document() -> Error {
    Error::new(StatusCode::NOT_FOUND, NO_SUCH_DOCUMENT).with_code("NO_SUCH_DOCUMENT")
}

/// No cache may store the document, because it contains a name and an address.
fn answer(document: &Document, pdf: Vec<u8>) -> Response {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, disposition(&document.number)),
    ];
    (headers, pdf).into_response()
}

/// Names the file after the document's number, without its slashes.
fn disposition(number: &str) -> HeaderValue {
    let name: String = number
        .chars()
        .map(|letter| {
            if letter.is_ascii_alphanumeric() {
                letter
            } else {
                '-'
            }
        })
        .collect();
    HeaderValue::try_from(format!("attachment; filename=\"{name}.pdf\""))
        .expect("letters, digits and hyphens")
}
