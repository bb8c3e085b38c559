//! Orders: priced by the catalog, kept once per key, published through the outbox.
//!
//! `grpc` (the gRPC API) → `placing`, `moving`, `editing` and `office` (the operations, which do not know each other) → `order`
//! (what an order is, and how it is read), `delivery` (pincodes and what the way costs), `difference` and `shortage` (why a
//! checkout is refused). `editing` is what staff write about an order and correct in it. `office` is what the people of the shop ask of
//! all orders, and the money that they write down.
//! `events` has the events about orders, `sweep` what comes again, `data_rights` what a person's orders tell of them.

pub mod command;
mod data_rights;
mod delivery;
mod difference;
mod editing;
mod error;
pub mod events;
mod grpc;
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
    let migrations = [&MIGRATIONS, &jobs::MIGRATIONS, &outbox::MIGRATIONS];
    let db = database::connect(&settings.database, &migrations).await?;
    frame.spawn("connections", database::measure(db.clone(), frame.stopping()));
    delivery::pincodes::populate(&db).await?;
    let deadline = Duration::from_millis(settings.catalog_deadline_ms);
    let catalog = placing::catalog::Catalog::new(frame.client(settings.catalog_url, deadline));
    let deadline = Duration::from_millis(settings.inventory_deadline_ms);
    let inventory = frame.client(settings.inventory_url, deadline);
    let shipments = moving::shipment::Shipments::new(inventory.clone());
    let inventory = placing::inventory::Inventory::new(inventory, settings.sell_without_stock);
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let (at, events) = (settings.identity_url.clone(), &settings.events);
    ::data_rights::answer(&data_rights::Orders, SUBSCRIPTIONS, (&db, events), at, &frame);
    let links = moving::link::Links::new(settings.order_link_key)?;
    let moving = moving::move_order::MoveOrder {
        db: db.clone(),
        relay: relay.waker(),
        failed_proofs: moving::failed_proofs::FailedProofs::new(db.clone(), links.clone()),
        links,
        shipments,
    };
    let placing = placing::place_order::PlaceOrder {
        db: db.clone(),
        catalog,
        inventory: inventory.clone(),
        relay: relay.waker(),
        max_unconfirmed_packs: settings.max_unconfirmed_packs,
        cash_bound: order::charge::CashBound::of_rupees(settings.cod_up_to_rupees),
    };
    let correcting = editing::correct_address::CorrectAddress {
        db: db.clone(),
        relay: relay.waker(),
    };
    frame.spawn("relay", relay.run(frame.stopping()));
    let identity = ::data_rights::Identity::new(settings.identity_url, &frame);
    let unconfirmed = moving::unconfirmed::measure(db.clone(), frame.stopping());
    frame.spawn("unconfirmed", unconfirmed);
    let unconfirmed_hours = settings.unconfirmed_order_hours;
    let sweeps = sweep::all(settings.events, inventory, identity, &moving, unconfirmed_hours);
    let exports = grpc::export_api::ExportApi::new(db.clone());
    frame.spawn("sweeps", jobs::sweep(db, sweeps, frame.stopping()));
    placing::place_order::count_from_zero();
    let orders = grpc::api::Api::new(placing, moving);
    let editing = grpc::editing_api::EditingApi::new(correcting);
    let services = grpc::services(&frame, orders, editing, exports).await?;
    frame.serve_all(services, proto::DESCRIPTORS).await
}
