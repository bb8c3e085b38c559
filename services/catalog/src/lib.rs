//! The catalog: the products, and the only place that knows their prices.
//!
//! `grpc` (the gRPC API) → `importing` (product files) → `editing` (editing by staff), `shop` (the shop
//! profile), `photos`, `search` (shoppers' searches) → `content` (the rules of product texts, pure) →
//! `shelves` (the stock of packs, as reported by the inventory) → `products` (products and packs: pure rules,
//! and SQL). `seed` fills an empty shop, and `periodic_tasks` lists the periodic tasks. Only `editing/edit_store.rs`
//! writes products, with their packs, search words and events (`events`).

mod content;
mod editing;
mod error;
/// The events about products.
pub mod events;
mod grpc;
mod importing;
mod periodic_tasks;
mod photos;
mod products;
mod search;
mod seed;
mod shelves;
mod shop;

use std::sync::Arc;

use runtime::Frame;
use sqlx::migrate::Migrator;

pub use photos::settings::Settings as PhotoSettings;

use crate::{grpc::served::GrpcServices, importing::importer::Products, photos::library::PhotoLibrary};

/// The migrations of the catalog's tables.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The settings of the service.
#[derive(Debug, Clone, clap::Args)]
#[group(skip)]
pub struct Settings {
    /// The database of products.
    #[command(flatten)]
    pub database: database::Settings,
    /// The event stream.
    #[command(flatten)]
    pub events: outbox::Settings,
    /// The photo store.
    #[command(flatten)]
    pub photos: PhotoSettings,
}

/// Runs the service until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [
        &MIGRATIONS,
        &csv_import::MIGRATIONS,
        &jobs::MIGRATIONS,
        &outbox::MIGRATIONS,
    ];
    let db = database::open(&settings.database, &migrations, &frame).await?;
    let library = Arc::new(PhotoLibrary::open(&settings.photos, db.clone())?);
    let tasks = periodic_tasks::all(settings.events.clone(), &library);
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db.clone(), tasks, frame.stopping()),
    );
    seed::populate(&db).await?;
    // The relay is not woken: it polls once a second, which is early enough for changes of products.
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    frame.spawn("relay", relay.run(frame.stopping()));
    let imports = csv_import::Imports::new(db.clone(), frame.stopping());
    let worker = imports.with(Products(db.clone())).worker();
    let imports = worker.waker();
    frame.spawn("imports", worker.run(frame.stopping()));
    let parts = GrpcServices { db, library, imports };
    let services = parts.add_to(frame.services(proto::CONTRACT)?).await;
    frame.serve_all(services).await
}

/// Runs an operator's command instead of the server.
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
