//! Stock: how many packs there are, in which batches, and for which orders they are kept.
//!
//! `grpc` (the gRPC API) → `importing` (stock as a file) → `listed_packs` (which packs the catalog has, and what they are called) → `reservations`, `ledger`, `returns` and `alerts` (each its rules, pure, beside its SQL), `availability`,
//! `levels` and `labels` → `pack`. `reservations::planning` decides which order gets which packs, for all orders that ask at once.
//! `reservations::held_packs` confirms, gives back and sells them, and `reservations::pack_store` writes the events of packs.
//! `reservations::orders` hears the events of orders. `seed` fills the shelves of a sample shop.

mod alerts;
mod availability;
mod data_rights;
mod error;
/// The events about stock.
pub mod events;
mod grpc;
mod importing;
mod labels;
mod ledger;
mod levels;
mod listed_packs;
mod pack;
mod reservations;
mod returns;
mod seed;
mod settings;
mod sweep;

use std::time::Duration;

use proto::inventory::v1::inventory_service_server::InventoryServiceServer;
use runtime::Frame;
use sqlx::migrate::Migrator;

use crate::listed_packs::catalog::Catalog;

pub use reservations::orders::subscriptions;
pub use settings::Settings;

/// The schema of stock.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

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
    if settings.sample_stock {
        seed::populate(&db).await?;
    }
    frame.spawn(
        "oversold",
        reservations::oversold::gauge::measure(db.clone(), frame.stopping()),
    );
    let catalog = Catalog::new(frame.client(settings.catalog_url, CATALOG_DEADLINE));
    let sweeps = sweep::all(catalog.clone(), &settings.events);
    frame.spawn("sweeps", jobs::sweep(db.clone(), sweeps, frame.stopping()));
    let (orders, events) = (reservations::orders::ORDERS, settings.events.clone());
    let subscriber = outbox::consume(
        database::beside(&db, OF_EVENTS),
        orders,
        events,
        frame.stopping(),
        reservations::orders::OrderHandler,
    );
    frame.spawn(orders.name, subscriber);
    let (at, events) = (settings.identity_url, &settings.events);
    ::data_rights::answer(
        &data_rights::Alerts,
        reservations::orders::OF_ACCOUNTS,
        (&db, events),
        at,
        &frame,
    );
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let (reservations, queue) = reservations::group_commit::Reservations::new(&db, relay.waker());
    frame.spawn("relay", relay.run(frame.stopping()));
    frame.spawn("reservations", queue.run(frame.stopping()));
    let files = grpc::files_grpc::FilesApi::open(db.clone(), catalog, &frame);
    let recalls = grpc::recalls_grpc::RecallApi::serve(db.clone());
    let server = InventoryServiceServer::new(grpc::api::Api {
        db: db.clone(),
        reservations,
    })
    .max_decoding_message_size(runtime::LARGEST_REQUEST);
    let packing = grpc::packing_grpc::PackingApi::serve(db.clone());
    let services = frame.services()?.add(server).await.add(recalls).await;
    let services = services.add(packing).await;
    let oversold = grpc::oversold_grpc::OversoldApi::serve(db);
    let services = files.add_to(services.add(oversold).await).await;
    frame.serve_all(services, proto::DESCRIPTORS).await
}

/// How long the catalog has to say which packs there are, and what they are called: no shopper waits for it.
const CATALOG_DEADLINE: Duration = Duration::from_secs(4);

/// The connections for the events of orders. An event keeps its connection while it waits for a locked pack, and requests of
/// shoppers need one meanwhile.
const OF_EVENTS: u32 = 2;

/// Runs the command that an operator gave instead of serving.
pub fn command(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, events::PUBLISHER).await
    })
}
