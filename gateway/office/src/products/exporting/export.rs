//! Exports all products.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use proto::catalog::v1::ListEditedProductsRequest;
use web::answer::Refusal;

use crate::{
    csv::{
        download::{self, Page, Sheet},
        export_slots::ExportSlots,
        pages::Pages,
    },
    products::exporting::sheet,
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Exports all products in any state as CSV, in the order of the shop.
///
/// Importing the unchanged file changes nothing. If an error occurs on the way, the connection breaks off and
/// the file is incomplete.
#[utoipa::path(
    get,
    path = "/api/office/v1/products/export.csv",
    tag = "products",
    operation_id = "exportProducts",
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 429, description = "Too many files are being transferred; `Retry-After` says when to try again", body = Refusal),
        StaffErrors,
    ),
)]
pub(crate) async fn export(
    session: Session,
    State(exports): State<Arc<ExportSlots>>,
) -> Result<Response, ApiError> {
    let export = Export(Pages::new(session, ""));
    download::answer(&exports, "products.csv", export).await
}

/// A running export of products.
struct Export(Pages<ListEditedProductsRequest>);

impl Sheet for Export {
    const COLUMNS: &'static [&'static str] = &sheet::COLUMNS;

    async fn page(&mut self, page_token: String) -> Result<Page, ApiError> {
        let request = ListEditedProductsRequest {
            page_token,
            ..ListEditedProductsRequest::default()
        };
        let page = self.0.read(request).await?;
        let rows: Result<_, _> = page.products.into_iter().map(sheet::row).collect();
        Ok(Page {
            rows: rows?,
            next: page.next_page_token,
        })
    }
}
