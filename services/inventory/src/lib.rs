//! Stock: batches of packs, and the reservations of orders.
//!
//! `grpc` (the gRPC API) → `importing` (stock files) → `listed_packs` (the packs and names of the catalog) →
//! `reservations`, `ledger`, `returns` and `alerts` (each with its pure rules beside its SQL),
//! `availability`, `levels` and `labels` → `pack`. `reservations::planning` decides which order gets which
//! packs, for all orders of a group at once. `reservations::reserved_packs` confirms, releases and sells
//! packs, and `reservations::pack_store` writes their events. `reservations::order_consumer` consumes the
//! events of orders. `seed` adds the stock of a sample shop.

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
mod periodic_tasks;
mod reservations;
mod returns;
mod seed;
mod settings;

use std::time::Duration;

use proto::inventory::v1::inventory_service_server::InventoryServiceServer;
use runtime::Frame;
use sqlx::migrate::Migrator;

use crate::listed_packs::catalog::Catalog;

pub use reservations::order_consumer::subscriptions;
pub use settings::Settings;

/// The migrations of the stock tables.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

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
    if settings.sample_stock {
        seed::populate(&db).await?;
    }
    frame.spawn(
        "oversold",
        reservations::oversold::gauge::measure(db.clone(), frame.stopping()),
    );
    let catalog = Catalog(frame.client(settings.catalog_url, CATALOG_DEADLINE));
    let tasks = periodic_tasks::all(catalog.clone(), &settings.events);
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db.clone(), tasks, frame.stopping()),
    );
    let (orders, events) = (
        reservations::order_consumer::ORDER_SUBSCRIPTION,
        settings.events.clone(),
    );
    let subscriber = outbox::consume(
        database::beside(&db, EVENT_CONNECTIONS),
        orders,
        events,
        frame.stopping(),
        reservations::order_consumer::OrderHandler,
    );
    frame.spawn(orders.name, subscriber);
    let (at, events) = (settings.identity_url, &settings.events);
    ::data_rights::answer(
        &data_rights::Alerts,
        reservations::order_consumer::ACCOUNT_SUBSCRIPTIONS,
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
    let services = frame.services(proto::CONTRACT)?.add(server).await;
    let services = services.add(recalls).await.add(packing).await;
    let oversold = grpc::oversold_grpc::OversoldApi::serve(db);
    let services = files.add_to(services.add(oversold).await).await;
    frame.serve_all(services).await
}

/// The deadline of calls to the catalog. No shopper waits for them.
const CATALOG_DEADLINE: Duration = Duration::from_secs(4);

/// The number of connections for order events. An event keeps its connection while it waits for a locked
/// pack, so shoppers' requests need connections of their own.
const EVENT_CONNECTIONS: u32 = 2;

/// Runs an operator's command instead of the server.
pub fn command(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, events::PUBLISHER).await
    })
}
