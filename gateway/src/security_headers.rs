//! What browsers may do with any answer of ours.

use axum::response::Response;
use http::{HeaderName, HeaderValue, header};

/// Only our own files, no inline script or style; the one frame is the map on the contact page.
pub(crate) const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    frame-src https://www.google.com; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    object-src 'none'; upgrade-insecure-requests";

/// The set that scores A+ at the MDN HTTP Observatory.
const HEADERS: [(HeaderName, HeaderValue); 8] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(CONTENT_SECURITY_POLICY),
    ),
    (
        header::STRICT_TRANSPORT_SECURITY,
        HeaderValue::from_static("max-age=63072000; includeSubDomains; preload"),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("strict-origin-when-cross-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), microphone=(), geolocation=(), payment=()"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
];

/// Adds the headers that an answer does not set itself.
pub(crate) async fn add(mut response: Response) -> Response {
    let headers = response.headers_mut();
    for (name, value) in HEADERS {
        headers.entry(name).or_insert(value);
    }
    response
}
