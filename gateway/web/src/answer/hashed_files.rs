//! Files whose names hold a hash, kept as they were answered: a name never gets another content, and a file that is read from
//! the disk on another thread costs five times what sending it does.

use axum::{
    body::Body,
    response::{IntoResponse as _, Response},
};
use bytes::Bytes;
use http::{HeaderMap, Method, header, request::Parts};
use http_body_util::BodyExt as _;
use quick_cache::{Weighter, sync::Cache};

/// Bytes of all files that are kept. A build of the shop has a tenth of it.
const ROOM: u64 = 16 * 1024 * 1024;

/// Bytes of the largest file that is kept.
const LARGEST: u64 = 1024 * 1024;

/// Bytes of a file, about.
const USUAL: u64 = 16 * 1024;

/// The longest `Accept-Encoding` that is remembered. Browsers send 30 characters.
const LONGEST_ACCEPT: usize = 128;

/// What decides an answer: the path, and the encodings that the client accepts.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub(crate) struct FileKey(Box<str>);

impl FileKey {
    /// None for a request for a part of a file or with a condition, which is rare and left to the disk.
    pub(crate) fn read(request: &Parts) -> Option<Self> {
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
struct Size;

impl Weighter<FileKey, CachedFile> for Size {
    fn weight(&self, asked: &FileKey, kept: &CachedFile) -> u64 {
        // Headers take about as much as the rest of an entry: half a kilobyte.
        u64::try_from(asked.0.len() + kept.body.len() + 1024).unwrap_or(u64::MAX)
    }
}

/// Answers by what was asked for. Those that were asked for least lately make room.
#[derive(Debug)]
pub(crate) struct HashedFiles(Cache<FileKey, CachedFile, Size>);

impl Default for HashedFiles {
    fn default() -> Self {
        let files = usize::try_from(ROOM / USUAL).unwrap_or(usize::MAX);
        Self(Cache::with_weighter(files, ROOM, Size))
    }
}

impl HashedFiles {
    /// The answer that was kept.
    pub(crate) fn get(&self, asked: &FileKey) -> Option<Response> {
        let CachedFile { headers, body } = self.0.get(asked)?;
        Some(answer(headers, Body::from(body)))
    }

    /// Keeps the answer with a whole file, unless it is large, and answers it.
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
