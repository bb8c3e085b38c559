//! Orders: priced by the catalog, kept once per key, told to the world through the outbox.
//!
//! `grpc` and `messages` (the door) → `place_order` and `move_order` (the operations) → `details`, `move_details`, `parcel`,
//! `ownership`, `zone`, `line_details`, `checkout`, `order`, `order_number`, `charge`, `payment_method`, `link`, `life`,
//! `difference` and `shortage` (rules, pure), `catalog` and `inventory` (the doors to prices and stock), `pincode_file` (an
//! operator's), `store`, `kept_order` and `pincodes` (SQL). `events` says what the world is told.

mod catalog;
pub mod charge;
mod checkout;
pub mod command;
mod data_rights;
mod details;
mod difference;
mod error;
pub mod events;
mod grpc;
mod idempotency;
mod in_flight;
mod inventory;
mod kept_order;
pub mod life;
mod line_details;
mod link;
mod messages;
mod move_details;
mod move_order;
mod order;
mod order_line;
mod order_number;
mod order_page;
mod ownership;
mod parcel;
mod payment_method;
mod pincode_file;
mod pincodes;
mod place_order;
mod reconcile;
mod settings;
mod shortage;
mod store;
mod sweep;
mod zone;

use std::time::Duration;

use outbox::Subscription;
use proto::order::v1::order_service_server::OrderServiceServer;
use runtime::Frame;
pub use settings::Settings;
use sqlx::migrate::Migrator;

/// The schema of orders.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

const SUBSCRIPTIONS: [Subscription; 2] = ::data_rights::subscriptions!("order");

/// What it reads.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    SUBSCRIPTIONS.into_iter()
}

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
    let catalog = catalog::Catalog::new(frame.client(settings.catalog_url, deadline));
    let deadline = Duration::from_millis(settings.inventory_deadline_ms);
    let inventory = frame.client(settings.inventory_url, deadline);
    let inventory = inventory::Inventory::new(inventory, settings.sell_without_stock);
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let (at, events) = (settings.identity_url.clone(), &settings.events);
    ::data_rights::answer(&data_rights::Orders, SUBSCRIPTIONS, (&db, events), at, &frame);
    let moving = move_order::MoveOrder {
        db: db.clone(),
        relay: relay.waker(),
        links: link::Links::new(settings.order_link_key)?,
    };
    let placing = place_order::PlaceOrder {
        db: db.clone(),
        catalog,
        inventory: inventory.clone(),
        relay: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let identity = ::data_rights::Identity::new(settings.identity_url, &frame);
    let sweeps = sweep::all(settings.events, inventory, identity);
    frame.spawn("sweeps", jobs::sweep(db, sweeps, frame.stopping()));
    place_order::count_from_zero();
    let server = OrderServiceServer::new(grpc::Api::new(placing, moving))
        .max_decoding_message_size(runtime::LARGEST_REQUEST);
    frame.serve(server, proto::DESCRIPTORS).await
}
