//! The services behind the gateway.

use std::{fmt, time::Duration};

use quick_cache::sync::Cache;
use runtime::{Client, Frame, Target};
use web::backend::Backend;

/// The timeout of a service call: half of a request's time, so that its error still arrives.
const DEADLINE: Duration = Duration::from_secs(5);

/// The addresses of the services behind the gateway.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct ServiceUrls {
    /// Address of the catalog service
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Target,
    /// Address of the inventory service
    #[arg(long, env, default_value = "http://127.0.0.1:7007")]
    pub inventory_url: Target,
    /// Address of the order service
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Target,
    /// Address of the identity service
    #[arg(long, env, default_value = "http://127.0.0.1:7003")]
    pub identity_url: Target,
    /// Address of the review service
    #[arg(long, env, default_value = "http://127.0.0.1:7004")]
    pub review_url: Target,
    /// Address of the contact service
    #[arg(long, env, default_value = "http://127.0.0.1:7005")]
    pub contact_url: Target,
    /// Address of the payment service
    #[arg(long, env, default_value = "http://127.0.0.1:7008")]
    pub payment_url: Target,
    /// Address of the billing service
    #[arg(long, env, default_value = "http://127.0.0.1:7009")]
    pub billing_url: Target,
}

/// One client per service. A client connects at its first call and reconnects after a loss.
#[derive(Debug)]
pub(crate) struct Clients {
    pub(crate) catalog: Client,
    pub(crate) inventory: Client,
    // The shop sells without these two, so no health check covers them.
    pub(crate) payment: Client,
    pub(crate) billing: Client,
    pub(crate) contact: Backend,
    pub(crate) identity: Backend,
    pub(crate) order: Backend,
    pub(crate) review: Backend,
    /// Session tokens that the identity service rejected.
    pub(crate) ended_sessions: EndedSessions,
}

impl Clients {
    pub(crate) fn new(urls: ServiceUrls, frame: &Frame) -> Self {
        let client = |target: Target| frame.client(target, DEADLINE);
        Self {
            catalog: client(urls.catalog_url),
            inventory: client(urls.inventory_url),
            payment: client(urls.payment_url),
            billing: client(urls.billing_url),
            contact: Backend::new(client(urls.contact_url)),
            identity: Backend::new(client(urls.identity_url)),
            order: Backend::new(client(urls.order_url)),
            review: Backend::new(client(urls.review_url)),
            ended_sessions: EndedSessions::default(),
        }
    }

    /// Calls the services that were down at their last call, to learn whether they are back.
    pub(crate) async fn probe_all(&self) {
        tokio::join!(
            self.contact.probe(),
            self.identity.probe(),
            self.order.probe(),
            self.review.probe(),
        );
    }
}

/// The most remembered tokens: about as many open tabs as a shop has with recently ended sessions.
const MOST_ENDED: usize = 4_096;

/// Tokens that the identity service rejected, so that open tabs with an ended session cost it nothing. A
/// rejected token never becomes valid, because each session gets a new one.
pub(crate) struct EndedSessions(Cache<String, ()>);

impl EndedSessions {
    /// Remembers a rejected token.
    pub(crate) fn remember(&self, token: String) {
        self.0.insert(token, ());
    }

    /// True for a token that was rejected.
    pub(crate) fn know(&self, token: &str) -> bool {
        self.0.get(token).is_some()
    }
}

impl Default for EndedSessions {
    fn default() -> Self {
        Self(Cache::new(MOST_ENDED))
    }
}

impl fmt::Debug for EndedSessions {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("EndedSessions").field(&self.0.len()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remembers_tokens_that_are_no_session_and_forgets_old_ones_for_new() {
        let ended = EndedSessions::default();
        assert!(!ended.know("1"));
        ended.remember("1".to_owned());
        assert!(ended.know("1") && !ended.know("2"));
        for token in 0..3 * MOST_ENDED {
            ended.remember(format!("flood {token}"));
        }
        assert!(ended.0.len() <= MOST_ENDED, "{ended:?}");
    }
}
