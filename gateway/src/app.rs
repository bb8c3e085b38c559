use std::{sync::Arc, time::Instant};

use runtime::metrics::look_again;
use tokio_util::sync::CancellationToken;

use crate::{
    client_address::TrustedProxies, clients::Clients, list_cache::ListCache, products::Product,
    rate_limit::RateLimits, reviews::Review, session::TokenCookie, settings::Settings, site::Site,
};

/// What the handlers share.
#[derive(Debug)]
pub(crate) struct App {
    pub(crate) clients: Clients,
    pub(crate) products: ListCache<Product>,
    pub(crate) reviews: ListCache<Review>,
    pub(crate) rate_limits: RateLimits,
    pub(crate) session_cookie: TokenCookie,
    pub(crate) device_cookie: TokenCookie,
    pub(crate) trusted_proxies: TrustedProxies,
    pub(crate) contact_requires_login: bool,
    pub(crate) site: Site,
    /// Cancelled as soon as a stop is asked for.
    pub(crate) draining: CancellationToken,
}

impl App {
    /// Touches nothing outside: connections are made by the first calls.
    pub(crate) fn new(settings: Settings, draining: CancellationToken) -> anyhow::Result<Self> {
        let origin = settings.origin()?;
        Ok(Self {
            session_cookie: TokenCookie::of_session(settings.is_over_tls()),
            device_cookie: TokenCookie::of_device(settings.is_over_tls()),
            clients: Clients::new(settings.services),
            products: ListCache::new(),
            reviews: ListCache::new(),
            rate_limits: RateLimits::new(settings.rates),
            trusted_proxies: settings.trusted_proxies,
            contact_requires_login: settings.contact_requires_login,
            site: Site::new(settings.site_dir, origin),
            draining,
        })
    }
}

/// Measures how old the lists in memory are, until told to stop.
pub(crate) async fn measure_lists(app: Arc<App>, stopping: CancellationToken) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        for (list, age) in [("products", app.products.age()), ("reviews", app.reviews.age())] {
            let age = age.unwrap_or_else(|| began.elapsed());
            metrics::gauge!("list_age_seconds", "list" => list).set(age.as_secs_f64());
        }
        if !look_again(&stopping).await {
            return Ok(());
        }
    }
}
