//! The order service: places orders once for each idempotency key, at the catalog's prices, and publishes
//! events through the outbox.
//!
//! Modules depend on each other in this order: `grpc` (the gRPC API), then `checkout`, `transitions`,
//! `editing`, `recalls` and `office` (independent operations). Next come `delivery` (pincodes and charges),
//! `difference` and `shortage` (reasons to refuse a checkout), and last `order` (the order itself). `office`
//! searches orders and records payments and refunds for staff. `online_payments` stores payments through a
//! provider, and `payments` decides about them. `cash` reports COD, `importing` imports CSV files, and
//! `periodic_tasks` lists periodic tasks. `data_rights` exports and erases personal data.

mod cash;
mod checkout;
pub mod command;
mod data_rights;
mod delivery;
mod difference;
mod editing;
mod error;
pub mod events;
mod grpc;
mod importing;
mod inventory;
mod link;
mod office;
mod online_payments;
mod order;
mod payments;
mod periodic_tasks;
mod recalls;
mod reconcile;
mod settings;
mod shortage;
mod statement_timeout;
mod transitions;

use order::payment_method::PaymentWindow;
pub use order::{charge, order_status};
use outbox::Subscription;
use runtime::Frame;
pub use settings::Settings;
use sqlx::migrate::Migrator;

/// The migrations of the order database.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    reconcile::subscriptions()
}

/// Serves until the frame stops.
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
    outbox::raise_versions(&db, order::order_store::raise_versions).await?;
    delivery::pincodes::populate(&db).await?;
    let bounds = checkout::unconfirmed_bounds::UnconfirmedBounds {
        packs: settings.max_unconfirmed_packs,
        network_packs: settings.max_unconfirmed_network_packs,
        guest_packs: settings.guest_order_packs,
        guest_paise: i64::from(settings.guest_order_rupees) * 100,
    };
    let within = std::time::Duration::from_millis;
    let rules = delivery::rules::ShopRules::follow(&settings, &frame);
    let catalog = frame.client(settings.catalog_url, within(settings.catalog_deadline_ms));
    let catalog = checkout::catalog::Catalog(catalog);
    let inventory = frame.client(settings.inventory_url, within(settings.inventory_deadline_ms));
    let shipments = transitions::shipment::Shipments(inventory.clone());
    let reservations = editing::inventory::ReservationClient(inventory.clone());
    let inventory = checkout::inventory::Inventory {
        client: inventory,
        sells_without: settings.sell_without_stock,
    };
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    data_rights::answer(&db, &settings.events, settings.identity_url.clone(), &frame);
    online_payments::refund_consumer::spawn_consumer(&db, &settings.events, &frame);
    online_payments::dispute_consumer::spawn_consumer(&db, &settings.events, &frame);
    let links = link::Links::new(settings.order_link_key)?;
    let placing = checkout::place_order::PlaceOrder {
        db: db.clone(),
        catalog,
        inventory: inventory.clone(),
        relay: relay.waker(),
        bounds,
        links: links.clone(),
        rules: rules.clone(),
        payment_window: PaymentWindow::from_minutes(settings.online_payment_minutes),
    };
    let transitions =
        transitions::transition_order::TransitionOrder::new(&db, relay.waker(), links, shipments);
    let editing = grpc::editing_api::EditingApi::new(&db, &relay.waker(), reservations, &rules);
    let identity = ::data_rights::Identity::new(settings.identity_url, &frame);
    let unconfirmed = transitions::unconfirmed_sum::measure(db.clone(), frame.stopping());
    frame.spawn("unconfirmed", unconfirmed);
    let hours = settings.unconfirmed_order_hours;
    let tasks = periodic_tasks::all(settings.events, inventory, identity, &transitions, hours);
    let imports = importing::all(&db, &frame, &transitions).worker();
    let files = grpc::FileApis::new(&db, &imports.waker(), relay.waker(), hours);
    frame.spawn("relay", relay.run(frame.stopping()));
    frame.spawn("imports", imports.run(frame.stopping()));
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db, tasks, frame.stopping()),
    );
    checkout::place_order::count_from_zero();
    let orders = grpc::api::Api::new(placing, transitions, hours);
    let services = grpc::services(&frame, orders, editing, files).await?;
    frame.serve_all(services).await
}
