use tokio_util::sync::CancellationToken;

use crate::{Settings, clients::Clients, list_cache::ListCache, products::Product, site::Site};

/// What the handlers share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) clients: Clients,
    pub(crate) products: ListCache<Product>,
    pub(crate) site: Site,
    /// Cancelled as soon as a stop is asked for.
    pub(crate) draining: CancellationToken,
}

impl App {
    /// Touches nothing outside: connections are made by the first calls.
    pub(crate) fn new(settings: Settings, draining: CancellationToken) -> Self {
        Self {
            clients: Clients::new(settings.catalog_url, settings.order_url),
            products: ListCache::new(),
            site: Site::new(settings.site_dir),
            draining,
        }
    }
}
