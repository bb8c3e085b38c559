//! A body that is the same for everybody: compressed once, with a strong tag for each form.

use std::io::Write as _;

use axum::response::{IntoResponse as _, Response};
use bytes::Bytes;
use http::{HeaderMap, HeaderValue, StatusCode, header};
use sha2::{Digest as _, Sha256};

/// Bytes of a body up to which it is compressed as hard as it goes. For ten thousand products (16 MB) that took 23 s of a core,
/// against 0.4 s as answers usually are compressed, which are a sixth larger.
const COMPRESSED_HARD: usize = 512 * 1024;

/// One body in the three forms that browsers ask for.
#[derive(Debug)]
pub struct Encoded {
    content_type: &'static str,
    plain: Form,
    gzip: Form,
    brotli: Form,
}

#[derive(Debug)]
struct Form {
    encoding: Option<HeaderValue>,
    tag: HeaderValue,
    bytes: Bytes,
}

impl Encoded {
    /// Compresses, which takes tens of milliseconds and more: not for an async thread.
    pub fn new(content_type: &'static str, plain: Vec<u8>) -> Self {
        let digest = Sha256::digest(&plain);
        // Half of it is plenty to tell the versions of one body apart.
        let (half, _) = digest.split_first_chunk::<16>().expect("SHA-256 has 32 bytes");
        let digest = u128::from_be_bytes(*half);
        let form = |encoding: Option<&'static str>, bytes: Vec<u8>| Form {
            encoding: encoding.map(HeaderValue::from_static),
            tag: HeaderValue::try_from(format!("\"{digest:032x}-{}\"", encoding.unwrap_or("plain")))
                .expect("hexadecimal digits in quotes are a valid header value"),
            bytes: bytes.into(),
        };
        Self {
            content_type,
            gzip: form(Some("gzip"), gzip(&plain)),
            brotli: form(Some("br"), brotli(&plain)),
            plain: form(None, plain),
        }
    }

    /// Whether the body is these bytes.
    pub fn is(&self, plain: &[u8]) -> bool {
        self.plain.bytes == plain
    }

    /// The form that the request asks for, or 304 when it has that one.
    pub fn response(&self, request: &HeaderMap, cache_control: &'static str) -> Response {
        let form = self.form(request);
        let headers = [
            (header::CACHE_CONTROL, HeaderValue::from_static(cache_control)),
            (header::VARY, HeaderValue::from_static("accept-encoding")),
            (header::ETAG, form.tag.clone()),
        ];
        if has(request, &form.tag) {
            return (StatusCode::NOT_MODIFIED, headers).into_response();
        }
        let content_type = [(header::CONTENT_TYPE, self.content_type)];
        let mut response = (headers, content_type, form.bytes.clone()).into_response();
        if let Some(encoding) = &form.encoding {
            response
                .headers_mut()
                .insert(header::CONTENT_ENCODING, encoding.clone());
        }
        response
    }

    fn form(&self, request: &HeaderMap) -> &Form {
        if accepts(request, "br") {
            &self.brotli
        } else if accepts(request, "gzip") {
            &self.gzip
        } else {
            &self.plain
        }
    }
}

/// Whether `Accept-Encoding` names this coding without refusing it by `q=0`.
pub(crate) fn accepts(request: &HeaderMap, coding: &str) -> bool {
    let values = request
        .get_all(header::ACCEPT_ENCODING)
        .into_iter()
        .filter_map(|value| value.to_str().ok());
    values.flat_map(|value| value.split(',')).any(|item| {
        let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
        let weight = parameters
            .trim()
            .strip_prefix("q=")
            .and_then(|q| q.trim().parse::<f32>().ok());
        name.trim().eq_ignore_ascii_case(coding) && weight.is_none_or(|weight| weight > 0.0)
    })
}

/// Whether `If-None-Match` names this tag, by weak comparison, as RFC 9110 wants it for GET.
fn has(request: &HeaderMap, tag: &HeaderValue) -> bool {
    let values = request
        .get_all(header::IF_NONE_MATCH)
        .into_iter()
        .filter_map(|value| value.to_str().ok());
    values
        .flat_map(|value| value.split(','))
        .map(str::trim)
        .any(|candidate| {
            candidate == "*" || candidate.strip_prefix("W/").unwrap_or(candidate).as_bytes() == tag.as_bytes()
        })
}

fn gzip(plain: &[u8]) -> Vec<u8> {
    let level = if plain.len() > COMPRESSED_HARD {
        flate2::Compression::default()
    } else {
        flate2::Compression::best()
    };
    let mut encoder = flate2::write::GzEncoder::new(Vec::new(), level);
    encoder
        .write_all(plain)
        .and_then(|()| encoder.finish())
        .expect("writing to memory does not fail")
}

fn brotli(plain: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    let mut parameters = brotli::enc::BrotliEncoderParams::default();
    if plain.len() > COMPRESSED_HARD {
        parameters.quality = 5;
    }
    brotli::BrotliCompress(&mut &plain[..], &mut compressed, &parameters)
        .expect("writing to memory does not fail");
    compressed
}
