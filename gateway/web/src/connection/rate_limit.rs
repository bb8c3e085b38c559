//! How often one client may do what costs the shop something, or could harm a shopper.

use std::{num::NonZeroU32, time::Duration};

use axum::http::StatusCode;
use governor::{
    DefaultKeyedRateLimiter, Quota, RateLimiter,
    clock::{Clock as _, DefaultClock},
};
use tokio_util::sync::CancellationToken;

use crate::{answer::error::Error, connection::client_address::ClientAddress};

/// How often clients that have not come for a while are forgotten.
const FORGET_EVERY: Duration = Duration::from_mins(1);

/// How often each client may do one thing. Every replica counts by itself.
#[derive(Debug)]
pub struct RateLimit(DefaultKeyedRateLimiter<ClientAddress>);

impl RateLimit {
    /// So many times in a minute.
    pub fn per_minute(most: NonZeroU32) -> Self {
        Self(RateLimiter::keyed(Quota::per_minute(most)))
    }

    /// Counts what this client does now; 429 when it did so too often.
    pub fn count(&self, client: ClientAddress) -> Result<(), Error> {
        self.0.check_key(&client).map_err(|not_until| {
            let message = "Too many requests came from your network. Please wait a moment and try again.";
            let wait = not_until.wait_time_from(DefaultClock::default().now());
            Error::new(StatusCode::TOO_MANY_REQUESTS, message).retry_after(wait)
        })
    }
}

/// Keeps the memory of these limits bounded until `stopping` is cancelled.
pub async fn forget_idle(limits: &[&RateLimit], stopping: CancellationToken) -> anyhow::Result<()> {
    while stopping
        .run_until_cancelled(tokio::time::sleep(FORGET_EVERY))
        .await
        .is_some()
    {
        for RateLimit(limiter) in limits {
            limiter.retain_recent();
            limiter.shrink_to_fit();
        }
    }
    Ok(())
}
