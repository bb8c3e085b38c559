//! Payments: asks shoppers for money through a provider, settles it with orders, and refunds it.
//!
//! Modules, callers first: `grpc` (the gRPC API) → `initiation` (a shopper pays), `listing` and
//! `reconciliation` (lists and issues for staff, comparison with the provider), `webhooks` (the provider's
//! webhooks), `statements` (bank statements), `settlements` (the provider's payouts), `disputes` (chargebacks)
//! → `capture` (from a payment to its order's decision) → `refunds` (requested, sent and polled) → `payments`
//! (what all operations share, with the client of the order service) → `payment` (pure rules, and SQL) beside
//! `provider` (the port and its adapters). `worker` runs jobs, and `periodic_tasks` lists periodic tasks.

mod capture;
mod command;
mod disputes;
mod error;
/// The events about payments and refunds.
pub mod events;
mod grpc;
mod initiation;
mod listing;
mod payment;
mod payments;
mod periodic_tasks;
/// Payment providers.
pub mod provider;
mod reconciliation;
mod refunds;
mod settings;
mod settlements;
mod statements;
mod webhooks;
mod worker;

use anyhow::Context as _;
use outbox::Subscription;
use runtime::Frame;
use sqlx::migrate::Migrator;

use crate::{
    capture::consumers,
    payments::{Payments, Workers, order_client::OrderClient},
    provider::Provider,
};
pub use command::{Command, command};
pub use provider::ProviderSettings;
pub use settings::Settings;

/// The migrations.
pub static MIGRATIONS: Migrator = sqlx::migrate!();

/// The subscriptions of this service.
pub fn subscriptions() -> impl Iterator<Item = Subscription> {
    consumers::SUBSCRIPTIONS.into_iter()
}

/// Serves until the frame stops.
pub fn service(settings: Settings, frame: Frame) -> runtime::Life {
    Box::pin(serve(settings, frame))
}

async fn serve(settings: Settings, frame: Frame) -> anyhow::Result<()> {
    let provider = Provider::from_settings(&settings.provider).context("the payment provider")?;
    let migrations = [
        &MIGRATIONS,
        &csv_import::MIGRATIONS,
        &jobs::MIGRATIONS,
        &outbox::MIGRATIONS,
    ];
    let db = database::open(&settings.database, &migrations, &frame).await?;
    outbox::raise_versions(&db, payment::refund_store::raise_versions).await?;
    let findings = reconciliation::listing::measure(db.clone(), frame.stopping());
    frame.spawn("findings", findings);
    let relay = outbox::Relay::new(db.clone(), events::STREAM, &settings.events);
    let payments = Payments {
        db: db.clone(),
        provider,
        orders: OrderClient::new(settings.order_url, &frame),
        shop: shop_facts::follow(settings.catalog_url, &frame),
        site_url: settings.site_url.trim_end_matches('/').to_owned(),
        relay: relay.waker(),
        workers: Workers::default(),
    };
    webhooks::receive_webhook::init_counters();
    for (name, worker) in worker::all(&payments) {
        frame.spawn(name, worker.run(frame.stopping()));
    }
    let imports = statements::imports(&payments, &frame).worker();
    let services = grpc::services(&frame, &payments, imports.waker()).await?;
    frame.spawn("imports", imports.run(frame.stopping()));
    let tasks = periodic_tasks::all(&payments, &settings.events);
    frame.spawn(
        "periodic-tasks",
        jobs::run_periodic_tasks(db, tasks, frame.stopping()),
    );
    consumers::spawn_consumers(&payments, &settings.events, &frame);
    frame.spawn("relay", relay.run(frame.stopping()));
    frame.serve_all(services).await
}
