//! Rate limits per client.

use std::{num::NonZeroU32, sync::Arc};

use axum::{
    extract::{FromRef, FromRequestParts},
    http::request::Parts,
};
use web::{
    Error, TrustedProxies,
    connection::{
        charges::charge,
        client_address::ClientAddress,
        rate_limit::{RateLimit, RateLimitSubject},
    },
};

/// The rate limits of one client, identified by its network address. The staff share an address; the identity
/// service has narrower limits per staff member.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub struct Rates {
    /// Passwords, codes and invitations that one client may try in a minute
    #[arg(long, env, default_value = "30")]
    pub sign_in_tries_per_minute: NonZeroU32,
}

impl Rates {
    /// Rates that no test reaches; all clients of a test share one address.
    pub fn unlimited() -> Self {
        Self {
            sign_in_tries_per_minute: NonZeroU32::MAX,
        }
    }
}

/// The rate limits of all clients.
#[derive(Debug)]
pub(crate) struct RateLimits {
    sign_ins: Arc<RateLimit>,
    malformed: Arc<RateLimit>,
}

impl RateLimits {
    pub(crate) fn new(rates: Rates) -> Self {
        let limit = || Arc::new(RateLimit::per_minute(rates.sign_in_tries_per_minute));
        Self {
            sign_ins: limit(),
            malformed: limit(),
        }
    }
}

/// A client within its rate limit. Extracting it counts the request; a success returns most of the charge.
#[derive(Debug)]
pub(crate) struct SignInAttempt {
    /// The client's address.
    pub(crate) address: ClientAddress,
}

impl SignInAttempt {
    /// The address, as the identity service expects it.
    pub(crate) fn client_address(&self) -> String {
        self.address.0.to_string()
    }
}

impl<S> FromRequestParts<S> for SignInAttempt
where
    S: Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let limits = Arc::<RateLimits>::from_ref(state);
        let subject = RateLimitSubject::Address(address);
        charge(&limits.sign_ins, &limits.malformed, subject, &parts.extensions)?;
        Ok(Self { address })
    }
}
