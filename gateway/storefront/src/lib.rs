//! The shop's door: REST and the built front end outside, gRPC inside. It keeps no data and knows no rule of the shop.
//!
//! routes (every path) → one file a resource → clients (gRPC). What every door has comes from `web`.

mod account;
mod app;
mod card;
mod card_pages;
mod cards;
mod changes;
mod client_errors;
mod clients;
mod contact;
mod delivery;
mod document;
mod encoded_cache;
mod field_names;
mod health;
mod list_cache;
mod listing;
mod openapi;
mod order_refusal;
mod order_wish;
mod orders;
mod own_orders;
mod pages;
mod password;
mod product;
mod product_page;
mod products;
mod rate_limits;
mod rating;
mod ratings;
mod reviews;
mod routes;
mod session;
mod settings;
mod shelf;
mod site;
mod sitemap;
mod standing;
mod stock;
mod told_order;
mod value_rules;

use runtime::Frame;
use web::{
    csrf,
    layers::{self, Surroundings},
    security_headers::PagePolicy,
    server::Server,
};

pub use changes::PRODUCT_CHANGED;
pub use settings::{Changes, Rates, ServiceUrls, Settings};
pub use stock::STOCK_CHANGED;

use crate::app::App;

/// Only our own files, no inline script or style; the one frame is the map on the contact page.
const CONTENT_SECURITY_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; font-src 'self'; connect-src 'self'; manifest-src 'self'; \
    frame-src https://www.google.com; base-uri 'none'; form-action 'self'; frame-ancestors 'none'; \
    object-src 'none'; upgrade-insecure-requests";

/// Browsers tell what the policy refused. The newer form, which puts the older one out of use, goes to https alone.
fn page_policy(is_over_tls: bool) -> PagePolicy {
    let reports = client_errors::POLICY_REPORTS;
    let policy = format!("{CONTENT_SECURITY_POLICY}; report-uri {reports}");
    if is_over_tls {
        PagePolicy::new(&format!("{policy}; report-to policy")).reporting_to(&format!("policy=\"{reports}\""))
    } else {
        PagePolicy::new(&policy)
    }
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let shop = csrf::guarded(routes::shop(), &settings.web)?;
    let policy = page_policy(settings.web.is_over_tls());
    let around = Surroundings::new(&settings.web, policy, frame.draining());
    let around = around.tracing_only(routes::is_traced);
    let changes = settings.changes.clone();
    let app = App::new(settings, frame.draining())?;
    app.site.check().await;
    app::work_behind(&app, changes, &frame);
    let router = layers::layered(shop, routes::health(), &around).with_state(app);
    let server = Server::new(router, around);
    frame
        .serve_http(|listener, close| server.serve(listener, close))
        .await
}
