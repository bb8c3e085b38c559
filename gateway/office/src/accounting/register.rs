//! The sales register: the documents of a month, by HSN and rate.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use proto::billing::v1::{ListSalesRegisterRequest, SalesRegisterRow};
use web::{answer::Refusal, request::query::QueryParams};

use crate::{
    accounting::{
        entries::PAGE,
        month::{MonthQuery, percent},
    },
    csv::{
        download::{self, Page, Sheet},
        export_slots::ExportSlots,
        pages::Pages,
        rows::rupees,
    },
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// The column headings of the document files.
pub(super) const COLUMNS: [&str; 13] = [
    "Document",
    "Kind",
    "Issued on",
    "Order number",
    "Place of supply",
    "HSN",
    "Rate in percent",
    "Packs",
    "Taxable value",
    "CGST",
    "SGST",
    "IGST",
    "Corrects",
];

/// Exports the documents of a month as CSV: one row per document, HSN and rate, oldest first.
///
/// Credit notes have negative amounts. If an error occurs on the way, the connection breaks off and the file
/// is incomplete.
#[utoipa::path(
    get,
    path = "/api/office/v1/books/sales-register.csv",
    tag = "books",
    operation_id = "exportSalesRegister",
    params(MonthQuery),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 429, description = "Too many files are being transferred; `Retry-After` says when to try again", body = Refusal),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn export(
    session: Session,
    State(exports): State<Arc<ExportSlots>>,
    QueryParams(query): QueryParams<MonthQuery>,
) -> Result<Response, ApiError> {
    query.days()?;
    let register = Register {
        pages: Pages::new(session, query.text()),
        month: query.text().to_owned(),
    };
    download::answer(
        &exports,
        &format!("sales-register-{}.csv", query.text()),
        register,
    )
    .await
}

struct Register {
    pages: Pages<ListSalesRegisterRequest>,
    month: String,
}

impl Sheet for Register {
    const COLUMNS: &'static [&'static str] = &COLUMNS;

    async fn page(&mut self, page_token: String) -> Result<Page, ApiError> {
        let request = ListSalesRegisterRequest {
            month: self.month.clone(),
            page_size: PAGE,
            page_token,
        };
        let page = self.pages.read(request).await?;
        Ok(Page {
            rows: page.rows.into_iter().map(row).collect(),
            next: page.next_page_token,
        })
    }
}

/// Formats the number of packs with the decimals that table 12 of GSTR-1 has.
pub(super) fn packs(quantity: i64) -> String {
    rupees(quantity * 100)
}

/// The cells of one row.
pub(super) fn row(row: SalesRegisterRow) -> Vec<String> {
    vec![
        row.number,
        row.kind.replace('_', " "),
        row.issued_on,
        row.order_number,
        row.place_of_supply,
        row.hsn,
        percent(row.rate_basis_points),
        packs(row.quantity),
        rupees(row.taxable_paise),
        rupees(row.cgst_paise),
        rupees(row.sgst_paise),
        rupees(row.igst_paise),
        row.corrects,
    ]
}
