//! Exports the orders of a range of days.

use std::sync::Arc;

use axum::{extract::State, response::Response};
use http::StatusCode;
use proto::order::v1::ExportOrdersRequest;
use runtime::status::Rule;
use serde::Deserialize;
use time::{Date, format_description::FormatItem, macros::format_description};
use utoipa::IntoParams;
use web::{Error, answer::Refusal, request::query::QueryParams};

use crate::{
    csv::{
        download::{self, Page, Sheet},
        export_slots::ExportSlots,
        pages::Pages,
    },
    orders::exporting::sheet,
    request::errors::{ApiError, QueryErrors, StaffErrors},
    session::authorize::Session,
};

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// Exports the orders of a range of days as CSV: one row per order line, oldest first.
///
/// If an error occurs on the way, the connection breaks off and the file is incomplete.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/export.csv",
    tag = "orders",
    operation_id = "exportOrders",
    params(ExportQuery),
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
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, ApiError> {
    let (from, until) = (day("from", &query.from)?, day("until", &query.until)?);
    let export = Export {
        // The audit log records the range of the export.
        pages: Pages::new(session, format!("{from} to {until}")),
        from,
        until,
    };
    download::answer(&exports, &format!("orders-{from}-to-{until}.csv"), export).await
}

/// The days to export.
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The first day; days begin at midnight in India.
    #[param(format = "date", example = "2026-11-01")]
    from: String,
    /// The last day; the range has at most 366 days.
    #[param(format = "date", example = "2026-11-30")]
    until: String,
}

/// A running export of orders.
struct Export {
    pages: Pages<ExportOrdersRequest>,
    from: Date,
    until: Date,
}

impl Sheet for Export {
    const COLUMNS: &'static [&'static str] = &sheet::COLUMNS;

    async fn page(&mut self, page_token: String) -> Result<Page, ApiError> {
        let request = ExportOrdersRequest {
            from_day: self.from.to_string(),
            until_day: self.until.to_string(),
            page_token,
        };
        let page = self.pages.read(request).await?;
        Ok(Page {
            rows: page.orders.iter().flat_map(sheet::rows).collect(),
            next: page.next_page_token,
        })
    }
}

/// Parses a day from a parameter, for the audit log and the file name.
fn day(parameter: &'static str, text: &str) -> Result<Date, Error> {
    Date::parse(text, DAY).map_err(|_| {
        let broken = Rule::Malformed.says("must be a day, such as 2026-11-25");
        Error::field(StatusCode::UNPROCESSABLE_ENTITY, parameter, broken)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_written_as_it_is_read() {
        assert_eq!(day("from", "2026-11-01").unwrap().to_string(), "2026-11-01");
        for text in ["", "2026-11-31", "2026-11-01\"", " 2026-11-01", "26-11-01"] {
            assert!(day("from", text).is_err(), "{text:?}");
        }
    }
}
