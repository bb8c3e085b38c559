//! Reads each request's body before any handler, so that the client sees every refusal. A client that is
//! still sending when the connection closes never sees the response.

use std::time::Duration;

use axum::{
    body::{Body, HttpBody as _},
    extract::Request,
};
use bytes::{Bytes, BytesMut};
use http::{HeaderMap, HeaderValue, StatusCode, header};
use http_body_util::BodyExt as _;

use crate::{
    answer::error::{EarlyResponse, Error},
    connection::limits::ClientSlots,
};

/// The bytes of a too large body that are read and discarded. With more, the connection is closed while the
/// client is still sending.
const MOST_DISCARDED: usize = 4 * 1024 * 1024;

/// Reads the whole body into memory, if it arrives in time and has at most `most_kib` KiB. Meanwhile the
/// request holds only a slot for unread bodies. A client that announces a body and sends none therefore
/// blocks no requests without a body.
pub(crate) async fn read(
    shared: &ClientSlots,
    deadline: Duration,
    most_kib: usize,
    request: Request,
) -> Result<Request, EarlyResponse> {
    if request.body().is_end_stream() {
        return Ok(request);
    }
    if is_compressed(request.headers()) {
        // RFC 7694: the response names the accepted encodings.
        let accepted = [(header::ACCEPT_ENCODING, "identity")];
        let message = "The body must not be compressed: send it without Content-Encoding.";
        let refusal = Error::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message);
        return Err((accepted, refusal).into());
    }
    let place = shared.acquire(&request, "too many bodies are arriving")?;
    let (parts, body) = request.into_parts();
    let collected = tokio::time::timeout(deadline, collect(body, most_kib)).await;
    drop(place);
    let body = collected
        .map_err(|_| Error::new(StatusCode::REQUEST_TIMEOUT, "The body took too long to arrive."))??;
    Ok(Request::from_parts(parts, Body::from(body)))
}

/// Whether a body is compressed.
pub(crate) fn is_compressed(headers: &HeaderMap) -> bool {
    let is_encoded = |coding: &HeaderValue| !coding.as_bytes().eq_ignore_ascii_case(b"identity");
    let codings = headers.get_all(header::CONTENT_ENCODING);
    codings.into_iter().any(is_encoded)
}

async fn collect(mut body: Body, most_kib: usize) -> Result<Bytes, Error> {
    let limit = most_kib * 1024;
    let (mut collected, mut length) = (BytesMut::new(), 0);
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|_| Error::new(StatusCode::BAD_REQUEST, "The body did not arrive whole."))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= limit {
            collected.extend_from_slice(&data);
        } else if length > MOST_DISCARDED {
            break;
        }
    }
    if length > limit {
        let message = format!("The body is too large: send at most {most_kib} KiB.");
        return Err(Error::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    Ok(collected.freeze())
}
