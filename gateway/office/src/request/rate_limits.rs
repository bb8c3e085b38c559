//! What one client may do in a minute.

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
        rate_limit::{RateLimit, Whom},
    },
};

/// What one client, told by its network address, may do. The people of the shop share one, and the identity service has narrower
/// limits for each of them.
#[derive(Debug, Clone, Copy, clap::Args)]
#[group(skip)]
pub struct Rates {
    /// Passwords, codes and invitations that one client may try in a minute
    #[arg(long, env, default_value = "30")]
    pub sign_in_tries_per_minute: NonZeroU32,
}

impl Rates {
    /// No limit that anybody reaches, for tests in which everybody shares one address.
    pub fn unlimited() -> Self {
        Self {
            sign_in_tries_per_minute: NonZeroU32::MAX,
        }
    }
}

/// Each client's rates.
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

/// A client that stays within the limit of tries. Taking this out of a request counts the request, and a success gives most of it back.
#[derive(Debug)]
pub(crate) struct SignInTry {
    /// The client's address.
    pub(crate) address: ClientAddress,
}

impl SignInTry {
    /// The address as the identity service is told it.
    pub(crate) fn client_address(&self) -> String {
        self.address.0.to_string()
    }
}

impl<S> FromRequestParts<S> for SignInTry
where
    S: Send + Sync,
    Arc<TrustedProxies>: FromRef<S>,
    Arc<RateLimits>: FromRef<S>,
{
    type Rejection = Error;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Error> {
        let Ok(address) = ClientAddress::from_request_parts(parts, state).await;
        let limits = Arc::<RateLimits>::from_ref(state);
        let whom = Whom::Address(address);
        charge(&limits.sign_ins, &limits.malformed, whom, &parts.extensions)?;
        Ok(Self { address })
    }
}
