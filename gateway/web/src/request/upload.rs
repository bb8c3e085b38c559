//! A file as the body of a request: larger than other bodies, and read only after the client is authorized.

use std::{convert::Infallible, time::Duration};

use axum::{
    body::{Body, HttpBody as _},
    extract::{FromRequest, Request},
};
use bytes::{Bytes, BytesMut};
use http::StatusCode;
use http_body_util::BodyExt as _;

use crate::{answer::error::Error, request::request_body::is_compressed};

/// The time limit for a file to arrive: 15 MB at 3 Mbit/s take 40 s.
const UPLOAD_TIMEOUT: Duration = Duration::from_mins(1);

/// The time for which the body of a refused request is read and discarded, so that the client sees the
/// refusal.
const DISCARDING: Duration = Duration::from_secs(5);

/// The most bytes of a refused body that are read.
const MOST_DISCARDED: usize = 16 * 1024 * 1024;

/// An incoming file. The route must be listed in [`crate::layers::LayerSettings::with_uploads`].
#[derive(Debug)]
pub struct Upload {
    body: Body,
    is_compressed: bool,
}

impl<S: Send + Sync> FromRequest<S> for Upload {
    type Rejection = Infallible;

    async fn from_request(request: Request, _: &S) -> Result<Self, Infallible> {
        Ok(Self {
            is_compressed: is_compressed(request.headers()),
            body: request.into_body(),
        })
    }
}

impl Upload {
    /// Reads the whole file. 413 if it has more than `most` bytes, 408 if it takes too long, 400 if it does
    /// not arrive whole, 415 if it is compressed.
    pub async fn read(mut self, most: usize) -> Result<Bytes, Error> {
        if self.is_compressed {
            self.discard().await;
            let message = "The body must not be compressed: send it without Content-Encoding.";
            return Err(Error::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        let promised = usize::try_from(self.body.size_hint().lower()).unwrap_or(usize::MAX);
        if promised > most {
            self.discard().await;
            return Err(too_large(most));
        }
        let mut file = BytesMut::with_capacity(promised);
        let reading = async {
            while let Some(frame) = self.body.frame().await {
                let broken = |_| Error::new(StatusCode::BAD_REQUEST, "The file did not arrive whole.");
                let Ok(data) = frame.map_err(broken)?.into_data() else {
                    continue;
                };
                if file.len() + data.len() > most {
                    return Ok(false);
                }
                file.extend_from_slice(&data);
            }
            Ok::<_, Error>(true)
        };
        let read = tokio::time::timeout(UPLOAD_TIMEOUT, reading).await;
        let too_slow = |_| Error::new(StatusCode::REQUEST_TIMEOUT, "The file took too long to arrive.");
        if read.map_err(too_slow)?? {
            return Ok(file.freeze());
        }
        self.discard().await;
        Err(too_large(most))
    }

    /// Reads and discards the rest, so that a client that is still sending sees the refusal.
    pub async fn discard(mut self) {
        let discarding = async {
            let mut discarded = 0;
            while let Some(Ok(frame)) = self.body.frame().await {
                discarded += frame.data_ref().map_or(0, Bytes::len);
                if discarded > MOST_DISCARDED {
                    break;
                }
            }
        };
        // A timeout is fine: the data is discarded anyway.
        let _ = tokio::time::timeout(DISCARDING, discarding).await;
    }
}

fn too_large(most: usize) -> Error {
    let message = format!("The file is too large: send at most {} MB.", most / (1024 * 1024));
    Error::new(StatusCode::PAYLOAD_TOO_LARGE, message)
}
