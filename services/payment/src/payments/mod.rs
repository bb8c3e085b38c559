//! What every operation works with: the database, whom shoppers pay, and the order service.

pub(crate) mod orders;

use std::sync::{Arc, OnceLock};

use shop_facts::KnownShop;
use sqlx::PgPool;

use crate::{payments::orders::Orders, provider::Provider};

/// What the shop is called to a provider while the catalog never said.
const UNNAMED: &str = "Online shop";

/// The database, whom shoppers pay, the order service, and who is to be woken after a commit. Clones share all of it.
#[derive(Debug, Clone)]
pub struct Payments {
    /// Where payments are kept.
    pub db: PgPool,
    /// Whom shoppers pay; none while nobody is set.
    pub provider: Option<Provider>,
    /// What orders cost, and what they do with money.
    pub orders: Orders,
    /// What the shop says of itself.
    pub shop: KnownShop,
    /// What the provider's page sends shoppers back to begins with, without a slash at its end.
    pub site_url: String,
    /// Publishes events.
    pub relay: outbox::Waker,
    /// Does jobs.
    pub workers: Workers,
}

/// Who does jobs. The workers work with [`Payments`] themselves, so that they are named once they are there.
#[derive(Debug, Clone, Default)]
pub struct Workers(Arc<OnceLock<Vec<jobs::Waker>>>);

impl Workers {
    /// Names them, once.
    pub fn name(&self, wakers: Vec<jobs::Waker>) {
        self.0.set(wakers).expect("a program names its workers once");
    }

    /// To be called after a commit that enqueued a job. Returns at once.
    pub fn wake(&self) {
        for worker in self.0.get().into_iter().flatten() {
            worker.wake();
        }
    }
}

impl Payments {
    /// The provider, when it is the one with this name.
    pub fn provider_named(&self, name: &str) -> Option<&Provider> {
        self.provider.as_ref().filter(|provider| provider.name() == name)
    }

    /// What the shop is called.
    pub fn shop_name(&self) -> String {
        self.shop
            .get()
            .map_or_else(|| UNNAMED.to_owned(), |facts| facts.name.clone())
    }
}
