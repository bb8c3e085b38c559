//! The rate limit on lists that a service answers.

use std::sync::Arc;

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use web::{Error, TrustedProxies, request::query::QueryParams};

use crate::request::rate_limits::{Limited, OwnerLookup, RateLimits, Searches};

/// The parameters of lists that a service answers; other lists come from memory.
const ASKED_OF_A_SERVICE: [&str; 2] = ["search", "productname"];

/// A client within its limit on [`Searches`]. A request for a list counts if it has a parameter of
/// [`ASKED_OF_A_SERVICE`].
#[derive(Debug)]
pub(crate) struct LimitedSearch;

impl<S> FromRequestParts<S> for LimitedSearch
where
    S: OwnerLookup + Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let pairs = QueryParams::<Vec<(String, String)>>::from_uri(&parts.uri);
        // The handler reports a query that cannot be parsed.
        let pairs = pairs.map(|QueryParams(pairs)| pairs).unwrap_or_default();
        if pairs
            .iter()
            .any(|(name, _)| ASKED_OF_A_SERVICE.contains(&name.as_str()))
        {
            Limited::<Searches>::from_request_parts(parts, state).await?;
        }
        Ok(Self)
    }
}
