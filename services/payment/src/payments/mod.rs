//! The shared state of all operations: database, provider and order service.

pub(crate) mod order_client;

use std::sync::{Arc, OnceLock};

use shop_facts::KnownShop;
use sqlx::PgPool;

use crate::{payments::order_client::OrderClient, provider::Provider};

/// The shop's name until the catalog service has answered.
const UNNAMED: &str = "Online shop";

/// The shared state of all operations. Clones are cheap and share it.
#[derive(Debug, Clone)]
pub struct Payments {
    /// The database.
    pub db: PgPool,
    /// The payment provider. `None` if the shop has none.
    pub provider: Option<Provider>,
    /// The client of the order service.
    pub orders: OrderClient,
    /// The shop profile.
    pub shop: KnownShop,
    /// The base of return URLs from the provider's page, without a trailing slash.
    pub site_url: String,
    /// Wakes the outbox relay.
    pub relay: outbox::Waker,
    /// Wakes the job workers.
    pub workers: Workers,
}

/// Wakes the job workers. Set after they are built, because they need [`Payments`] themselves.
#[derive(Debug, Clone, Default)]
pub struct Workers(Arc<OnceLock<Vec<jobs::Waker>>>);

impl Workers {
    /// Sets the workers, once.
    pub fn register(&self, wakers: Vec<jobs::Waker>) {
        self.0.set(wakers).expect("a program names its workers once");
    }

    /// Wakes the workers. Call it after a commit that enqueued a job. Returns at once.
    pub fn wake(&self) {
        for worker in self.0.get().into_iter().flatten() {
            worker.wake();
        }
    }
}

impl Payments {
    /// The provider, if it has this name.
    pub fn provider_named(&self, name: &str) -> Option<&Provider> {
        self.provider.as_ref().filter(|provider| provider.name() == name)
    }

    /// The shop's name.
    pub fn shop_name(&self) -> String {
        self.shop
            .get()
            .map_or_else(|| UNNAMED.to_owned(), |facts| facts.name.clone())
    }
}
