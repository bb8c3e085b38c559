//! Files that a service keeps under names that hold a hash: fetched once, kept in memory while there is room, and given out for good.

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

/// A name with a hash in it never gets another content.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");

/// A name that no file has may be one that has just been taken.
const FOR_A_MINUTE: HeaderValue = HeaderValue::from_static("public, max-age=60");

/// Bytes of all files that are kept: some hundred pictures.
const ROOM: u64 = 32 * 1024 * 1024;

/// Bytes of a file, about.
const USUAL: u64 = 64 * 1024;

/// Files fetched at once: names that no file has cost the service an answer each, and anybody can think of some.
const FETCHED_AT_ONCE: usize = 8;

/// Requests that wait for a file at once. One address may have half of them and, while others wait, 32: a page has fewer pictures.
const WAITING: usize = 256;

/// How long a request waits for its turn. A file takes some milliseconds.
const PATIENCE: Duration = Duration::from_secs(2);

/// The media types that are passed on: pictures of pixels, which no browser runs.
const MEDIA_TYPES: [&str; 3] = ["image/webp", "image/avif", "image/jpeg"];

/// Digits of the hash in a name.
const HASH_DIGITS: usize = 32;

/// Digits of the width in a name, at most.
const WIDTH_DIGITS: usize = 5;

/// A file as the service has it.
#[derive(Debug, Clone)]
pub struct FetchedFile {
    /// Its media type, such as `image/webp`.
    pub media_type: String,
    /// All of it.
    pub content: Bytes,
}

/// The files that were asked for last.
#[derive(Debug)]
pub struct FetchedFiles {
    kept: Cache<String, KeptFile, Size>,
    waiting: Arc<Places>,
    fetching: Semaphore,
}

#[derive(Debug, Clone)]
struct KeptFile {
    media_type: &'static str,
    content: Bytes,
}

#[derive(Debug, Clone)]
struct Size;

impl Weighter<String, KeptFile> for Size {
    fn weight(&self, name: &String, kept: &KeptFile) -> u64 {
        u64::try_from(name.len() + kept.content.len() + 256).unwrap_or(u64::MAX)
    }
}

impl Default for FetchedFiles {
    fn default() -> Self {
        let files = usize::try_from(ROOM / USUAL).unwrap_or(usize::MAX);
        Self {
            kept: Cache::with_weighter(files, ROOM, Size),
            waiting: Places::new(WAITING),
            fetching: Semaphore::new(FETCHED_AT_ONCE),
        }
    }
}

impl FetchedFiles {
    /// The file of this name, fetched if it is not in memory; requests for the same file fetch it once. 404 for a name that no file
    /// has, without asking where it could be none's; 503 while the service does not answer.
    pub async fn answer(
        &self,
        name: &str,
        (headers, client): (&HeaderMap, ClientAddress),
        fetch: impl Future<Output = Result<FetchedFile, Status>>,
    ) -> Response {
        let Some(tag) = tag(name) else { return missing() };
        let lasting = [(header::CACHE_CONTROL, FOR_GOOD), (header::ETAG, tag.clone())];
        // Whoever knows the tag has had the file, and it is no other since.
        if names_tag(headers, &tag) {
            return (StatusCode::NOT_MODIFIED, lasting).into_response();
        }
        match self.get(name, client, fetch).await {
            Ok(KeptFile { media_type, content }) => {
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
    ) -> Result<KeptFile, Status> {
        if let Some(kept) = self.kept.get(name) {
            return Ok(kept);
        }
        let busy = || Status::unavailable("too many files are being fetched");
        let _place = self.waiting.acquire(client).ok_or_else(busy)?;
        let in_turn = async {
            let _turn = self.fetching.acquire().await.map_err(|_| busy())?;
            read(fetch.await?)
        };
        let fetched = self.kept.get_or_insert_async(name, in_turn);
        // The service has a deadline of its own, which is longer.
        tokio::time::timeout(PATIENCE, fetched)
            .await
            .unwrap_or_else(|_| Err(busy()))
    }
}

/// A file of another kind than pictures is none of ours.
fn read(file: FetchedFile) -> Result<KeptFile, Status> {
    let known = MEDIA_TYPES.into_iter().find(|known| *known == file.media_type);
    let media_type = known.ok_or_else(|| Status::internal("the service has a file of another kind"))?;
    let content = file.content;
    Ok(KeptFile { media_type, content })
}

/// The strong tag of a file; none for a name that no file can have: 32 hexadecimal digits, a width and one of three extensions.
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
