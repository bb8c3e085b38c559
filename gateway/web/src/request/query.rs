//! The query of a URL.

use axum::extract::{FromRequestParts, Query};
use http::{StatusCode, Uri, request::Parts};
use serde::de::DeserializeOwned;

use crate::Error;

/// The query parameters of a request; the error is JSON if they cannot be parsed.
#[derive(Debug)]
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned> QueryParams<T> {
    /// Parses the query of a URL.
    pub fn from_uri(uri: &Uri) -> Result<Self, Error> {
        let read = Query::<T>::try_from_uri(uri);
        let Query(asked) = read.map_err(|_| {
            let message = "The query cannot be read: send each parameter once.";
            Error::new(StatusCode::BAD_REQUEST, message)
        })?;
        Ok(Self(asked))
    }
}

impl<S: Send + Sync, T: DeserializeOwned> FromRequestParts<S> for QueryParams<T> {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Error> {
        Self::from_uri(&parts.uri)
    }
}
