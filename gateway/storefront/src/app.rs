use std::{sync::Arc, time::Instant};

use axum::extract::FromRef;
use runtime::metrics::look_again;
use tokio_util::sync::CancellationToken;
use web::TrustedProxies;

use crate::{
    clients::Clients, contact::RequiresLogin, products::Products, rate_limits::RateLimits, reviews::Reviews,
    session::Cookies, settings::Settings, site::Site,
};

/// What the handlers share. Each names the parts that it needs; none knows the whole.
#[derive(Debug, Clone, FromRef)]
pub(crate) struct App {
    pub(crate) clients: Arc<Clients>,
    pub(crate) products: Arc<Products>,
    pub(crate) reviews: Arc<Reviews>,
    pub(crate) rate_limits: Arc<RateLimits>,
    cookies: Arc<Cookies>,
    trusted_proxies: Arc<TrustedProxies>,
    contact_requires_login: RequiresLogin,
    pub(crate) site: Arc<Site>,
    /// Cancelled as soon as a stop is asked for.
    draining: CancellationToken,
}

impl App {
    /// Touches nothing outside: connections are made by the first calls.
    pub(crate) fn new(settings: Settings, draining: CancellationToken) -> anyhow::Result<Self> {
        let web = settings.web;
        Ok(Self {
            clients: Arc::new(Clients::new(settings.services)),
            products: Arc::new(Products::new()),
            reviews: Arc::new(Reviews::new()),
            rate_limits: Arc::new(RateLimits::new(settings.rates)),
            cookies: Arc::new(Cookies::new(web.is_over_tls())),
            contact_requires_login: RequiresLogin(settings.contact_requires_login),
            site: Arc::new(Site::new(settings.site_dir, web.origin()?)),
            trusted_proxies: Arc::new(web.trusted_proxies),
            draining,
        })
    }
}

/// Measures how old the lists in memory are, until told to stop.
pub(crate) async fn measure_lists(app: App, stopping: CancellationToken) -> anyhow::Result<()> {
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
