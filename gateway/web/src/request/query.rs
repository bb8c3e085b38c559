//! What stands behind the question mark of an address.

use axum::extract::{FromRequestParts, Query};
use http::{StatusCode, Uri, request::Parts};
use serde::de::DeserializeOwned;

use crate::Error;

/// The parameters of a request; refused as JSON when they cannot be read.
#[derive(Debug)]
pub struct QueryParams<T>(pub T);

impl<T: DeserializeOwned> QueryParams<T> {
    /// Reads those of an address.
    pub fn read(uri: &Uri) -> Result<Self, Error> {
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
        Self::read(&parts.uri)
    }
}
