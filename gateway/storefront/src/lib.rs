//! The shop's door: REST and the built front end outside, gRPC inside. It keeps no data and knows no rule of the shop.
//!
//! routes (every path) → one file a resource → clients (gRPC). What every door has comes from `web`.

mod account;
mod addresses;
mod app;
mod card;
mod card_pages;
mod cards;
mod changes;
mod claims;
mod client_errors;
mod clients;
mod contact;
mod data_file;
mod delivery;
mod document;
mod encoded_cache;
mod field_names;
mod health;
mod labels;
mod list_cache;
mod listing;
mod my_data;
mod openapi;
mod order_refusal;
mod order_wish;
mod orders;
mod own_account;
mod own_orders;
mod own_reviews;
mod page_policy;
mod pages;
mod password;
mod payment_method;
mod product;
mod product_page;
mod products;
mod rate_limits;
mod rating;
mod rating_refresh;
mod ratings;
mod review_refusal;
mod reviews;
mod routes;
mod session;
mod settings;
mod shelf;
mod site;
mod sitemap;
mod standing;
mod stock;
mod stock_alerts;
mod told_order;
mod told_review;
mod value_rules;

use runtime::Frame;
use web::{
    csrf,
    layers::{self, Surroundings},
    server::Server,
};

pub use changes::PRODUCT_CHANGED;
pub use settings::{Changes, Rates, ServiceUrls, Settings};
pub use stock::STOCK_CHANGED;

use crate::app::App;

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let shop = csrf::guarded(routes::shop(), &settings.web)?;
    let policy = page_policy::of_site(settings.web.is_over_tls());
    let around = Surroundings::new(&settings.web, policy, frame.draining());
    let around = around.tracing_only(routes::is_traced);
    let changes = settings.changes.clone();
    let app = App::new(settings, &frame)?;
    app.site.check().await;
    app::work_behind(&app, changes, &frame);
    let router = layers::layered(shop, routes::health(), &around).with_state(app);
    let server = Server::new(router, around);
    frame
        .serve_http(|listener, close| server.serve(listener, close))
        .await
}
