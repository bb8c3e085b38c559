//! Exports the delivery rules of pincodes in the format of the import.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use proto::order::v1::{DecidedPincode, ListPincodesRequest};
use web::answer::Refusal;

use crate::{
    csv::{
        download::{self, Page, Sheet},
        export_slots::ExportSlots,
        pages::Pages,
    },
    request::errors::{ApiError, StaffErrors},
    session::authorize::Session,
};

/// Exports the pincodes with delivery rules as CSV, with the columns of the pincode import.
///
/// If an error occurs on the way, the connection breaks off and the file is incomplete.
#[utoipa::path(
    get,
    path = "/api/office/v1/pincodes/export.csv",
    tag = "pincodes",
    operation_id = "exportPincodes",
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
    download::answer(&exports, "pincodes.csv", Export(Pages::new(session, ""))).await
}

/// A running export of pincodes.
struct Export(Pages<ListPincodesRequest>);

impl Sheet for Export {
    const COLUMNS: &'static [&'static str] = &["pincode", "zone", "delivery", "cash", "fee"];

    async fn page(&mut self, page_token: String) -> Result<Page, ApiError> {
        let request = ListPincodesRequest {
            page_size: 0,
            page_token,
        };
        let page = self.0.read(request).await?;
        Ok(Page {
            rows: page.pincodes.into_iter().map(row).collect(),
            next: page.next_page_token,
        })
    }
}

fn row(decided: DecidedPincode) -> Vec<String> {
    // Delivery rules are in whole rupees only, because the import accepts nothing else.
    let rupees = |paise: Option<i64>| paise.map_or_else(String::new, |paise| (paise / 100).to_string());
    let cash = decided
        .takes_cash
        .map_or("", |takes_cash| if takes_cash { "yes" } else { "no" });
    vec![
        decided.pincode,
        decided.zone,
        rupees(decided.delivery_paise),
        cash.to_owned(),
        rupees(decided.cod_fee_paise),
    ]
}
