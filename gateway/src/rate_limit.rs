//! How often one client may do what costs us something, or could harm somebody.

use std::{sync::Arc, time::Duration};

use axum::{
    extract::FromRequestParts,
    http::{StatusCode, request::Parts},
};
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use tokio_util::sync::CancellationToken;

use crate::{app::App, client_address::ClientAddress, error::Error, settings::Rates};

/// How often clients that have not come for a while are forgotten.
const FORGET_EVERY: Duration = Duration::from_mins(1);

/// Each client's rates. Every replica counts by itself.
#[derive(Debug)]
pub(crate) struct RateLimits {
    credentials: DefaultKeyedRateLimiter<ClientAddress>,
    submissions: DefaultKeyedRateLimiter<ClientAddress>,
}

impl RateLimits {
    pub(crate) fn new(rates: Rates) -> Self {
        Self {
            credentials: RateLimiter::keyed(Quota::per_minute(rates.credential_tries_per_minute)),
            submissions: RateLimiter::keyed(Quota::per_minute(rates.submissions_per_minute)),
        }
    }

    /// Keeps memory bounded until `stopping` is cancelled.
    pub(crate) async fn forget_idle(&self, stopping: CancellationToken) -> anyhow::Result<()> {
        while stopping
            .run_until_cancelled(tokio::time::sleep(FORGET_EVERY))
            .await
            .is_some()
        {
            for limiter in [&self.credentials, &self.submissions] {
                limiter.retain_recent();
                limiter.shrink_to_fit();
            }
        }
        Ok(())
    }
}

/// A client that tries an address, a password or a code, and has not done so too often.
#[derive(Debug)]
pub(crate) struct CredentialClient(pub(crate) ClientAddress);

/// A client that sends an order, a review or a message, and has not done so too often.
#[derive(Debug)]
pub(crate) struct SubmittingClient;

impl FromRequestParts<Arc<App>> for CredentialClient {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let Ok(client) = ClientAddress::from_request_parts(parts, app).await;
        count(&app.rate_limits.credentials, client)?;
        Ok(Self(client))
    }
}

impl FromRequestParts<Arc<App>> for SubmittingClient {
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, app: &Arc<App>) -> Result<Self, Error> {
        let Ok(client) = ClientAddress::from_request_parts(parts, app).await;
        count(&app.rate_limits.submissions, client)?;
        Ok(Self)
    }
}

fn count(limiter: &DefaultKeyedRateLimiter<ClientAddress>, client: ClientAddress) -> Result<(), Error> {
    limiter.check_key(&client).map_err(|not_until| {
        let message = "Too many requests came from your network. Please wait a moment and try again.";
        let wait = not_until.wait_time_from(DefaultClock::default().now());
        Error::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(wait)
    })
}
