//! The door to the web: REST and the built front end outside, gRPC inside. It keeps no data and knows no rule of
//! the shop.
//!
//! routes (every path) → one file a resource → clients (gRPC); answer and error shape what comes back.

mod account;
mod activity;
mod answer;
mod app;
mod client_address;
mod clients;
mod connections;
mod contact;
mod csrf;
mod document;
mod encoded;
mod error;
mod form_body;
mod health;
mod json_body;
mod layers;
mod limits;
mod list_cache;
mod money;
mod openapi;
mod order_refusal;
mod orders;
mod pages;
mod password;
mod places;
mod product_page;
mod products;
mod rate_limit;
mod rating;
mod request_body;
mod request_span;
mod reviews;
mod routes;
mod security_headers;
mod server;
mod session;
mod settings;
mod site;
mod sitemap;
mod unreadable_request;
mod value_rules;
mod watched_stream;
mod whole_number;

use std::sync::Arc;

use runtime::Frame;

pub use client_address::TrustedProxies;
pub use limits::{Limits, Times};
pub use security_headers::{Hsts, NotHsts};
pub use settings::{Rates, ServiceUrls, Settings};

use crate::{app::App, layers::Surroundings, server::Server};

/// Serves until the frame is told to stop.
pub async fn service(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let shop = csrf::guarded(routes::shop(), &settings)?;
    let around = Surroundings::new(&settings, frame.draining());
    let app = Arc::new(App::new(settings, frame.draining())?);
    app.site.check().await;
    frame.spawn(
        "product list",
        products::keep_fresh(Arc::clone(&app), frame.stopping()),
    );
    frame.spawn(
        "review list",
        reviews::keep_fresh(Arc::clone(&app), frame.stopping()),
    );
    frame.spawn("services", health::watch(Arc::clone(&app), frame.stopping()));
    frame.spawn("lists", app::measure_lists(Arc::clone(&app), frame.stopping()));
    let (rates, stopping) = (Arc::clone(&app), frame.stopping());
    frame.spawn("rate limits", async move {
        rates.rate_limits.forget_idle(stopping).await
    });
    let router = layers::layered(shop, routes::health(), &around).with_state(app);
    let server = Server::new(router, around);
    frame
        .serve_http(|listener, close| server.serve(listener, close))
        .await
}
