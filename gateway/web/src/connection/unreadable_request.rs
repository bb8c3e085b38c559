//! Answers to requests that cannot be read. The HTTP server refuses them by itself, before any layer of ours, with a
//! bare head; a page without our headers would be a place on our origin where scripts run unguarded.

use std::collections::BTreeMap;

use bytes::Bytes;
use http::{StatusCode, header};

use crate::answer::{Refusal, error::code_of, security_headers::SecurityHeaders};

/// The server's own heads are shorter, and ours, with their headers, longer.
const LONGEST_BARE_HEAD: usize = 512;

/// The statuses that the server refuses with, and what the client may be told. An address that is too long for it does
/// not fit into a head.
const MESSAGES: [(StatusCode, &str); 2] = [
    (StatusCode::BAD_REQUEST, "This is not a request that can be read."),
    (
        StatusCode::REQUEST_HEADER_FIELDS_TOO_LARGE,
        "The request's headers are too large.",
    ),
];

/// The whole answers that are sent instead of the server's.
#[derive(Debug)]
pub(crate) struct Refusals(Vec<(StatusCode, Bytes)>);

impl Refusals {
    /// Refusals that look like any other answer of the gateway.
    pub(crate) fn new(headers: &SecurityHeaders) -> Self {
        let answer = |(status, message)| (status, written(status, message, headers));
        Self(MESSAGES.into_iter().map(answer).collect())
    }

    /// What to send instead of `head`, if that is a refusal of the server's own.
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
