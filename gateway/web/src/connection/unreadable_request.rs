//! Responses to requests that cannot be parsed. The HTTP server rejects them with a bare head before any
//! layer runs. Without security headers such a page could run scripts on the site's origin.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::{StatusCode, header};

use crate::answer::{Refusal, error::code_of, security_headers::SecurityHeaders};

/// The server's own heads are shorter than this; the gateway's heads, with their headers, are longer.
const LONGEST_BARE_HEAD: usize = 512;

/// The statuses of the server's rejections, and the messages for the client. 414 is missing, because an
/// address too long for the server exceeds the limit of the head first.
const MESSAGES: [(StatusCode, &str); 2] = [
    (StatusCode::BAD_REQUEST, "This is not a request that can be read."),
    (
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The request's headers are too large.",
    ),
];

/// The full responses that replace the server's.
#[derive(Debug)]
pub(crate) struct Refusals(Vec<(StatusCode, Bytes)>);

impl Refusals {
    /// Rejections in the format of all other responses.
    pub(crate) fn new(headers: &SecurityHeaders) -> Self {
        let answer = |(status, message)| (status, written(status, message, headers));
        Self(MESSAGES.into_iter().map(answer).collect())
    }

    /// The replacement for `head`, if it is a rejection by the server.
    pub(crate) fn replacement_for(&self, head: &[u8]) -> Option<Bytes> {
        if head.len() > LONGEST_BARE_HEAD || !head.ends_with(b"\r\n\r\n") {
            return None;
        }
        let version = b"HTTP/1.x ".len();
        let status = head
            .strip_prefix(b"HTTP/1.")
            .and_then(|_| head.get(version..version + 3))?;
        let status = StatusCode::from_bytes(status).ok()?;
        let (_, answer) = self.0.iter().find(|(known, _)| *known == status)?;
        Some(answer.clone())
    }
}

fn written(status: StatusCode, message: &'static str, headers: &SecurityHeaders) -> Bytes {
    let refusal = Refusal {
        success: false,
        message: message.into(),
        code: code_of(status).into(),
        params: BTreeMap::new(),
        errors: Vec::new(),
    };
    let body = serde_json::to_vec(&refusal).expect("our structs have string keys and no failing serializer");
    let mut written = format!("HTTP/1.1 {status}\r\n").into_bytes();
    let own = [
        (header::CONTENT_TYPE, "application/json".to_owned()),
        (header::CONTENT_LENGTH, body.len().to_string()),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::CONNECTION, "close".to_owned()),
    ];
    let own = own.iter().map(|(name, value)| (name, value.as_bytes()));
    for (name, value) in own.chain(headers.iter().map(|(name, value)| (name, value.as_bytes()))) {
        written.extend_from_slice(name.as_str().as_bytes());
        written.extend_from_slice(b": ");
        written.extend_from_slice(value);
        written.extend_from_slice(b"\r\n");
    }
    written.extend_from_slice(b"\r\n");
    written.extend_from_slice(&body);
    written.into()
}
