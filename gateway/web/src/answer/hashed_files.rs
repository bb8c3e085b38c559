//! A cache of files with hashed names. A hashed name never changes its content, and reading a file on a
//! blocking thread costs five times as much as sending it.

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use http::{HeaderMap, Method, header, request::Parts};
use http_body_util::BodyExt as _;
use quick_cache::{Weighter, sync::Cache};

/// The size of the cache, in bytes. A build of the shop needs a tenth of it.
const ROOM: u64 = 16 * 1024 * 1024;

/// The largest cached file, in bytes.
const LARGEST: u64 = 1024 * 1024;

/// The approximate size of a file, in bytes.
const USUAL: u64 = 16 * 1024;

/// The longest `Accept-Encoding` in a key. Browsers send 30 characters.
const LONGEST_ACCEPT: usize = 128;

/// The key of a response: the path, and the encodings that the client accepts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FileKey(Box<str>);

impl FileKey {
    /// `None` for range and conditional requests, which are rare and read from the disk.
    pub(crate) fn from_request(request: &Parts) -> Option<Self> {
        let headers = &request.headers;
        let conditions = [
            header::RANGE,
            header::IF_RANGE,
            header::IF_MATCH,
            header::IF_NONE_MATCH,
            header::IF_MODIFIED_SINCE,
            header::IF_UNMODIFIED_SINCE,
        ];
        if request.method != Method::GET || conditions.iter().any(|name| headers.contains_key(name)) {
            return None;
        }
        let mut accepted = headers.get_all(header::ACCEPT_ENCODING).into_iter();
        let first = accepted.next().map_or(Some(""), |value| value.to_str().ok())?;
        let is_plain = accepted.next().is_none() && first.len() <= LONGEST_ACCEPT;
        is_plain.then(|| Self([request.uri.path(), " ", first].concat().into()))
    }
}

#[derive(Debug, Clone)]
struct CachedFile {
    headers: HeaderMap,
    body: Bytes,
}

#[derive(Debug, Clone)]
struct FileWeighter;

impl Weighter<FileKey, CachedFile> for FileWeighter {
    fn weight(&self, asked: &FileKey, kept: &CachedFile) -> u64 {
        // Headers take about as much as the rest of an entry: half a kilobyte.
        u64::try_from(asked.0.len() + kept.body.len() + 1024).unwrap_or(u64::MAX)
    }
}

/// Responses by key. The least recently used ones are evicted.
#[derive(Debug)]
pub(crate) struct HashedFiles(Cache<FileKey, CachedFile, FileWeighter>);

impl Default for HashedFiles {
    fn default() -> Self {
        let files = usize::try_from(ROOM / USUAL).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(files, ROOM, FileWeighter))
    }
}

impl HashedFiles {
    /// The cached response.
    pub(crate) fn get(&self, asked: &FileKey) -> Option<Response> {
        let CachedFile { headers, body } = self.0.get(asked)?;
        Some(answer(headers, Body::from(body)))
    }

    /// Caches a response with a whole file, unless it is large, and returns it.
    pub(crate) async fn insert(&self, asked: FileKey, response: Response) -> Response {
        let length = response.headers().get(header::CONTENT_LENGTH);
        let length = length.and_then(|length| length.to_str().ok()?.parse::<u64>().ok());
        if length.is_none_or(|length| length > LARGEST) {
            return response;
        }
        let (parts, body) = response.into_parts();
        let Ok(body) = body.collect().await else {
            return crate::Error::internal("a file cannot be read").into_response();
        };
        let body = body.to_bytes();
        let kept = CachedFile {
            headers: parts.headers.clone(),
            body: body.clone(),
        };
        self.0.insert(asked, kept);
        Response::from_parts(parts, Body::from(body))
    }
}

fn answer(headers: HeaderMap, body: Body) -> Response {
    let mut response = Response::new(body);
    *response.headers_mut() = headers;
    response
}
