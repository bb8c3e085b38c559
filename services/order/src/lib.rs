//! Orders: priced by the catalog, kept once per key, told to the world through the outbox.
//!
//! `grpc` and `messages` (the door) → `place_order` and `move_order` (the operations) → `details`, `move_details`, `parcel`, `ownership`, `zone`,
//! `line_details`, `checkout`, `order`, `order_number`, `charge`,
//! `life`, `difference` and `shortage` (rules, pure), `catalog` (the door to prices), `inventory` (the door to stock) and `store`,
//! `kept_order` and `pincodes` (SQL). `events` says what the world is told.

mod catalog;
pub mod charge;
mod checkout;
mod details;
mod difference;
mod error;
pub mod events;
mod grpc;
mod idempotency;
mod inventory;
mod kept_order;
pub mod life;
mod line_details;
mod messages;
mod move_details;
mod move_order;
mod order;
mod order_line;
mod order_number;
mod order_page;
mod ownership;
mod parcel;
mod pincodes;
mod place_order;
mod reconcile;
mod settings;
mod shortage;
mod store;
mod sweep;
mod zone;

use std::time::Duration;

use proto::order::v1::order_service_server::OrderServiceServer;
use runtime::Frame;
pub use settings::Settings;
use sqlx::migrate::Migrator;

/// The schema of orders.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// Serves until the frame is told to stop.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    pincodes::plant(&db).await?;
    let deadline = Duration::from_millis(settings.catalog_deadline_ms);
    let catalog = catalog::Catalog::new(runtime::client(settings.catalog_url, deadline));
    let deadline = Duration::from_millis(settings.inventory_deadline_ms);
    let inventory = runtime::client(settings.inventory_url, deadline);
    let inventory = inventory::Inventory::new(inventory, settings.sell_without_stock);
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let sweeping = db.clone();
    let moving = move_order::MoveOrder {
        db: db.clone(),
        relay: relay.waker(),
    };
    let placing = place_order::PlaceOrder {
        db,
        catalog,
        inventory: inventory.clone(),
        relay: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let sweeps = sweep::all(settings.events, inventory);
    frame.spawn("sweeps", jobs::sweep(sweeping, sweeps, frame.stopping()));
    // Prometheus sees an increase only from a number that was there before.
    metrics::counter!("orders_placed_total").absolute(0);
    metrics::counter!("orders_placed_rupees_total").absolute(0);
    metrics::counter!("orders_without_stock_total").absolute(0);
    let server = OrderServiceServer::new(grpc::Api::new(placing, moving))
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}

/// What an operator asks for beside serving.
pub fn command(settings: Settings, upkeep: outbox::Upkeep) -> runtime::Life {
    Box::pin(async move {
        let db = database::connect(&settings.database, &[]).await?;
        upkeep.run(&db, &settings.events, reconcile::TELLING).await
    })
}
