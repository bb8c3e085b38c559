//! Exports the stock in the format of the import.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use proto::inventory::v1::{ExportBatchesRequest, ExportedBatch};
use web::answer::Refusal;

use crate::{
    csv::{
        download::{self, Page, Sheet},
        export_slots::ExportSlots,
        pages::Pages,
        rows::rupees,
    },
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Exports the batches in stock as CSV.
///
/// The file has the columns of the stock import, and further columns that the import ignores. If an error
/// occurs on the way, the connection breaks off and the file is incomplete.
#[utoipa::path(
    get,
    path = "/api/office/v1/stock/export.csv",
    tag = "stock",
    operation_id = "exportStock",
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
    download::answer(&exports, "stock.csv", Export(Pages::new(session, ""))).await
}

/// A running export of batches.
struct Export(Pages<ExportBatchesRequest>);

impl Sheet for Export {
    const COLUMNS: &'static [&'static str] = &[
        "sku",
        "batch",
        "packed_on",
        "expires",
        "mrp",
        "cost",
        "quantity",
        "product",
        "weight_in_grams",
        "reserved",
        "recalled",
    ];

    async fn page(&mut self, page_token: String) -> Result<Page, ApiError> {
        let page = self.0.read(ExportBatchesRequest { page_token }).await?;
        Ok(Page {
            rows: page.batches.into_iter().map(row).collect(),
            next: page.next_page_token,
        })
    }
}

fn row(exported: ExportedBatch) -> Vec<String> {
    let batch = exported.batch.unwrap_or_default();
    let weight = batch.pack.as_ref().map_or(0, |pack| pack.weight_in_grams);
    // 0 means that the cost is not recorded.
    let cost = Some(batch.cost_paise).filter(|paise| *paise > 0);
    vec![
        exported.sku,
        batch.batch_number,
        batch.packed_on,
        batch.best_before,
        rupees(batch.mrp_paise),
        cost.map_or_else(String::new, rupees),
        batch.on_hand.to_string(),
        exported.product_name,
        weight.to_string(),
        batch.reserved.to_string(),
        if batch.is_recalled { "yes" } else { "no" }.to_owned(),
    ]
}
