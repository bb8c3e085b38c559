//! The files of a built front end: hashed assets are cached for good, others briefly.

use std::path::Path;

use axum::{body::Body, extract::Request, response::Response};
use http::{HeaderMap, HeaderValue, StatusCode, header, request::Parts};
use tower::ServiceExt as _;
use tower_http::services::ServeDir;

use crate::answer::hashed_files::{FileKey, HashedFiles};

/// A hashed name never changes its content.
const FOR_GOOD: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// Pictures and icons keep their names when they change; a shopper may see the old one for an hour.
const FOR_AN_HOUR: HeaderValue = HeaderValue::from_static("public, max-age=3600");

/// The prefix of files with hashed names.
const HASHED: &str = "/assets/";

/// A folder of public files.
#[derive(Debug)]
pub struct StaticFiles {
    folder: ServeDir,
    private: &'static str,
    hashed: HashedFiles,
}

impl StaticFiles {
    /// The files of a folder, except names that begin with `private`. HTML documents are excluded, because
    /// they are served as pages.
    pub fn new(folder: &Path, private: &'static str) -> Self {
        Self {
            folder: ServeDir::new(folder)
                .append_index_html_on_directories(false)
                .precompressed_br()
                .precompressed_gzip(),
            private,
            hashed: HashedFiles::default(),
        }
    }

    /// The file for a request, if it exists.
    pub async fn get(&self, request: &Parts) -> Option<Response> {
        let path = request.uri.path();
        if !may_be_a_file(path, self.private) {
            return None;
        }
        let asked = FileKey::from_request(request).filter(|_| path.starts_with(HASHED));
        if let Some(kept) = asked.as_ref().and_then(|asked| self.hashed.get(asked)) {
            return Some(kept);
        }
        let request = without_body(request, request.headers.clone());
        let mut response = match self.folder.clone().oneshot(request).await {
            Ok(response) => response.map(Body::new),
            Err(never) => match never {},
        };
        if response.status().is_success() || response.status() == StatusCode::NOT_MODIFIED {
            let keep = if path.starts_with(HASHED) {
                FOR_GOOD
            } else {
                FOR_AN_HOUR
            };
            response.headers_mut().insert(header::CACHE_CONTROL, keep);
        }
        match asked {
            Some(asked) if response.status() == StatusCode::OK => {
                Some(self.hashed.insert(asked, response).await)
            }
            _ => (response.status() != StatusCode::NOT_FOUND).then_some(response),
        }
    }
}

/// Files of a build have an extension, a short and plain name, and no leading dot.
fn may_be_a_file(path: &str, private: &str) -> bool {
    const LONGEST: usize = 255; // The limit of file systems for one name.
    // Empty path segments are ignored in the look-up, so `//pages.json` would be another name for the file.
    let is_plain = !["//", "/.", "%", "\\"].iter().any(|odd| path.contains(odd)) && path.len() <= LONGEST;
    let name = path.rsplit('/').next().unwrap_or_default().to_ascii_lowercase();
    let mut extensions = name.split('.').skip(1).peekable();
    // Documents are rendered and served as pages, and private files are not public. Some file systems ignore
    // case.
    let is_public = extensions.peek().is_some() && !extensions.any(|extension| extension == "html");
    is_plain && is_public && name.strip_prefix(private).is_none()
}

fn without_body(request: &Parts, headers: HeaderMap) -> Request {
    let mut bare = Request::new(Body::empty());
    *bare.method_mut() = request.method.clone();
    *bare.uri_mut() = request.uri.clone();
    *bare.headers_mut() = headers;
    bare
}
