//! The invoices, bills of supply and credit notes of an order, as a list and as files.

use axum::{
    extract::Path,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, header};
use proto::billing::v1::{self as contract, GetDocumentFileRequest, ListOrderDocumentsRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::{
    Error,
    answer::{Answer, Refusal, money::Rupees},
};

use crate::{
    orders::one::find_for,
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Lists the documents of an order.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}/documents",
    tag = "payments",
    operation_id = "listOrderDocuments",
    params(("number" = String, Path, description = "The order's number")),
    responses(
        (status = 200, description = "Its documents", body = Answer<OrderDocuments>),
        (status = 404, description = "There is no such order", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn list(
    session: Session,
    Path(number): Path<String>,
) -> Result<Answer<OrderDocuments>, ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = ListOrderDocumentsRequest {
        order_id: order.order_id,
    };
    let issued = authorization.call(request).await?;
    let documents = issued.documents.into_iter();
    Ok(Answer::new(OrderDocuments {
        documents: documents.filter_map(Document::from_contract).collect(),
    }))
}

/// Returns a document of an order as a PDF, with the same bytes each time.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/{number}/documents/{documentId}/file.pdf",
    tag = "payments",
    operation_id = "getDocumentFile",
    params(
        ("number" = String, Path, description = "The order's number"),
        ("documentId" = String, Path, format = "uuid", description = "The document's id"),
    ),
    responses(
        (status = 200, description = "The document", body = Vec<u8>, content_type = "application/pdf"),
        (status = 404, description = "There is no such order, or it has no such document", body = Refusal),
        (status = 422, description = "The document's id is malformed", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn get_file(
    session: Session,
    Path((number, document_id)): Path<(String, String)>,
) -> Result<Response, ApiError> {
    let (order, authorization) = find_for(&session, &number).await?;
    let request = GetDocumentFileRequest {
        order_id: order.order_id,
        document_id,
    };
    let issued = authorization.call(request).await?;
    let unnamed = || Error::internal("the billing service answered without the document");
    let document = issued.document.ok_or_else(unnamed)?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        // The document contains a name and an address.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, disposition(&document.number)),
    ];
    Ok((headers, issued.pdf).into_response())
}

/// Names the file after the document's number, without its slashes.
fn disposition(number: &str) -> HeaderValue {
    let is_kept = |letter: &char| letter.is_ascii_alphanumeric();
    let letters = number.chars();
    let name: String = letters
        .map(|letter| if is_kept(&letter) { letter } else { '-' })
        .collect();
    HeaderValue::try_from(format!("attachment; filename=\"{name}.pdf\""))
        .expect("letters, digits and hyphens")
}

/// The documents of an order.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct OrderDocuments {
    /// Oldest first; empty before the order is packed.
    documents: Vec<Document>,
}

/// A document.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct Document {
    /// A UUID.
    #[schema(format = "uuid")]
    document_id: String,
    /// The kind of document.
    kind: DocumentKind,
    /// The document's number.
    #[schema(example = "VM/26-27/00042")]
    number: String,
    /// The day the document was issued.
    #[schema(format = Date)]
    issued_on: String,
    /// The total including taxes, in rupees.
    total: Rupees,
    /// The number of the document that a credit note corrects; absent for other kinds.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    corrects: Option<String>,
}

/// The kind of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum DocumentKind {
    /// A tax invoice.
    Invoice,
    /// A bill of supply, from a shop that is not registered for GST.
    BillOfSupply,
    /// A credit note for an invoice or a bill of supply.
    CreditNote,
}

impl Document {
    /// Converts a document; `None` if this version does not know its kind.
    pub(super) fn from_contract(message: contract::Document) -> Option<Self> {
        let kind = match message.kind() {
            contract::DocumentKind::Unspecified => return None,
            contract::DocumentKind::Invoice => DocumentKind::Invoice,
            contract::DocumentKind::BillOfSupply => DocumentKind::BillOfSupply,
            contract::DocumentKind::CreditNote => DocumentKind::CreditNote,
        };
        Some(Self {
            kind,
            document_id: message.document_id,
            number: message.number,
            issued_on: message.issued_on,
            total: Rupees::from_paise(message.total_paise),
            corrects: Some(message.corrects).filter(|number| !number.is_empty()),
        })
    }
}
