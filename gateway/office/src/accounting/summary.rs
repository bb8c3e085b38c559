//! The GSTR-1 files of a month: large sales to consumers, small sales to consumers, sales by HSN.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use proto::billing::v1::{GetGstSummaryRequest, GetGstSummaryResponse, HsnSum, StateRateSum};
use web::{answer::Refusal, request::query::QueryParams};

use crate::{
    accounting::{
        month::{MonthQuery, percent},
        register,
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

/// Exports each sale above ₹1,00,000 to a consumer in another state as CSV, with its credit notes (GSTR-1,
/// tables 5 and 9B).
#[utoipa::path(
    get,
    path = "/api/office/v1/books/b2c-large.csv",
    tag = "books",
    operation_id = "exportLargeSales",
    params(MonthQuery),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 429, description = "Too many files are being transferred; `Retry-After` says when to try again", body = Refusal),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn large(
    session: Session,
    State(exports): State<Arc<ExportSlots>>,
    QueryParams(query): QueryParams<MonthQuery>,
) -> Result<Response, ApiError> {
    let name = format!("b2c-large-{}.csv", query.text());
    download::answer(&exports, &name, LargeInvoices(Summary::new(session, &query)?)).await
}

/// Exports the other sales to consumers as CSV, by state and rate, less credit notes (GSTR-1, table 7).
#[utoipa::path(
    get,
    path = "/api/office/v1/books/b2c-small.csv",
    tag = "books",
    operation_id = "exportSmallSales",
    params(MonthQuery),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 429, description = "Too many files are being transferred; `Retry-After` says when to try again", body = Refusal),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn small(
    session: Session,
    State(exports): State<Arc<ExportSlots>>,
    QueryParams(query): QueryParams<MonthQuery>,
) -> Result<Response, ApiError> {
    let name = format!("b2c-small-{}.csv", query.text());
    download::answer(&exports, &name, OtherSales(Summary::new(session, &query)?)).await
}

/// Exports all sales as CSV, by HSN and rate, less credit notes (GSTR-1, table 12).
#[utoipa::path(
    get,
    path = "/api/office/v1/books/hsn-summary.csv",
    tag = "books",
    operation_id = "exportHsnSummary",
    params(MonthQuery),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 429, description = "Too many files are being transferred; `Retry-After` says when to try again", body = Refusal),
        QueryErrors,
        StaffErrors,
    ),
)]
pub(crate) async fn by_hsn(
    session: Session,
    State(exports): State<Arc<ExportSlots>>,
    QueryParams(query): QueryParams<MonthQuery>,
) -> Result<Response, ApiError> {
    let name = format!("hsn-summary-{}.csv", query.text());
    download::answer(&exports, &name, HsnSummary(Summary::new(session, &query)?)).await
}

/// The GST summary of a month, on one page.
struct Summary {
    pages: Pages<GetGstSummaryRequest>,
    month: String,
}

impl Summary {
    fn new(session: Session, query: &MonthQuery) -> Result<Self, ApiError> {
        query.days()?;
        Ok(Self {
            pages: Pages::new(session, query.text()),
            month: query.text().to_owned(),
        })
    }

    /// The rows of the file, built from the summary.
    async fn page(
        &mut self,
        rows: impl FnOnce(GetGstSummaryResponse) -> Vec<Vec<String>>,
    ) -> Result<Page, ApiError> {
        let request = GetGstSummaryRequest {
            month: self.month.clone(),
        };
        Ok(Page {
            rows: rows(self.pages.read(request).await?),
            next: String::new(),
        })
    }
}

struct LargeInvoices(Summary);

impl Sheet for LargeInvoices {
    const COLUMNS: &'static [&'static str] = &register::COLUMNS;

    async fn page(&mut self, _: String) -> Result<Page, ApiError> {
        let rows = |summary: GetGstSummaryResponse| summary.large.into_iter().map(register::row).collect();
        self.0.page(rows).await
    }
}

struct OtherSales(Summary);

impl Sheet for OtherSales {
    const COLUMNS: &'static [&'static str] = &[
        "Place of supply",
        "Rate in percent",
        "Taxable value",
        "CGST",
        "SGST",
        "IGST",
    ];

    async fn page(&mut self, _: String) -> Result<Page, ApiError> {
        let rows = |summary: GetGstSummaryResponse| summary.small.into_iter().map(state_row).collect();
        self.0.page(rows).await
    }
}

struct HsnSummary(Summary);

impl Sheet for HsnSummary {
    const COLUMNS: &'static [&'static str] = &[
        "HSN",
        "Rate in percent",
        "Packs",
        "Taxable value",
        "CGST",
        "SGST",
        "IGST",
    ];

    async fn page(&mut self, _: String) -> Result<Page, ApiError> {
        let rows = |summary: GetGstSummaryResponse| summary.by_hsn.into_iter().map(hsn_row).collect();
        self.0.page(rows).await
    }
}

fn state_row(sum: StateRateSum) -> Vec<String> {
    vec![
        sum.place_of_supply,
        percent(sum.rate_basis_points),
        rupees(sum.taxable_paise),
        rupees(sum.cgst_paise),
        rupees(sum.sgst_paise),
        rupees(sum.igst_paise),
    ]
}

fn hsn_row(sum: HsnSum) -> Vec<String> {
    vec![
        sum.hsn,
        percent(sum.rate_basis_points),
        register::packs(sum.quantity),
        rupees(sum.taxable_paise),
        rupees(sum.cgst_paise),
        rupees(sum.sgst_paise),
        rupees(sum.igst_paise),
    ]
}
