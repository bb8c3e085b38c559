//! The gateway of the people of the shop: REST and the built pages of the office outside, gRPC inside. It keeps no data, and what
//! somebody may do is decided by the services: each call to one carries a token that is good for that call alone.
//!
//! routes (every path) → one file a resource → session (who asks) → clients (gRPC). What every HTTP server has comes from `web`.

mod app;
mod books;
mod cash;
mod clients;
mod csv;
mod health;
mod held;
mod imports;
mod messages;
mod openapi;
mod orders;
mod payments;
mod photos;
mod pincodes;
mod products;
mod request;
mod reviews;
mod routes;
mod server_status;
mod session;
mod settings;
mod shop;
mod shoppers;
mod site;
mod staff;
mod stock;
mod today;

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

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    settings.web.require_proxies()?;
    let office = csrf::guarded(routes::office(), &settings.web)?;
    let around = LayerSettings::new(&settings.web, site::page_policy(), frame.draining());
    let around = around
        .tracing_only(routes::is_traced)
        .taking_uploads(routes::is_upload)
        .telling_times();
    let app = App::new(settings, &frame);
    app.site.check().await;
    app::spawn_tasks(&app, &frame);
    let router = layers::layered(office, routes::health(), &around).with_state(app);
    let server = Server::new(router, around);
    frame
        .serve_http(|listener, close| server.serve(listener, close))
        .await
}
