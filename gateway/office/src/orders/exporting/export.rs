//! The file: written while it is read, so that a year of orders takes no more memory than a page of them.

use std::{
    io,
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{
    body::Body,
    extract::State,
    response::{IntoResponse as _, Response},
};
use futures_util::stream::{self, StreamExt as _};
use http::{StatusCode, header};
use proto::order::v1::{ExportOrdersRequest, ExportOrdersResponse};
use runtime::status::Rule;
use serde::Deserialize;
use time::{Date, format_description::FormatItem, macros::format_description};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use utoipa::IntoParams;
use web::{Error, answer::Refusal, request::query::QueryParams};

use crate::{
    orders::exporting::sheet,
    request::refusal::{ReadsQuery, Refused, StaffOnly},
    session::authorize::{Permit, Session},
};

/// When another token is asked for: half of the two minutes that one is good for.
const TOKEN_AGE: Duration = Duration::from_mins(1);

/// Files on their way at once. Each takes some 20 MiB of memory: a page as it comes in, and as rows.
const AT_ONCE: usize = 4;

/// When another try makes sense.
const RETRY_AFTER: Duration = Duration::from_secs(10);

const DAY: &[FormatItem<'_>] = format_description!("[year]-[month]-[day]");

/// How many files may be on their way.
#[derive(Debug)]
pub(crate) struct Exports(Arc<Semaphore>);

impl Default for Exports {
    fn default() -> Self {
        Self(Arc::new(Semaphore::new(AT_ONCE)))
    }
}

impl Exports {
    fn place(&self) -> Result<OwnedSemaphorePermit, Error> {
        Arc::clone(&self.0).try_acquire_owned().map_err(|_| {
            let message = "Too many files are on their way. Please try again in a moment.";
            let error = Error::new(StatusCode::TOO_MANY_REQUESTS, message).with_code("BUSY");
            error.retry_after(RETRY_AFTER)
        })
    }
}

/// All orders that were placed on some days, as CSV with a row for each line of an order, oldest first. An answer that breaks off
/// is no file: something failed on the way.
#[utoipa::path(
    get,
    path = "/api/office/v1/orders/export.csv",
    tag = "orders",
    operation_id = "exportOrders",
    params(ExportQuery),
    responses(
        (status = 200, description = "The file", body = String, content_type = "text/csv"),
        (status = 429, description = "Too many files are on their way; `Retry-After` says when to try again", body = Refusal),
        ReadsQuery,
        StaffOnly,
    ),
)]
pub(crate) async fn export(
    session: Session,
    State(exports): State<Arc<Exports>>,
    QueryParams(query): QueryParams<ExportQuery>,
) -> Result<Response, Refused> {
    let mut export = Export {
        session,
        from: day("from", &query.from)?,
        until: day("until", &query.until)?,
        permit: None,
    };
    // Whatever is refused is refused here, while the answer can still say so.
    let first = export.read(String::new()).await?;
    // Only whoever was let in takes a place, which is held to the end of the file.
    let place = exports.place()?;
    let name = format!("orders-{}-to-{}.csv", export.from, export.until);
    let begun: [io::Result<Vec<u8>>; 2] = [Ok(sheet::head()), Ok(sheet::rows(&first.orders))];
    let rest = (export, place, first.next_page_token);
    let rest = stream::try_unfold(rest, |(mut export, place, next)| async move {
        if next.is_empty() {
            return Ok(None);
        }
        // The connection breaks off with this error: half a file must not pass for a whole one.
        let page = export.read(next).await.map_err(|refused| broken_off(&refused))?;
        let rest = (export, place, page.next_page_token);
        Ok(Some((sheet::rows(&page.orders), rest)))
    });
    let headers = [
        (header::CONTENT_TYPE, "text/csv; charset=utf-8".to_owned()),
        (
            header::CONTENT_DISPOSITION,
            format!("attachment; filename=\"{name}\""),
        ),
        (header::CACHE_CONTROL, "no-store".to_owned()),
    ];
    let body = Body::from_stream(stream::iter(begun).chain(rest));
    Ok((headers, body).into_response())
}

/// Of which days?
#[derive(Debug, Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct ExportQuery {
    /// The first day; days begin at midnight in India.
    #[param(format = "date", example = "2026-11-01")]
    from: String,
    /// The last day; at most 366 days with both.
    #[param(format = "date", example = "2026-11-30")]
    until: String,
}

/// The orders of some days, on their way to somebody of the staff.
struct Export {
    session: Session,
    from: Date,
    until: Date,
    /// The last token, and when it was asked for.
    permit: Option<(Permit<ExportOrdersRequest>, Instant)>,
}

impl Export {
    async fn read(&mut self, page_token: String) -> Result<ExportOrdersResponse, Refused> {
        let fresh = self
            .permit
            .take()
            .filter(|(_, since)| since.elapsed() < TOKEN_AGE);
        let (permit, since) = if let Some(fresh) = fresh {
            fresh
        } else {
            // The log says of which days somebody took the orders out.
            let days = format!("{} to {}", self.from, self.until);
            (self.session.permit(&days).await?, Instant::now())
        };
        let request = ExportOrdersRequest {
            from_day: self.from.to_string(),
            until_day: self.until.to_string(),
            page_token,
        };
        let page = permit.call(request).await?;
        self.permit = Some((permit, since));
        Ok(page)
    }
}

/// The day that a parameter names: it goes into the log and the file's name.
fn day(parameter: &'static str, text: &str) -> Result<Date, Error> {
    Date::parse(text, DAY).map_err(|_| {
        let broken = Rule::Malformed.says("must be a day, such as 2026-11-25");
        Error::field(StatusCode::UNPROCESSABLE_ENTITY, parameter, broken)
    })
}

fn broken_off(refused: &Refused) -> io::Error {
    tracing::warn!(?refused, "an export of orders breaks off");
    io::Error::other("the orders cannot be read on")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_is_free_again_when_a_file_has_ended() {
        let exports = Exports::default();
        let mut places: Vec<_> = (0..AT_ONCE).map(|_| exports.place().unwrap()).collect();
        assert!(exports.place().is_err());
        places.pop();
        assert!(exports.place().is_ok());
    }

    #[test]
    fn a_day_is_written_as_it_is_read() {
        assert_eq!(day("from", "2026-11-01").unwrap().to_string(), "2026-11-01");
        for text in ["", "2026-11-31", "2026-11-01\"", " 2026-11-01", "26-11-01"] {
            assert!(day("from", text).is_err(), "{text:?}");
        }
    }
}
