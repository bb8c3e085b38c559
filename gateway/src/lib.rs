//! The door to the web: REST and the built front end outside, gRPC inside. It keeps no data and knows no rule of
//! the shop.
//!
//! routes (every path) → one file a resource → clients (gRPC); answer and error shape what comes back.

mod answer;
mod app;
mod clients;
mod encoded;
mod error;
mod health;
mod json_body;
mod limits;
mod list_cache;
mod money;
mod openapi;
mod orders;
mod page_paths;
mod products;
mod request_span;
mod routes;
mod security_headers;
mod server;
mod site;
mod whole_number;

use std::{path::PathBuf, sync::Arc};

use axum::{
    Router,
    extract::DefaultBodyLimit,
    middleware::{from_fn, from_fn_with_state, map_response},
};
use http::Uri;
use runtime::Frame;
use tokio::sync::Semaphore;
use tower::ServiceBuilder;
use tower_http::{catch_panic::CatchPanicLayer, timeout::RequestBodyDeadlineLayer};

use crate::{app::App, limits::Limits};

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where the catalog answers
    #[arg(long, env, default_value = "http://127.0.0.1:7001")]
    pub catalog_url: Uri,
    /// Where the order service answers
    #[arg(long, env, default_value = "http://127.0.0.1:7002")]
    pub order_url: Uri,
    /// Folder with the built front end
    #[arg(long, env, default_value = "frontend/dist")]
    pub site_dir: PathBuf,
}

/// Serves until the frame is told to stop.
pub async fn service(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let app = Arc::new(App::new(settings, frame.draining()));
    app.site.check().await;
    frame.spawn(
        "product list",
        products::keep_fresh(Arc::clone(&app), frame.stopping()),
    );
    let router = layered(routes::shop(), routes::health(), &Limits::default()).with_state(app);
    frame
        .serve_http(|listener, close| server::serve(router, listener, close))
        .await
}

/// The shop inside its layers, outermost first. Health checks need nothing but the headers.
fn layered<S: Clone + Send + Sync + 'static>(
    shop: Router<S>,
    health: Router<S>,
    bounds: &Limits,
) -> Router<S> {
    let places = Arc::new(Semaphore::new(bounds.concurrent_requests));
    let layers = ServiceBuilder::new()
        .layer(from_fn(request_span::trace))
        .layer(CatchPanicLayer::custom(error::panicked))
        .layer(from_fn_with_state(places, limits::shed_load))
        .layer(from_fn_with_state(bounds.deadline, limits::hurry))
        .layer(DefaultBodyLimit::max(limits::LONGEST_BODY_KIB * 1024))
        .layer(RequestBodyDeadlineLayer::new(bounds.body_deadline));
    shop.layer(layers)
        .merge(health)
        .layer(map_response(security_headers::add))
}
