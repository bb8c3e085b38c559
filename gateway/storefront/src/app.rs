use std::{ops::Deref, sync::Arc, time::Instant};

use axum::{extract::FromRef, http::HeaderMap};
use runtime::{Frame, metrics::look_again};
use tokio_util::sync::CancellationToken;
use web::{TrustedProxies, fetched_files::FetchedFiles};

use crate::{
    account::session::{self, Cookies},
    catalog::{
        availability::Stock,
        card_pages::CardPages,
        products::{self, Products},
        ratings::{Ratings, refresh},
        stock,
    },
    changes::{self, Changes},
    clients::Clients,
    contact::RequiresLogin,
    health,
    orders::delivery::Quotes,
    payments::ways::PaymentWays,
    request::rate_limits::{OwnerLookup, RateLimits},
    reviews::product_reviews::{self, Reviews},
    settings::Settings,
    shop::facts_cache::{self, ShopFactsCache},
    site::{serving::Site, sitemap::LastSitemap},
};

/// Declares the parts that handlers can extract from the state, each by its type.
macro_rules! parts {
    ($($(#[$doc:meta])* $part:ident: $type:ty,)*) => {
        #[derive(Debug)]
        pub(crate) struct Parts {
            $($(#[$doc])* pub(crate) $part: $type,)*
        }

        $(impl FromRef<App> for $type {
            fn from_ref(app: &App) -> Self {
                app.0.$part.clone()
            }
        })*
    };
}

parts! {
    clients: Arc<Clients>,
    products: Arc<Products>,
    stock: Arc<Stock>,
    card_pages: Arc<CardPages>,
    reviews: Arc<Reviews>,
    ratings: Arc<Ratings>,
    shop: Arc<ShopFactsCache>,
    quotes: Arc<Quotes>,
    payment_ways: Arc<PaymentWays>,
    rate_limits: Arc<RateLimits>,
    cookies: Arc<Cookies>,
    trusted_proxies: Arc<TrustedProxies>,
    contact_requires_login: RequiresLogin,
    site: Arc<Site>,
    last_sitemap: Arc<LastSitemap>,
    photo_files: Arc<FetchedFiles>,
    /// Cancelled when the program starts to shut down.
    draining: CancellationToken,
}

/// The state of the router. Each handler extracts only the parts that it needs. It is one pointer, because
/// axum copies it for every request and all cores would share a dozen reference counts.
#[derive(Debug, Clone)]
pub(crate) struct App(Arc<Parts>);

impl Deref for App {
    type Target = Parts;

    fn deref(&self) -> &Parts {
        &self.0
    }
}

impl App {
    /// Opens no connection: the first call to a service connects.
    pub(crate) fn new(settings: Settings, frame: &Frame) -> anyhow::Result<Self> {
        let web = settings.web;
        let shop = Arc::new(ShopFactsCache::new());
        let parts = Parts {
            clients: Arc::new(Clients::new(settings.services, frame)),
            products: Arc::new(Products::new()),
            stock: Arc::new(Stock::new()),
            card_pages: Arc::default(),
            reviews: Arc::new(Reviews::new()),
            ratings: Arc::default(),
            quotes: Arc::default(),
            payment_ways: Arc::default(),
            rate_limits: Arc::new(RateLimits::new(settings.rates)),
            cookies: Arc::new(Cookies::new(web.is_over_tls())),
            contact_requires_login: RequiresLogin(settings.contact_requires_login),
            last_sitemap: Arc::default(),
            site: Arc::new(Site::new(settings.site_dir, web.origin()?, Arc::clone(&shop))),
            shop,
            photo_files: Arc::default(),
            trusted_proxies: Arc::new(web.trusted_proxies),
            draining: frame.draining(),
        };
        Ok(Self(Arc::new(parts)))
    }
}

impl OwnerLookup for App {
    async fn owner(&self, headers: &HeaderMap) -> Option<String> {
        session::owner(&self.clients, &self.cookies, headers).await
    }
}

/// Starts the background tasks of the gateway.
pub(crate) fn spawn_tasks(app: &App, changes: Changes, frame: &Frame) {
    let (clients, products, reviews) = (
        Arc::clone(&app.clients),
        Arc::clone(&app.products),
        Arc::clone(&app.reviews),
    );
    let stock = Arc::clone(&app.stock);
    let (kept, asked) = (Arc::clone(&products), Arc::clone(&clients));
    let known = (Arc::clone(&stock), Arc::clone(&app.ratings));
    frame.spawn(
        "product list",
        products::keep_fresh(kept, known, asked, frame.stopping()),
    );
    let asked = Arc::clone(&clients);
    frame.spawn(
        "stock",
        stock::keep_fresh(Arc::clone(&stock), asked, frame.stopping()),
    );
    let shown = Arc::clone(&products);
    frame.spawn(
        "stock shown",
        stock::update_products(Arc::clone(&stock), shown, frame.stopping()),
    );
    let (given, shown, asked) = (
        Arc::clone(&app.ratings),
        Arc::clone(&products),
        Arc::clone(&clients),
    );
    frame.spawn(
        "ratings",
        refresh::keep_fresh(given, shown, asked, frame.stopping()),
    );
    let heard = Arc::clone(&products);
    frame.spawn(
        "changes",
        changes::listen(changes, heard, stock, Arc::clone(&app.shop), frame.stopping()),
    );
    frame.spawn(
        "review list",
        product_reviews::keep_fresh(reviews, products, Arc::clone(&clients), frame.stopping()),
    );
    spawn_shop(app, frame);
    frame.spawn("services", health::watch(clients, frame.stopping()));
    frame.spawn("lists", measure_lists(app.clone(), frame.stopping()));
}

fn spawn_shop(app: &App, frame: &Frame) {
    let (shop, clients) = (Arc::clone(&app.shop), Arc::clone(&app.clients));
    let origin = app.site.origin().to_owned();
    frame.spawn(
        "shop",
        facts_cache::keep_fresh(shop, clients, origin, frame.stopping()),
    );
}

/// Records the age of the lists in memory until `stopping` is cancelled.
async fn measure_lists(app: App, stopping: CancellationToken) -> anyhow::Result<()> {
    let began = Instant::now();
    loop {
        for (list, age) in [
            ("products", app.products.age()),
            ("reviews", app.reviews.age()),
            ("stock", app.stock.age()),
            ("shop", app.shop.age()),
        ] {
            let age = age.unwrap_or_else(|| began.elapsed());
            metrics::gauge!("list_age_seconds", "list" => list).set(age.as_secs_f64());
        }
        if !look_again(&stopping).await {
            return Ok(());
        }
    }
}
