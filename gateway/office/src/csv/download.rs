//! The file: written while it is read, so that a year of rows takes no more memory than a page of them.

use std::io;

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use futures_util::stream::{self, StreamExt as _};
use http::header;

use crate::{
    csv::{places::Exports, rows},
    request::refusal::Refused,
};

/// A list as the rows of a file.
pub(crate) trait Sheet: Send + Sized + 'static {
    /// What the columns are called, as the first row says it.
    const COLUMNS: &'static [&'static str];

    /// The page of a token; the first one has an empty token.
    fn page(&mut self, page_token: String) -> impl Future<Output = Result<Page, Refused>> + Send;
}

/// A page of a list.
pub(crate) struct Page {
    /// Its rows, a cell a column.
    pub(crate) rows: Vec<Vec<String>>,
    /// Asks for the page after this one; empty on the last.
    pub(crate) next: String,
}

/// Answers the whole list as a file of this name. An answer that breaks off is no file: something failed on the way.
pub(crate) async fn answer<S: Sheet>(
    exports: &Exports,
    name: &str,
    mut sheet: S,
) -> Result<Response, Refused> {
    // Whatever is refused is refused here, while the answer can still say so.
    let first = sheet.page(String::new()).await?;
    // Only whoever was let in takes a place, which is held to the end of the file.
    let place = exports.place()?;
    let begun: [io::Result<Vec<u8>>; 2] = [Ok(rows::head(S::COLUMNS)), Ok(rows::written(first.rows))];
    let rest = (sheet, place, first.next);
    let rest = stream::try_unfold(rest, |(mut sheet, place, next)| async move {
        if next.is_empty() {
            return Ok(None);
        }
        // The connection breaks off with this error: half a file must not pass for a whole one.
        let page = sheet.page(next).await.map_err(|refused| broken_off(&refused))?;
        let rest = (sheet, place, page.next);
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

fn broken_off(refused: &Refused) -> io::Error {
    tracing::warn!(?refused, "an export breaks off");
    io::Error::other("the list cannot be read on")
}
