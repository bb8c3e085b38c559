//! The gateway of the storefront: REST and the built front end outside, gRPC inside. It stores no data and
//! contains no business rules.
//!
//! routes (every path) → one file per resource → clients (gRPC). Parts common to all HTTP servers come from
//! `web`.

mod account;
mod app;
mod cache;
mod catalog;
mod changes;
mod clients;
mod contact;
mod health;
mod html;
mod openapi;
mod orders;
mod payments;
mod photos;
mod request;
mod reviews;
mod routes;
mod settings;
mod shop;
mod site;

use runtime::Frame;
use web::{
    layers::{self, LayerSettings},
    request::csrf,
    server::Server,
};

pub use catalog::stock::STOCK_CHANGED;
pub use changes::{Changes, PRODUCT_CHANGED};
pub use clients::ServiceUrls;
pub use request::rate_limits::Rates;
pub use settings::Settings;
pub use shop::facts_cache::SHOP_CHANGED;

use crate::app::App;

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    settings.web.require_proxies()?;
    let shop = csrf::guarded(routes::shop(), &settings.web)?.merge(routes::webhooks());
    let policy = site::page_policy::site_policy(settings.web.is_over_tls());
    let around = LayerSettings::new(&settings.web, policy, frame.draining());
    let around = around
        .tracing_only(routes::is_traced)
        .with_webhooks(payments::webhooks::is_webhook);
    let changes = settings.changes.clone();
    let app = App::new(settings, &frame)?;
    app.site.check().await;
    app::spawn_tasks(&app, changes, &frame);
    let router = layers::layered(shop, routes::health(), &around).with_state(app);
    let server = Server::new(router, around);
    frame
        .serve_http(|listener, close| server.serve(listener, close))
        .await
}
