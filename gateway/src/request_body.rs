//! Reads each request's body before anything looks at it, so that every refusal finds a client that listens: one that
//! is still sending when the connection closes never sees the answer.

use std::time::Duration;

use axum::{
    body::{Body, HttpBody as _},
    extract::{Request, State},
    middleware::Next,
    response::Response,
};
use bytes::{Bytes, BytesMut};
use http::StatusCode;
use http_body_util::BodyExt as _;

use crate::{error::Error, limits::LONGEST_BODY_KIB};

/// How much of a body that is too large is read and thrown away, in bytes. Beyond it the connection is closed on
/// whoever is still sending.
const PATIENCE: usize = 4 * 1024 * 1024;

/// Hands the request on with its whole body in memory, if it arrives within `deadline`.
pub(crate) async fn read(
    State(deadline): State<Duration>,
    request: Request,
    next: Next,
) -> Result<Response, Error> {
    if request.body().is_end_stream() {
        return Ok(next.run(request).await);
    }
    let (parts, body) = request.into_parts();
    let collected = tokio::time::timeout(deadline, collect(body)).await;
    let body = collected
        .map_err(|_| Error::new(StatusCode::REQUEST_TIMEOUT, "The body took too long to arrive."))??;
    Ok(next.run(Request::from_parts(parts, Body::from(body))).await)
}

async fn collect(mut body: Body) -> Result<Bytes, Error> {
    let limit = LONGEST_BODY_KIB * 1024;
    let (mut collected, mut length) = (BytesMut::new(), 0);
    while let Some(frame) = body.frame().await {
        let frame =
            frame.map_err(|_| Error::new(StatusCode::BAD_REQUEST, "The body did not arrive whole."))?;
        let Ok(data) = frame.into_data() else { continue };
        length += data.len();
        if length <= limit {
            collected.extend_from_slice(&data);
        } else if length > PATIENCE {
            break;
        }
    }
    if length > limit {
        let message = format!("The body is too large: send at most {LONGEST_BODY_KIB} KiB.");
        return Err(Error::new(StatusCode::PAYLOAD_TOO_LARGE, message));
    }
    Ok(collected.freeze())
}
