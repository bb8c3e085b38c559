//! What one client may do in a minute.

use std::{num::NonZeroU32, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use tokio_util::sync::CancellationToken;
use web::{
    Error, TrustedProxies,
    client_address::ClientAddress,
    rate_limit::{RateLimit, forget_idle},
};

use crate::settings::Rates;

/// Reports of errors that one client may send in a minute: a broken page has a few, and more of them say nothing new.
const REPORTS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(30).expect("it is not 0");

/// Each client's rates.
#[derive(Debug)]
pub(crate) struct RateLimits {
    credentials: RateLimit,
    submissions: RateLimit,
    reports: RateLimit,
}

impl RateLimits {
    pub(crate) fn new(rates: Rates) -> Self {
        Self {
            credentials: RateLimit::per_minute(rates.credential_tries_per_minute),
            submissions: RateLimit::per_minute(rates.submissions_per_minute),
            reports: RateLimit::per_minute(REPORTS_PER_MINUTE),
        }
    }

    /// Keeps memory bounded until `stopping` is cancelled.
    pub(crate) async fn forget_idle(&self, stopping: CancellationToken) -> anyhow::Result<()> {
        forget_idle(&[&self.credentials, &self.submissions, &self.reports], stopping).await
    }
}

/// A client that tries an address, a password or a code, and has not done so too often.
#[derive(Debug)]
pub(crate) struct CredentialClient(pub(crate) ClientAddress);

/// A client that sends an order, a review or a message, and has not done so too often.
#[derive(Debug)]
pub(crate) struct SubmittingClient;

/// A client whose browser tells of an error, and has not done so too often.
#[derive(Debug)]
pub(crate) struct ReportingClient;

impl<S> FromRequestParts<S> for ReportingClient
where
    S: Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(client) = ClientAddress::from_request_parts(parts, state).await;
        Arc::<RateLimits>::from_ref(state).reports.count(client)?;
        Ok(Self)
    }
}

impl<S> FromRequestParts<S> for CredentialClient
where
    S: Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(client) = ClientAddress::from_request_parts(parts, state).await;
        Arc::<RateLimits>::from_ref(state).credentials.count(client)?;
        Ok(Self(client))
    }
}

impl<S> FromRequestParts<S> for SubmittingClient
where
    S: Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(client) = ClientAddress::from_request_parts(parts, state).await;
        Arc::<RateLimits>::from_ref(state).submissions.count(client)?;
        Ok(Self)
    }
}
