//! What one client may do in a minute.

use std::{marker::PhantomData, num::NonZeroU32, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use tokio_util::sync::CancellationToken;
use web::{
    Error, TrustedProxies,
    connection::{
        client_address::ClientAddress,
        rate_limit::{RateLimit, forget_idle},
    },
};

/// Reports of errors that one client may send in a minute: a broken page has a few, and more of them say nothing new.
const REPORTS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(30).expect("it is not 0");

/// What one client, told by its network address, may do. Many phones in India share one address, so these are wide; the
/// identity service has narrower ones for each account.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub struct Rates {
    /// Logins, registrations and codes that one client may try in a minute
    #[arg(long, env, default_value = "30")]
    pub credential_tries_per_minute: NonZeroU32,
    /// Orders, reviews and messages that one client may send in a minute
    #[arg(long, env, default_value = "60")]
    pub submissions_per_minute: NonZeroU32,
    /// Pincodes that one client may ask about in a minute
    #[arg(long, env, default_value = "300")]
    pub lookups_per_minute: NonZeroU32,
}

/// Each client's rates.
#[derive(Debug)]
pub(crate) struct RateLimits {
    credentials: RateLimit,
    submissions: RateLimit,
    lookups: RateLimit,
    reports: RateLimit,
}

impl RateLimits {
    pub(crate) fn new(rates: Rates) -> Self {
        Self {
            credentials: RateLimit::per_minute(rates.credential_tries_per_minute),
            submissions: RateLimit::per_minute(rates.submissions_per_minute),
            lookups: RateLimit::per_minute(rates.lookups_per_minute),
            reports: RateLimit::per_minute(REPORTS_PER_MINUTE),
        }
    }

    /// Keeps memory bounded until `stopping` is cancelled.
    pub(crate) async fn forget_idle(&self, stopping: CancellationToken) -> anyhow::Result<()> {
        let all = [&self.credentials, &self.submissions, &self.lookups, &self.reports];
        forget_idle(&all, stopping).await
    }
}

/// A client that stays within the limit `What`. Taking this out of a request counts the request.
#[derive(Debug)]
pub(crate) struct Limited<What> {
    /// The client's address.
    pub(crate) address: ClientAddress,
    what: PhantomData<What>,
}

/// A kind of request that has a limit.
pub(crate) trait Limit {
    /// Its limit.
    fn of(limits: &RateLimits) -> &RateLimit;
}

/// Tries of an address, a password or a code.
#[derive(Debug)]
pub(crate) enum Credentials {}

/// Orders, reviews and messages.
#[derive(Debug)]
pub(crate) enum Submissions {}

/// Questions about pincodes.
#[derive(Debug)]
pub(crate) enum Lookups {}

/// What browsers tell of errors.
#[derive(Debug)]
pub(crate) enum Reports {}

impl Limit for Credentials {
    fn of(limits: &RateLimits) -> &RateLimit {
        &limits.credentials
    }
}

impl Limit for Submissions {
    fn of(limits: &RateLimits) -> &RateLimit {
        &limits.submissions
    }
}

impl Limit for Lookups {
    fn of(limits: &RateLimits) -> &RateLimit {
        &limits.lookups
    }
}

impl Limit for Reports {
    fn of(limits: &RateLimits) -> &RateLimit {
        &limits.reports
    }
}

impl<S, What> FromRequestParts<S> for Limited<What>
where
    S: Send + Sync,
    What: Limit,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        What::of(&Arc::<RateLimits>::from_ref(state)).count(address)?;
        Ok(Self {
            address,
            what: PhantomData,
        })
    }
}
