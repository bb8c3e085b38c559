//! The day book: every entry of a month.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use proto::billing::v1::{LedgerEntry, ListEntriesRequest};
use time::Date;
use web::{answer::Refusal, request::query::QueryParams};

use crate::{
    accounting::month::MonthQuery,
    csv::{
        download::{self, Page, Sheet},
        export_slots::ExportSlots,
        pages::Pages,
        rows::rupees,
    },
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

/// The largest number of rows on a page.
pub(super) const PAGE: i32 = 1_000;

/// Exports every entry of a month as CSV, oldest day first.
///
/// If an error occurs on the way, the connection breaks off and the file is incomplete.
#[utoipa::path(
    get,
    path = "/api/office/v1/books/day-book.csv",
    tag = "books",
    operation_id = "exportDayBook",
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
    let (first, last) = query.days()?;
    let book = DayBook {
        pages: Pages::new(session, query.text()),
        first,
        last,
    };
    download::answer(&exports, &format!("day-book-{}.csv", query.text()), book).await
}

struct DayBook {
    pages: Pages<ListEntriesRequest>,
    first: Date,
    last: Date,
}

impl Sheet for DayBook {
    const COLUMNS: &'static [&'static str] = &[
        "Day",
        "Debit",
        "Credit",
        "Amount",
        "Cause",
        "Cause's id",
        "Order number",
        "Entry's id",
        "Reason",
    ];

    async fn page(&mut self, page_token: String) -> Result<Page, ApiError> {
        let request = ListEntriesRequest {
            since: self.first.to_string(),
            until: self.last.to_string(),
            page_size: PAGE,
            page_token,
        };
        let page = self.pages.read(request).await?;
        Ok(Page {
            rows: page.entries.into_iter().map(row).collect(),
            next: page.next_page_token,
        })
    }
}

fn row(entry: LedgerEntry) -> Vec<String> {
    vec![
        entry.booked_on,
        entry.debit_account,
        entry.credit_account,
        rupees(entry.amount_paise),
        entry.cause,
        entry.cause_id,
        entry.order_number,
        entry.entry_id,
        entry.reason,
    ]
}
