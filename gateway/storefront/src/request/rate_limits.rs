//! Rate limits per client.

use std::{marker::PhantomData, num::NonZeroU32, sync::Arc, time::Duration};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::{Extensions, HeaderMap, request::Parts},
};
use quick_cache::sync::Cache;
use web::{
    Error, TrustedProxies,
    connection::{
        charges::charge,
        client_address::ClientAddress,
        rate_limit::{RateLimit, RateLimitSubject, SlowLane},
    },
};

/// The error reports of one client per minute. A broken page has a few; more add no information.
const REPORTS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(30).expect("it is not 0");

/// Requests in the slow lane at once. One address may use half of it while no other address waits there.
const SLOWED_AT_ONCE: usize = 128;

/// The delay of each request in the slow lane. One address can then send at most 32 orders per second, which
/// the shop can handle.
const SLOWED_BY: Duration = Duration::from_secs(2);

/// The webhooks per minute of a client that never sent a valid signature.
const UNPROVEN_WEBHOOKS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(30).expect("it is not 0");

/// The most clients remembered for a webhook with a valid signature; joining them needs the provider's
/// secret.
const PROVEN_SENDERS: usize = 1_024;

/// The rate limits of one client. Thousands of phones in India share one address. Therefore a successful
/// request counts a tenth, and malformed requests have their own count. Sessions and known devices get their
/// own count once their address is over its limit. The identity service has narrower limits per account.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub struct Rates {
    /// Failed logins and registrations of one client per minute; codes and proofs of an order have the same
    /// limit each
    #[arg(long, env, default_value = "30")]
    pub credential_tries_per_minute: NonZeroU32,
    /// Failed orders of one client per minute; more are slowed down
    #[arg(long, env, default_value = "60")]
    pub orders_per_minute: NonZeroU32,
    /// Failed reviews, messages and addresses of one client per minute; malformed bodies have the same limit
    #[arg(long, env, default_value = "60")]
    pub submissions_per_minute: NonZeroU32,
    /// Pincode look-ups of one client per minute; beyond the same number, searches, labels and reviews of a
    /// product are slowed down
    #[arg(long, env, default_value = "300")]
    pub lookups_per_minute: NonZeroU32,
}

/// The rate limits of all clients.
#[derive(Debug)]
pub(crate) struct RateLimits {
    credentials: Arc<RateLimit>,
    codes: Arc<RateLimit>,
    proofs: Arc<RateLimit>,
    orders: Arc<RateLimit>,
    submissions: Arc<RateLimit>,
    lookups: Arc<RateLimit>,
    reports: Arc<RateLimit>,
    malformed: Arc<RateLimit>,
    searches: Arc<RateLimit>,
    slow_lane: SlowLane,
    pub(crate) webhooks: WebhookLimit,
}

/// Limits webhooks from unknown senders, and not those of the provider.
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

    /// Counts a webhook of a client that has not sent a valid signature; 429 over the limit.
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
        let limit = |most| Arc::new(RateLimit::per_minute(most));
        Self {
            credentials: limit(rates.credential_tries_per_minute),
            codes: limit(rates.credential_tries_per_minute),
            proofs: limit(rates.credential_tries_per_minute),
            orders: limit(rates.orders_per_minute),
            submissions: limit(rates.submissions_per_minute),
            lookups: limit(rates.lookups_per_minute),
            reports: limit(REPORTS_PER_MINUTE),
            malformed: limit(rates.submissions_per_minute),
            searches: limit(rates.lookups_per_minute),
            slow_lane: SlowLane::new(SLOWED_AT_ONCE, SLOWED_BY),
            webhooks: WebhookLimit::new(),
        }
    }
}

/// A client within the limit `What`. Extracting it counts the request; a successful response returns most of
/// the charge.
#[derive(Debug)]
pub(crate) struct Limited<What> {
    /// The client's address.
    pub(crate) address: ClientAddress,
    what: PhantomData<What>,
}

/// A kind of request with a rate limit.
pub(crate) trait Limit {
    /// True to slow down, and not refuse, requests over the limit from clients without a session or known
    /// device.
    const IS_SLOWED: bool = false;

    /// True if a successful request returns most of its charge.
    const IS_GIVEN_BACK: bool = true;

    /// The limit for this kind of request.
    fn limit(limits: &RateLimits) -> &Arc<RateLimit>;
}

/// Finds the account or the known device of a request.
pub(crate) trait OwnerLookup {
    /// A name for the owner; `None` for an unknown client.
    fn owner(&self, headers: &HeaderMap) -> impl Future<Output = Option<String>> + Send;
}

/// Attempts with an address or a password.
#[derive(Debug)]
pub(crate) enum Credentials {}

/// Requests for codes and entries of codes.
#[derive(Debug)]
pub(crate) enum Codes {}

/// Proofs that an order belongs to the shopper, for all calls about an order. A page that waits for a payment
/// sends about ten in its first minute, which count as one failed proof.
#[derive(Debug)]
pub(crate) enum Proofs {}

/// Orders.
#[derive(Debug)]
pub(crate) enum Orders {}

/// Reviews, messages and addresses.
#[derive(Debug)]
pub(crate) enum Submissions {}

/// Pincode look-ups.
#[derive(Debug)]
pub(crate) enum Lookups {}

/// Error reports of browsers.
#[derive(Debug)]
pub(crate) enum Reports {}

/// Reads that a service answers: searches, labels and reviews of a product.
#[derive(Debug)]
pub(crate) enum Searches {}

impl Limit for Credentials {
    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.credentials
    }
}

impl Limit for Codes {
    const IS_SLOWED: bool = true;

    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.codes
    }
}

impl Limit for Proofs {
    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.proofs
    }
}

impl Limit for Orders {
    const IS_SLOWED: bool = true;

    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.orders
    }
}

impl Limit for Submissions {
    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.submissions
    }
}

impl Limit for Lookups {
    const IS_GIVEN_BACK: bool = false;

    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.lookups
    }
}

impl Limit for Searches {
    const IS_SLOWED: bool = true;
    const IS_GIVEN_BACK: bool = false;

    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.searches
    }
}

impl Limit for Reports {
    const IS_GIVEN_BACK: bool = false;

    fn limit(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.reports
    }
}

impl<S, What> FromRequestParts<S> for Limited<What>
where
    S: OwnerLookup + Send + Sync,
    What: Limit,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let limits = Arc::<RateLimits>::from_ref(state);
        let count = |subject, request: &Extensions| {
            let limit = What::limit(&limits);
            if What::IS_GIVEN_BACK {
                charge(limit, &limits.malformed, subject, request)
            } else {
                limit.count_for(&subject)
            }
        };
        if let Err(refusal) = count(RateLimitSubject::Address(address), &parts.extensions) {
            if let Some(owner) = state.owner(&parts.headers).await {
                count(RateLimitSubject::Owner(owner), &parts.extensions)?;
            } else if What::IS_SLOWED {
                limits.slow_lane.pass(address, refusal).await?;
            } else {
                return Err(refusal);
            }
        }
        Ok(Self {
            address,
            what: PhantomData,
        })
    }
}
