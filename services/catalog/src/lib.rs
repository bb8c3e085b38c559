//! The catalog: what the shop sells, and the only place that knows what it costs.
//!
//! `grpc` (the gRPC API) → `importing` (products in files) → `editing` (products as staff work on them), `shop` (what the shop says
//! of itself), `photos`, `search` (what a shopper's words mean) → `content` (what staff write: rules, pure) → `shelves` (what stock
//! says of packs) → `products` (what is sold: rules, pure, and SQL). `seed` fills an empty shop, `sweep` is what comes again. The database makes packs and prices from a product
//! (`migrations/0032_packs.sql`) and writes its events (`events`).

mod content;
mod editing;
mod error;
/// The events about products.
pub mod events;
mod grpc;
mod importing;
mod photos;
mod products;
mod search;
mod seed;
mod shelves;
mod shop;
mod sweep;

use std::sync::Arc;

use runtime::Frame;
use sqlx::migrate::Migrator;

pub use photos::settings::Settings as PhotoSettings;

use crate::{grpc::served::Parts, importing::importer::Products, photos::library::PhotoLibrary};

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
    let migrations = [
        &MIGRATIONS,
        &csv_import::MIGRATIONS,
        &jobs::MIGRATIONS,
        &outbox::MIGRATIONS,
    ];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    let library = Arc::new(PhotoLibrary::open(&settings.photos, db.clone())?);
    let sweeps = sweep::all(settings.events.clone(), &library);
    frame.spawn("sweeps", jobs::sweep(db.clone(), sweeps, frame.stopping()));
    seed::populate(&db).await?;
    // Nobody wakes the relay: most events the database writes, and the relay looks for them once a second.
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    frame.spawn("relay", relay.run(frame.stopping()));
    let imports = csv_import::Imports::new(db.clone(), frame.stopping());
    let worker = imports.with(Products(db.clone())).worker();
    let imports = worker.waker();
    frame.spawn("imports", worker.run(frame.stopping()));
    let parts = Parts { db, library, imports };
    let services = parts.add_to(frame.services()?).await;
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
