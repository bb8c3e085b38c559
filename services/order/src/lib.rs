//! Orders: priced by the catalog, kept once per key, published through the outbox.
//!
//! `grpc` (the gRPC API) → `placing`, `moving`, `editing` and `office` (the operations, which do not know each other) → `delivery`
//! (pincodes and what the way costs), `difference` and `shortage` (why a checkout is refused) → `order` (what an order is). `office` is
//! what staff ask of all orders, and the money that they write down; `cash` says where the cash of carriers is, `importing` takes files
//! of rows, `sweep` is what comes again, `data_rights` what a person's orders tell of them.

mod cash;
pub mod command;
mod data_rights;
mod delivery;
mod difference;
mod editing;
mod error;
pub mod events;
mod grpc;
mod importing;
mod moving;
mod office;
mod order;
mod placing;
mod reconcile;
mod settings;
mod shortage;
mod sweep;

use std::time::Duration;

pub use order::{charge, life};
use outbox::Subscription;
use runtime::Frame;
pub use settings::Settings;
use sqlx::migrate::Migrator;

/// The schema of orders.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

const SUBSCRIPTIONS: [Subscription; 2] = ::data_rights::subscriptions!("order");

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    SUBSCRIPTIONS.into_iter()
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
    delivery::pincodes::populate(&db).await?;
    let within = Duration::from_millis;
    let rules = delivery::rules::ShopRules::follow(&settings, &frame);
    let catalog = placing::catalog::Catalog::new(
        frame.client(settings.catalog_url, within(settings.catalog_deadline_ms)),
    );
    let inventory = frame.client(settings.inventory_url, within(settings.inventory_deadline_ms));
    let shipments = moving::shipment::Shipments::new(inventory.clone());
    let packs = editing::inventory::Packs::new(inventory.clone());
    let inventory = placing::inventory::Inventory::new(inventory, settings.sell_without_stock);
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let (at, events) = (settings.identity_url.clone(), &settings.events);
    ::data_rights::answer(&data_rights::Orders, SUBSCRIPTIONS, (&db, events), at, &frame);
    let links = moving::link::Links::new(settings.order_link_key)?;
    let moving = moving::move_order::MoveOrder::new(&db, relay.waker(), links, shipments);
    let placing = placing::place_order::PlaceOrder {
        db: db.clone(),
        catalog,
        inventory: inventory.clone(),
        relay: relay.waker(),
        max_unconfirmed_packs: settings.max_unconfirmed_packs,
        rules: rules.clone(),
    };
    let editing = grpc::editing_api::EditingApi::new(&db, &relay.waker(), packs, &rules);
    frame.spawn("relay", relay.run(frame.stopping()));
    let identity = ::data_rights::Identity::new(settings.identity_url, &frame);
    frame.spawn(
        "unconfirmed",
        moving::unconfirmed::measure(db.clone(), frame.stopping()),
    );
    let hours = settings.unconfirmed_order_hours;
    let sweeps = sweep::all(settings.events, inventory, identity, &moving, hours);
    let imports = importing::all(&db, &frame, &moving).worker();
    let files = grpc::FileApis::new(&db, &imports.waker());
    frame.spawn("imports", imports.run(frame.stopping()));
    frame.spawn("sweeps", jobs::sweep(db, sweeps, frame.stopping()));
    placing::place_order::count_from_zero();
    let orders = grpc::api::Api::new(placing, moving);
    let services = grpc::services(&frame, orders, editing, files).await?;
    frame.serve_all(services, proto::DESCRIPTORS).await
}
