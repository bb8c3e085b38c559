//! Streams a CSV file page by page, so that memory use does not depend on the number of rows.

use std::io;

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use futures_util::stream::{self, StreamExt as _};
use http::header;

use crate::{
    csv::{export_slots::ExportSlots, rows},
    request::errors::ApiError,
};

/// A list as the rows of a file.
pub(crate) trait Sheet: Send + Sized + 'static {
    /// The column headings, in the first row.
    const COLUMNS: &'static [&'static str];

    /// Reads the page of a token; the first page has an empty token.
    fn page(&mut self, page_token: String) -> impl Future<Output = Result<Page, ApiError>> + Send;
}

/// A page of a list.
pub(crate) struct Page {
    /// The rows, one cell per column.
    pub(crate) rows: Vec<Vec<String>>,
    /// The token of the next page; empty on the last page.
    pub(crate) next: String,
}

/// Responds with the whole list as a file of this name. If an error occurs on the way, the connection breaks
/// off and the file is incomplete.
pub(crate) async fn answer<S: Sheet>(
    exports: &ExportSlots,
    name: &str,
    mut sheet: S,
) -> Result<Response, ApiError> {
    // The first page is read before the response starts, because only then can an error set the status.
    let first = sheet.page(String::new()).await?;
    // Only an authorized request takes a slot. It keeps the slot until the end of the file.
    let slot = exports.take()?;
    let begun: [io::Result<Vec<u8>>; 2] = [Ok(rows::head(S::COLUMNS)), Ok(rows::written(first.rows))];
    let rest = (sheet, slot, first.next);
    let rest = stream::try_unfold(rest, |(mut sheet, slot, next)| async move {
        if next.is_empty() {
            return Ok(None);
        }
        // The error breaks the connection, so that the client does not take half a file for a whole one.
        let page = sheet.page(next).await.map_err(|refused| broken_off(&refused))?;
        let rest = (sheet, slot, page.next);
        Ok(Some((rows::written(page.rows), rest)))
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

fn broken_off(refused: &ApiError) -> io::Error {
    tracing::warn!(?refused, "an export breaks off");
    io::Error::other("the list cannot be read on")
}
