//! The invoices and bills of supply of many orders, as a list and as one PDF for printing.

use axum::{
    http::Uri,
    response::{IntoResponse as _, Response},
};
use http::{HeaderValue, header};
use proto::billing::v1::{ListSaleDocumentsRequest, PrintSaleDocumentsRequest};
use serde::Serialize;
use utoipa::ToSchema;
use web::answer::{Answer, Refusal};

use crate::{
    orders::order_ids::OrderIds,
    payments::documents::Document,
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// Lists the invoice or bill of supply of each of these orders. Orders without one are left out.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/sale-documents",
    tag = "payments",
    operation_id = "listSaleDocuments",
    params(OrderIds),
    responses(
        (status = 200, description = "The documents, in the order of the ids", body = Answer<SaleDocuments>),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn list(session: Session, uri: Uri) -> Result<Answer<SaleDocuments>, ApiError> {
    let order_ids = OrderIds::from_uri(&uri)?.order_id;
    let authorization = session.authorize::<ListSaleDocumentsRequest>("").await?;
    let issued = authorization.call(ListSaleDocumentsRequest { order_ids }).await?;
    let documents = issued.documents.into_iter().filter_map(|message| {
        let order_id = message.order_id.clone();
        let document = Document::from_contract(message)?;
        Some(SaleDocument { order_id, document })
    });
    Ok(Answer::new(SaleDocuments {
        documents: documents.collect(),
    }))
}

/// Returns the invoices and bills of supply of these orders as one PDF for printing, in the order of the ids.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/sale-documents/print.pdf",
    tag = "payments",
    operation_id = "printSaleDocuments",
    params(OrderIds),
    responses(
        (status = 200, description = "The documents", body = Vec<u8>, content_type = "application/pdf"),
        (status = 404, description = "None of these orders has one yet", body = Refusal),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn print(session: Session, uri: Uri) -> Result<Response, ApiError> {
    let order_ids = OrderIds::from_uri(&uri)?.order_id;
    let printed = session.call("", PrintSaleDocumentsRequest { order_ids }).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        // The documents contain names and addresses.
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (
            header::CONTENT_DISPOSITION,
            HeaderValue::from_static("inline; filename=\"invoices.pdf\""),
        ),
    ];
    Ok((headers, printed.pdf).into_response())
}

/// The sale documents of orders.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct SaleDocuments {
    /// In the order of the ids.
    documents: Vec<SaleDocument>,
}

/// The sale document of an order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct SaleDocument {
    /// The order's id.
    #[schema(format = "uuid")]
    order_id: String,
    /// The document.
    #[serde(flatten)]
    document: Document,
}
