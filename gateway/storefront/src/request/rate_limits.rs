//! What one client may do in a minute.

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
        rate_limit::{RateLimit, SlowLane, Whom},
    },
};

/// Reports of errors that one client may send in a minute: a broken page has a few, and more of them say nothing new.
const REPORTS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(30).expect("it is not 0");

/// Requests that wait at once in the slow lane. While no other address has any there, one may have half of them.
const SLOWED_AT_ONCE: usize = 128;

/// How long each of them waits: one address then sends 32 orders a second at most, which the shop takes.
const SLOWED_BY: Duration = Duration::from_secs(2);

/// Webhooks that a client may send in a minute that never sent one with a good signature.
const UNPROVEN_WEBHOOKS_PER_MINUTE: NonZeroU32 = NonZeroU32::new(30).expect("it is not 0");

/// Clients that are remembered for a webhook with a good signature; nobody gets among them without the provider's secret.
const PROVEN_SENDERS: usize = 1_024;

/// How often one client may do what. Thousands of phones in India share one address. So a request that succeeds costs a tenth, a malformed
/// one is counted by itself, and a session or a known device has a count of its own where that of its address is used up. The
/// identity service has narrower limits for each account.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub struct Rates {
    /// Logins and registrations that one client may try in vain in a minute, and as often codes, and proofs of an order
    #[arg(long, env, default_value = "30")]
    pub credential_tries_per_minute: NonZeroU32,
    /// Orders that one client may send in vain in a minute; more are slowed down
    #[arg(long, env, default_value = "60")]
    pub orders_per_minute: NonZeroU32,
    /// Reviews, messages and addresses that one client may send in vain in a minute, and as many malformed bodies
    #[arg(long, env, default_value = "60")]
    pub submissions_per_minute: NonZeroU32,
    /// Pincodes that one client may ask about in a minute; searches, labels and reviews of a product beyond as many are slowed down
    #[arg(long, env, default_value = "300")]
    pub lookups_per_minute: NonZeroU32,
}

/// Each client's rates.
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

/// A client that stays within the limit `What`. Taking this out of a request counts the request; its answer gives most of it back.
#[derive(Debug)]
pub(crate) struct Limited<What> {
    /// The client's address.
    pub(crate) address: ClientAddress,
    what: PhantomData<What>,
}

/// A kind of request that has a limit.
pub(crate) trait Limit {
    /// Whether requests of an address whose count is used up are slowed down instead of refused.
    const IS_SLOWED: bool = false;

    /// Whether a request that succeeds gives most of its count back.
    const IS_GIVEN_BACK: bool = true;

    /// Its limit.
    fn of(limits: &RateLimits) -> &Arc<RateLimit>;
}

/// Finds the account or the known device behind a request.
pub(crate) trait FindsOwner {
    /// A name for the owner; none for a stranger.
    fn owner(&self, headers: &HeaderMap) -> impl Future<Output = Option<String>> + Send;
}

/// Tries of an address or a password.
#[derive(Debug)]
pub(crate) enum Credentials {}

/// Codes that are asked for and tried.
#[derive(Debug)]
pub(crate) enum Codes {}

/// Proofs that an order is the shopper's, at every door: following, paying, cancelling and returning it, and its documents. A page that
/// waits for money asks some ten times in its first minute, which costs as much as one guess.
#[derive(Debug)]
pub(crate) enum Proofs {}

/// Orders.
#[derive(Debug)]
pub(crate) enum Orders {}

/// Reviews, messages and addresses.
#[derive(Debug)]
pub(crate) enum Submissions {}

/// Questions about pincodes.
#[derive(Debug)]
pub(crate) enum Lookups {}

/// What browsers tell of errors.
#[derive(Debug)]
pub(crate) enum Reports {}

/// Questions of visitors that a service answers: searches, labels and reviews of a product.
#[derive(Debug)]
pub(crate) enum Searches {}

impl Limit for Credentials {
    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.credentials
    }
}

impl Limit for Codes {
    const IS_SLOWED: bool = true;

    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.codes
    }
}

impl Limit for Proofs {
    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.proofs
    }
}

impl Limit for Orders {
    const IS_SLOWED: bool = true;

    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.orders
    }
}

impl Limit for Submissions {
    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.submissions
    }
}

impl Limit for Lookups {
    const IS_GIVEN_BACK: bool = false;

    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.lookups
    }
}

impl Limit for Searches {
    const IS_SLOWED: bool = true;
    const IS_GIVEN_BACK: bool = false;

    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.searches
    }
}

impl Limit for Reports {
    const IS_GIVEN_BACK: bool = false;

    fn of(limits: &RateLimits) -> &Arc<RateLimit> {
        &limits.reports
    }
}

impl<S, What> FromRequestParts<S> for Limited<What>
where
    S: FindsOwner + Send + Sync,
    What: Limit,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let limits = Arc::<RateLimits>::from_ref(state);
        let count = |whom, request: &Extensions| {
            let limit = What::of(&limits);
            if What::IS_GIVEN_BACK {
                charge(limit, &limits.malformed, whom, request)
            } else {
                limit.count_for(&whom)
            }
        };
        if let Err(refusal) = count(Whom::Address(address), &parts.extensions) {
            if let Some(owner) = state.owner(&parts.headers).await {
                count(Whom::Owner(owner), &parts.extensions)?;
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
