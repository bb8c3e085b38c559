//! The gateway of the office: REST and built pages outside, gRPC inside. It stores no data. The services
//! decide what a staff member may do: each call carries a token that is valid for that call alone.
//!
//! routes (every path) → one file per resource → session (who asks) → clients (gRPC). `rpc` forwards methods
//! of the contract by gRPC-Web. Parts common to all HTTP servers come from `web`.

mod accounting;
mod app;
mod clients;
mod csv;
mod dashboard;
mod health;
mod imports;
mod on_hold;
mod openapi;
mod orders;
mod payments;
mod photos;
mod pincodes;
mod products;
mod request;
mod routes;
mod rpc;
mod server_status;
mod session;
mod settings;
mod site;
mod staff;
mod stock;

use runtime::Frame;
use web::{
    layers::{self, LayerSettings},
    request::csrf,
    server::Server,
};

pub use clients::ServiceUrls;
pub use orders::next_states::next_states;
pub use request::rate_limits::Rates;
pub use settings::Settings;

use crate::app::App;

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    settings.web.require_proxies()?;
    let office = csrf::guarded(routes::office(), &settings.web)?;
    let around = LayerSettings::new(&settings.web, site::page_policy(), frame.draining());
    let around = around
        .tracing_only(routes::is_traced)
        .with_uploads(routes::is_upload)
        .with_server_timing();
    let app = App::new(settings, &frame);
    app.site.check().await;
    app::spawn_tasks(&app, &frame);
    let router = layers::layered(office, routes::health(), &around).with_state(app);
    let server = Server::new(router, around);
    frame
        .serve_http(|listener, close| server.serve(listener, close))
        .await
}
