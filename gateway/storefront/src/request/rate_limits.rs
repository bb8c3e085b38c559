//! What one client may do in a minute.

use std::{marker::PhantomData, num::NonZeroU32, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use quick_cache::sync::Cache;
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

/// How often one client may ask where paying an order stands: a page that waits for money asks some ten times in its first minute,
/// and many phones share an address. Whose order it is, the order service counts by itself.
const PAYMENT_CALLS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(300).expect("it is not 0");

/// Webhooks that a client may send in a minute that never sent one with a good signature.
const UNPROVEN_WEBHOOKS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(30).expect("it is not 0");

/// Clients that are remembered for a webhook with a good signature; nobody gets among them without the provider's secret.
const PROVEN_SENDERS: usize = 1_024;

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
    payment_calls: RateLimit,
    pub(crate) webhooks: WebhookLimit,
}

/// Bounds what strangers can send as if they were a payment provider, without a bound for the provider itself.
#[derive(Debug)]
pub(crate) struct WebhookLimit {
    unproven: RateLimit,
    proven: Cache<ClientAddress, ()>,
}

impl WebhookLimit {
    fn new() -> Self {
        Self {
            unproven: RateLimit::per_minute(UNPROVEN_WEBHOOKS_PER_MINUTE),
            proven: Cache::new(PROVEN_SENDERS),
        }
    }

    /// Counts a webhook of a client that has not proven itself; 429 when it sent too many.
    pub(crate) fn count_unless_proven(&self, client: ClientAddress) -> Result<(), Error> {
        if self.proven.get(&client).is_some() {
            return Ok(());
        }
        self.unproven.count(client)
    }

    /// Remembers that this client knows the provider's secret.
    pub(crate) fn remember_proven(&self, client: ClientAddress) {
        if self.proven.get(&client).is_none() {
            self.proven.insert(client, ());
        }
    }
}

impl RateLimits {
    pub(crate) fn new(rates: Rates) -> Self {
        Self {
            credentials: RateLimit::per_minute(rates.credential_tries_per_minute),
            submissions: RateLimit::per_minute(rates.submissions_per_minute),
            lookups: RateLimit::per_minute(rates.lookups_per_minute),
            reports: RateLimit::per_minute(REPORTS_PER_MINUTE),
            payment_calls: RateLimit::per_minute(PAYMENT_CALLS_PER_MINUTE),
            webhooks: WebhookLimit::new(),
        }
    }

    /// Keeps memory bounded until `stopping` is cancelled.
    pub(crate) async fn forget_idle(&self, stopping: CancellationToken) -> anyhow::Result<()> {
        let all = [
            &self.credentials,
            &self.submissions,
            &self.lookups,
            &self.reports,
            &self.payment_calls,
            &self.webhooks.unproven,
        ];
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

/// Questions about paying an order.
#[derive(Debug)]
pub(crate) enum PaymentCalls {}

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

impl Limit for PaymentCalls {
    fn of(limits: &RateLimits) -> &RateLimit {
        &limits.payment_calls
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
