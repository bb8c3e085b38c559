//! The catalog: what the shop sells, and the only place that knows what it costs.
//!
//! `grpc` (the gRPC API) → `editing` (products as staff work on them), `photos` and `search` (what a shopper's words mean) →
//! `content` (what staff write: rules, pure) → `products` (what is sold: rules, pure, and SQL). `seed` fills an empty shop. The
//! database makes packs and their prices from a product when it is written (`migrations/0032_packs.sql`), and it writes the events
//! (`events`).

mod content;
mod editing;
mod error;
/// The events about products.
pub mod events;
mod grpc;
mod photos;
mod products;
mod search;
mod seed;

use std::sync::Arc;

use proto::catalog::v1::{
    catalog_service_server::CatalogServiceServer, photo_service_server::PhotoServiceServer,
};
use runtime::Frame;
use sqlx::migrate::Migrator;

pub use photos::settings::Settings as PhotoSettings;

use crate::photos::library::PhotoLibrary;

/// The schema of products.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// What can be set from outside.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// Where products are kept.
    #[command(flatten)]
    pub database: database::Settings,
    /// Where events go.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// Where photos are kept.
    #[command(flatten)]
    pub photos: PhotoSettings,
}

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    let sweeps = vec![
        outbox::sweep_outbox(),
        outbox::sweep_publisher(events::PUBLISHER, settings.events.clone()),
    ];
    frame.spawn("sweeps", jobs::sweep(db.clone(), sweeps, frame.stopping()));
    seed::populate(&db).await?;
    // This service never wakes the relay: the database writes the events, and the relay looks for them once a second.
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    frame.spawn("relay", relay.run(frame.stopping()));
    let library = Arc::new(PhotoLibrary::open(&settings.photos)?);
    let editing = grpc::editing_api::server(db.clone(), Arc::clone(&library));
    let catalog =
        CatalogServiceServer::new(grpc::api::Api { db }).max_decoding_message_size(runtime::LARGEST_REQUEST);
    let photos = PhotoServiceServer::new(grpc::photos::Photos { library })
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    let services = frame
        .services()?
        .add(catalog)
        .await
        .add(editing)
        .await
        .add(photos)
        .await;
    frame.serve_all(services, proto::DESCRIPTORS).await
}

/// Runs the command that an operator gave instead of serving.
pub fn command(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, events::PUBLISHER).await
    })
}

#[cfg(test)]
mod tests {
    #[test]
    fn settings_do_not_clash() {
        runtime::check::<super::Settings>();
    }
}
