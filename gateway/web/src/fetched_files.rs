//! Files of a service with hashed names: fetched once, cached in memory, and sent with a cache lifetime of a
//! year.

use std::{sync::Arc, time::Duration};

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use quick_cache::{Weighter, sync::Cache};
use runtime::Places;
use tokio::sync::Semaphore;
use tonic::{Code, Status};

use crate::{
    answer::{
        encoded::names_tag,
        error::{self, Error},
    },
    connection::client_address::ClientAddress,
};

/// A hashed name never changes its content.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A name without a file may get one soon.
const FOR_A_MINUTE: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// The size of the cache, in bytes: some hundred pictures.
const ROOM: u64 = 32 * 1024 * 1024;

/// The approximate size of a file, in bytes.
const USUAL: u64 = 64 * 1024;

/// Concurrent fetches. The limit exists because any client can invent names, and each costs the service a
/// call.
const FETCHED_AT_ONCE: usize = 8;

/// Requests that wait for a file. One address may use half of the slots and, while others wait, 32: a page
/// has fewer pictures.
const WAITING: usize = 256;

/// The longest wait of a request for its turn. A file takes a few milliseconds.
const FETCH_TIMEOUT: Duration = Duration::from_secs(2);

/// The allowed media types: raster images, which browsers do not execute.
const MEDIA_TYPES: [&str; 3] = ["image/webp", "image/avif", "image/jpeg"];

/// Digits of the hash in a name.
const HASH_DIGITS: usize = 32;

/// The most digits of the width in a name.
const WIDTH_DIGITS: usize = 5;

/// A file of the service.
#[derive(Debug, Clone)]
pub struct FetchedFile {
    /// The media type, such as `image/webp`.
    pub media_type: String,
    /// The content.
    pub content: Bytes,
}

/// The most recently used files.
#[derive(Debug)]
pub struct FetchedFiles {
    kept: Cache<String, CachedFile, FileWeighter>,
    waiting: Arc<Places>,
    fetching: Semaphore,
}

#[derive(Debug, Clone)]
struct CachedFile {
    media_type: &'static str,
    content: Bytes,
}

#[derive(Debug, Clone)]
struct FileWeighter;

impl Weighter<String, CachedFile> for FileWeighter {
    fn weight(&self, name: &String, kept: &CachedFile) -> u64 {
        u64::try_from(name.len() + kept.content.len() + 256).unwrap_or(u64::MAX)
    }
}

impl Default for FetchedFiles {
    fn default() -> Self {
        let files = usize::try_from(ROOM / USUAL).unwrap_or(usize::MAX);
        Self {
            kept: Cache::with_weighter(files, ROOM, FileWeighter),
            waiting: Places::new(WAITING),
            fetching: Semaphore::new(FETCHED_AT_ONCE),
        }
    }
}

impl FetchedFiles {
    /// Responds with the file of this name, and fetches it if it is not cached. Concurrent requests share one
    /// fetch. 404 for a name without a file, without a fetch if the name is malformed; 503 while the service
    /// is down.
    pub async fn answer(
        &self,
        name: &str,
        (headers, client): (&HeaderMap, ClientAddress),
        fetch: impl Future<Output = Result<FetchedFile, Status>>,
    ) -> Response {
        let Some(tag) = tag(name) else { return missing() };
        let lasting = [(header::CACHE_CONTROL, FOR_GOOD), (header::ETAG, tag.clone())];
        // A client with this tag has the file, whose content never changes.
        if names_tag(headers, &tag) {
            return (StatusCode::NOT_MODIFIED, lasting).into_response();
        }
        match self.get(name, client, fetch).await {
            Ok(CachedFile { media_type, content }) => {
                (lasting, [(header::CONTENT_TYPE, media_type)], content).into_response()
            }
            Err(status) if status.code() == Code::NotFound => missing(),
            Err(status) => Error::from(status).into_response(),
        }
    }

    async fn get(
        &self,
        name: &str,
        client: ClientAddress,
        fetch: impl Future<Output = Result<FetchedFile, Status>>,
    ) -> Result<CachedFile, Status> {
        if let Some(kept) = self.kept.get(name) {
            return Ok(kept);
        }
        let busy = || Status::unavailable("too many files are being fetched");
        let _place = self.waiting.acquire(client).ok_or_else(busy)?;
        let in_turn = async {
            let _turn = self.fetching.acquire().await.map_err(|_| busy())?;
            validate(fetch.await?)
        };
        let fetched = self.kept.get_or_insert_async(name, in_turn);
        // The service's own timeout is longer.
        tokio::time::timeout(FETCH_TIMEOUT, fetched)
            .await
            .unwrap_or_else(|_| Err(busy()))
    }
}

/// Rejects files that are not pictures.
fn validate(file: FetchedFile) -> Result<CachedFile, Status> {
    let known = MEDIA_TYPES.into_iter().find(|known| *known == file.media_type);
    let media_type = known.ok_or_else(|| Status::internal("the service has a file of another kind"))?;
    let content = file.content;
    Ok(CachedFile { media_type, content })
}

/// The strong tag of a file; `None` for a malformed name. Names have 32 hexadecimal digits, a width and one
/// of three extensions.
fn tag(name: &str) -> Option<HeaderValue> {
    let (hash, rest) = name.split_once('-')?;
    let (width, extension) = rest.split_once('.')?;
    let is_digit = |byte: u8| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte);
    let is_hash = hash.len() == HASH_DIGITS && hash.bytes().all(is_digit);
    let is_width =
        (1..=WIDTH_DIGITS).contains(&width.len()) && width.bytes().all(|byte| byte.is_ascii_digit());
    let is_name = is_hash && is_width && ["webp", "avif", "jpg"].contains(&extension);
    is_name
        .then(|| HeaderValue::try_from(format!("\"{name}\"")).ok())
        .flatten()
}

fn missing() -> Response {
    let mut response = error::not_found().into_response();
    response.headers_mut().insert(header::CACHE_CONTROL, FOR_A_MINUTE);
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_with_a_hash_and_a_width_are_asked_for() {
        let hash = "0123456789abcdef0123456789abcdef";
        for name in ["-800.webp", "-400.avif", "-1200.jpg"] {
            assert!(tag(&format!("{hash}{name}")).is_some(), "{name}");
        }
        for name in [
            "",
            "-.webp",
            "-800.svg",
            "-800.webp/..",
            "-800.WEBP",
            "-8a0.webp",
            "-123456.webp",
            "0-800.webp",
            "-800.webp\r\nset-cookie: a",
        ] {
            assert!(tag(&format!("{hash}{name}")).is_none(), "{name}");
        }
        assert!(tag(&format!("{}-800.webp", hash.to_uppercase())).is_none());
    }
}
